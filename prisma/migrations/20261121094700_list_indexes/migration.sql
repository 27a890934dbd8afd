-- AlterTable
ALTER TABLE "deployments" ADD COLUMN     "owner_id" UUID,
ADD COLUMN     "owner_org_id" UUID,
ADD COLUMN     "target_org_id" UUID;

-- Written by hand: rows that exist already.
UPDATE "deployments" x SET "owner_id" = d."owner_id", "owner_org_id" = d."owner_org_id", "target_org_id" = t."organization_id"
FROM "designs" d, "targets" t WHERE d."id" = x."design_id" AND t."id" = x."target_id";
ALTER TABLE "deployments" ALTER COLUMN "owner_id" SET NOT NULL,
ALTER COLUMN "owner_org_id" SET NOT NULL,
ALTER COLUMN "target_org_id" SET NOT NULL;

-- AlterTable
ALTER TABLE "designs" ADD COLUMN     "last_build_date" TIMESTAMPTZ(3),
ADD COLUMN     "last_build_request" TIMESTAMPTZ(3),
ADD COLUMN     "last_build_size" BIGINT;

-- Written by hand: rows that exist already.
UPDATE "designs" d SET "last_build_date" = b."completed_at", "last_build_request" = b."requested_at", "last_build_size" = b."size"
FROM "builds" b WHERE b."id" = d."most_recent_build_id";

-- CreateTable
CREATE TABLE "list_changes" (
    "transaction" BIGINT NOT NULL,
    "source" TEXT NOT NULL,

    CONSTRAINT "list_changes_pkey" PRIMARY KEY ("transaction","source")
);

-- CreateIndex
CREATE INDEX "deployments_status_design_id_target_id_id_idx" ON "deployments"("status", "design_id", "target_id", "id");

-- CreateIndex
CREATE INDEX "deployments_owner_id_idx" ON "deployments"("owner_id");

-- CreateIndex
CREATE INDEX "deployments_owner_org_id_updated_at_id_idx" ON "deployments"("owner_org_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_owner_org_id_status_target_org_id_idx" ON "deployments"("owner_org_id", "status", "target_org_id");

-- CreateIndex
CREATE INDEX "deployments_target_org_id_updated_at_id_idx" ON "deployments"("target_org_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_target_org_id_status_idx" ON "deployments"("target_org_id", "status");

-- CreateIndex
CREATE INDEX "deployments_target_org_id_design_id_idx" ON "deployments"("target_org_id", "design_id");

-- CreateIndex
CREATE INDEX "deployments_requester_org_id_owner_org_id_idx" ON "deployments"("requester_org_id", "owner_org_id");

-- CreateIndex
CREATE INDEX "designs_type_updated_at_id_idx" ON "designs"("type", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_last_build_date" ON "designs"("last_build_date" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "designs_last_build_request" ON "designs"("last_build_request" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "designs_last_build_size" ON "designs"("last_build_size" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "designs_owner_org_last_build_date" ON "designs"("owner_org_id", "last_build_date" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- Written by hand from here on: what schema.prisma cannot express.

-- Rows that were never approved come last in the descending order too.
CREATE INDEX "deployments_approved_last_idx" ON "deployments" ((COALESCE("approved_at", '-infinity'::timestamptz)) DESC, "id");

-- Who sees a deployment is decided by its design's owner and its target's organisation: copied when it is made, and kept.
CREATE FUNCTION "copy_deployment_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d."owner_id", d."owner_org_id" INTO NEW."owner_id", NEW."owner_org_id" FROM "designs" d WHERE d."id" = NEW."design_id" FOR SHARE;
  SELECT t."organization_id" INTO NEW."target_org_id" FROM "targets" t WHERE t."id" = NEW."target_id";
  RETURN NEW;
END $$;
CREATE TRIGGER "deployments_copy_owners" BEFORE INSERT OR UPDATE OF "design_id", "target_id", "owner_id", "owner_org_id", "target_org_id"
  ON "deployments" FOR EACH ROW EXECUTE FUNCTION "copy_deployment_owners"();

CREATE FUNCTION "pass_design_owner_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "deployments" SET "owner_id" = NEW."owner_id", "owner_org_id" = NEW."owner_org_id" WHERE "design_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_pass_owner_on" AFTER UPDATE OF "owner_id", "owner_org_id" ON "designs" FOR EACH ROW
  WHEN ((OLD."owner_id", OLD."owner_org_id") IS DISTINCT FROM (NEW."owner_id", NEW."owner_org_id"))
  EXECUTE FUNCTION "pass_design_owner_on"();

CREATE FUNCTION "pass_target_organization_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "deployments" SET "target_org_id" = NEW."organization_id" WHERE "target_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "targets_pass_organization_on" AFTER UPDATE OF "organization_id" ON "targets" FOR EACH ROW
  WHEN (OLD."organization_id" IS DISTINCT FROM NEW."organization_id")
  EXECUTE FUNCTION "pass_target_organization_on"();

-- The facts of a design's newest completed build, which is complete before the design names it.
CREATE FUNCTION "copy_last_build"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."last_build_date" := NULL;
  NEW."last_build_request" := NULL;
  NEW."last_build_size" := NULL;
  SELECT b."completed_at", b."requested_at", b."size" INTO NEW."last_build_date", NEW."last_build_request", NEW."last_build_size"
  FROM "builds" b WHERE b."id" = NEW."most_recent_build_id";
  RETURN NEW;
END $$;
CREATE TRIGGER "designs_copy_last_build" BEFORE INSERT OR UPDATE OF "most_recent_build_id" ON "designs" FOR EACH ROW
  EXECUTE FUNCTION "copy_last_build"();

-- Whatever can change a list's total leaves the number of its transaction (lib/search/counted-totals.ts). Only inserts, so that
-- no two transactions wait for each other.
CREATE FUNCTION "note_list_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_changes" ("transaction", "source") VALUES (pg_current_xact_id()::text::bigint, TG_ARGV[0]) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_note_list_change" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "id", "owner_id", "owner_org_id", "type",
  "visibility_tags", "search_document", "most_recent_build_id"
  ON "designs" FOR EACH STATEMENT EXECUTE FUNCTION "note_list_change"('designs');
CREATE TRIGGER "design_collaborators_note_list_change" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE
  ON "design_collaborators" FOR EACH STATEMENT EXECUTE FUNCTION "note_list_change"('designs');
CREATE TRIGGER "deployments_note_list_change" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "id", "design_id", "build_id", "target_id",
  "type", "status", "requester_id", "requester_org_id", "owner_id", "owner_org_id", "target_org_id", "new_build", "build_size", "build_date",
  "search_document", "requested_at", "approved_at"
  ON "deployments" FOR EACH STATEMENT EXECUTE FUNCTION "note_list_change"('deployments');
CREATE TRIGGER "builds_note_list_change" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "id", "design_id", "status", "requested_at",
  "completed_at", "size"
  ON "builds" FOR EACH STATEMENT EXECUTE FUNCTION "note_list_change"('builds');
CREATE TRIGGER "targets_note_list_change" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "id", "organization_id", "slug", "type"
  ON "targets" FOR EACH STATEMENT EXECUTE FUNCTION "note_list_change"('targets');
CREATE TRIGGER "target_accepted_organizations_note_list_change" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE
  ON "target_accepted_organizations" FOR EACH STATEMENT EXECUTE FUNCTION "note_list_change"('targets');
CREATE TRIGGER "organizations_note_list_change" AFTER DELETE OR TRUNCATE OR UPDATE OF "slug"
  ON "organizations" FOR EACH STATEMENT EXECUTE FUNCTION "note_list_change"('targets');
