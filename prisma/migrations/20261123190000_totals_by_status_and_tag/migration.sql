-- Written by hand: what schema.prisma cannot express.

-- Totals of designs in some status are remembered, too. A source of its own, as a status changes with every build, and the other totals do not
-- depend on it.
CREATE TRIGGER "designs_note_status" AFTER UPDATE OF "status" ON "designs" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION "note_changed_design"('design_statuses');

-- A tag may be a word that the search document has anyway, which stays as it is then.
CREATE TRIGGER "deployments_note_tags" AFTER UPDATE OF "tags" ON "deployments" FOR EACH ROW
  WHEN (OLD."tags" IS DISTINCT FROM NEW."tags") EXECUTE FUNCTION "note_changed_row_of_design"('deployments');

-- Whoever has counted by tags before counts anew.
INSERT INTO "list_changes" ("transaction", "source") VALUES (pg_current_xact_id()::text::bigint, 'deployments');
