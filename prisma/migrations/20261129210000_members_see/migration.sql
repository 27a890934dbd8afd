-- Which designs members of an organization see: new ones keep them apart, those that are there stay open.
CREATE TYPE "MembersSee" AS ENUM ('own_and_shared', 'all');
ALTER TABLE "organizations" ADD COLUMN "members_see" "MembersSee" NOT NULL DEFAULT 'all';
ALTER TABLE "organizations" ALTER COLUMN "members_see" SET DEFAULT 'own_and_shared';
-- The event streams of its people are checked at once, as their rights have changed.
CREATE FUNCTION "note_members_see"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('credential', NEW."id", NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "organizations_note_members_see" AFTER UPDATE ON "organizations" FOR EACH ROW
  WHEN (NEW."members_see" <> OLD."members_see")
  EXECUTE FUNCTION "note_members_see"();
