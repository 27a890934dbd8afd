-- AlterTable
ALTER TABLE "list_changes" DROP CONSTRAINT "list_changes_pkey",
ADD COLUMN     "slice" SMALLINT NOT NULL DEFAULT -1,
ADD CONSTRAINT "list_changes_pkey" PRIMARY KEY ("transaction", "source", "slice");

-- Written by hand from here on: what schema.prisma cannot express.

CREATE FUNCTION "slice_of_design"("design_id" uuid) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT get_byte(uuid_send("design_id"), 0)::smallint $$;

-- Rows in bulk are noted by statement; changes row by row, as a trigger for some columns only does not know a statement's rows.
CREATE FUNCTION "note_designs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_changes" ("transaction", "source", "slice")
  SELECT DISTINCT pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(r."id") FROM "changed" r ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE FUNCTION "note_rows_of_designs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_changes" ("transaction", "source", "slice")
  SELECT DISTINCT pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(r."design_id") FROM "changed" r ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE FUNCTION "note_changed_design"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_changes" ("transaction", "source", "slice")
  VALUES (pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(OLD."id")),
    (pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(NEW."id")) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE FUNCTION "note_changed_row_of_design"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_changes" ("transaction", "source", "slice")
  VALUES (pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(OLD."design_id")),
    (pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(NEW."design_id")) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

DROP TRIGGER "designs_note_list_change" ON "designs";
CREATE TRIGGER "designs_note_made" AFTER INSERT ON "designs" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_designs"('designs');
CREATE TRIGGER "designs_note_gone" AFTER DELETE ON "designs" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_designs"('designs');
CREATE TRIGGER "designs_note_changed" AFTER UPDATE OF "id", "owner_id", "owner_org_id", "type", "visibility_tags", "search_document",
  "most_recent_build_id" ON "designs" FOR EACH ROW EXECUTE FUNCTION "note_changed_design"('designs');
CREATE TRIGGER "designs_note_truncated" AFTER TRUNCATE ON "designs" FOR EACH STATEMENT EXECUTE FUNCTION "note_list_change"('designs');

DROP TRIGGER "design_collaborators_note_list_change" ON "design_collaborators";
CREATE TRIGGER "design_collaborators_note_made" AFTER INSERT ON "design_collaborators" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_rows_of_designs"('designs');
CREATE TRIGGER "design_collaborators_note_gone" AFTER DELETE ON "design_collaborators" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_rows_of_designs"('designs');
CREATE TRIGGER "design_collaborators_note_changed" AFTER UPDATE ON "design_collaborators" FOR EACH ROW
  EXECUTE FUNCTION "note_changed_row_of_design"('designs');
CREATE TRIGGER "design_collaborators_note_truncated" AFTER TRUNCATE ON "design_collaborators" FOR EACH STATEMENT
  EXECUTE FUNCTION "note_list_change"('designs');

DROP TRIGGER "deployments_note_list_change" ON "deployments";
CREATE TRIGGER "deployments_note_made" AFTER INSERT ON "deployments" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_rows_of_designs"('deployments');
CREATE TRIGGER "deployments_note_gone" AFTER DELETE ON "deployments" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_rows_of_designs"('deployments');
CREATE TRIGGER "deployments_note_changed" AFTER UPDATE OF "id", "design_id", "build_id", "target_id", "type", "status", "requester_id",
  "requester_org_id", "owner_id", "owner_org_id", "target_org_id", "new_build", "build_size", "build_date", "search_document", "requested_at",
  "approved_at" ON "deployments" FOR EACH ROW EXECUTE FUNCTION "note_changed_row_of_design"('deployments');
CREATE TRIGGER "deployments_note_truncated" AFTER TRUNCATE ON "deployments" FOR EACH STATEMENT
  EXECUTE FUNCTION "note_list_change"('deployments');

DROP TRIGGER "builds_note_list_change" ON "builds";
CREATE TRIGGER "builds_note_made" AFTER INSERT ON "builds" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_rows_of_designs"('builds');
CREATE TRIGGER "builds_note_gone" AFTER DELETE ON "builds" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_rows_of_designs"('builds');
CREATE TRIGGER "builds_note_changed" AFTER UPDATE OF "id", "design_id", "status", "requested_at", "completed_at", "size"
  ON "builds" FOR EACH ROW EXECUTE FUNCTION "note_changed_row_of_design"('builds');
CREATE TRIGGER "builds_note_truncated" AFTER TRUNCATE ON "builds" FOR EACH STATEMENT EXECUTE FUNCTION "note_list_change"('builds');
