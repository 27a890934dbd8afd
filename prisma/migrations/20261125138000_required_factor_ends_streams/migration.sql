-- Streams of sessions that have to add a second factor now are checked at once.
CREATE FUNCTION "note_required_factor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('credential', u."id", NULL, NULL) FROM "users" u
    WHERE u."organization_id" = NEW."id" AND u."second_factor_at" IS NULL
      AND EXISTS (SELECT FROM "sessions" s WHERE s."user_id" = u."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "organizations_note_required_factor" AFTER UPDATE ON "organizations" FOR EACH ROW
  WHEN (NEW."second_factor_required" AND NOT OLD."second_factor_required")
  EXECUTE FUNCTION "note_required_factor"();
