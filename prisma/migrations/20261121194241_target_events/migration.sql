-- What its agents should load changes with its deployments, which have events of their own: a target's event is for its own fields.
DROP TRIGGER "targets_note_edit" ON "targets";
CREATE TRIGGER "targets_note_edit" AFTER UPDATE ON "targets" FOR EACH ROW
  WHEN ((OLD."revision", OLD."name", OLD."slug", OLD."type", OLD."memory_capacity", OLD."organization_id")
    IS DISTINCT FROM (NEW."revision", NEW."name", NEW."slug", NEW."type", NEW."memory_capacity", NEW."organization_id"))
  EXECUTE FUNCTION "note_target_change"();
