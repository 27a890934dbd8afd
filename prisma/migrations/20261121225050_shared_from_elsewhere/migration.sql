-- DropIndex
DROP INDEX "deployments_owner_org_id_status_target_org_id_idx";

-- AlterTable
ALTER TABLE "design_collaborators" ADD COLUMN     "owner_org_id" UUID;
UPDATE "design_collaborators" c SET "owner_org_id" = d."owner_org_id" FROM "designs" d WHERE d."id" = c."design_id";
ALTER TABLE "design_collaborators" ALTER COLUMN "owner_org_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "deployments_owner_org_id_status_updated_at_id_target_org_id_idx" ON "deployments"("owner_org_id", "status", "updated_at" DESC, "id", "target_org_id");

-- Written by hand from here on: what schema.prisma cannot express.

-- The design's owning organisation, copied when a design is shared, and kept.
CREATE FUNCTION "copy_shared_design_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d."owner_org_id" INTO NEW."owner_org_id" FROM "designs" d WHERE d."id" = NEW."design_id" FOR SHARE;
  RETURN NEW;
END $$;
CREATE TRIGGER "design_collaborators_copy_owner" BEFORE INSERT OR UPDATE OF "design_id", "owner_org_id" ON "design_collaborators"
  FOR EACH ROW EXECUTE FUNCTION "copy_shared_design_owner"();

CREATE OR REPLACE FUNCTION "pass_design_owner_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "deployments" SET "owner_id" = NEW."owner_id", "owner_org_id" = NEW."owner_org_id" WHERE "design_id" = NEW."id";
  UPDATE "design_collaborators" SET "owner_org_id" = NEW."owner_org_id"
  WHERE "design_id" = NEW."id" AND "owner_org_id" <> NEW."owner_org_id";
  RETURN NULL;
END $$;
