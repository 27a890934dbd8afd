-- DropIndex
DROP INDEX "deployments_owner_id_idx";

-- DropIndex
DROP INDEX "deployments_requester_id_idx";

-- DropIndex
DROP INDEX "deployments_target_org_id_status_idx";

-- CreateTable
CREATE TABLE "list_tallies" (
    "id" BIGSERIAL NOT NULL,
    "counted" TEXT NOT NULL,
    "owner_org_id" UUID NOT NULL,
    "target_org_id" UUID,
    "status" "DeploymentStatus",
    "change" INTEGER NOT NULL,

    CONSTRAINT "list_tallies_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "list_tallies_counted_owner_org_id_idx" ON "list_tallies"("counted", "owner_org_id");

-- CreateIndex
CREATE INDEX "list_tallies_counted_target_org_id_idx" ON "list_tallies"("counted", "target_org_id");

-- CreateIndex
CREATE INDEX "deployments_requester_id_owner_org_id_idx" ON "deployments"("requester_id", "owner_org_id");

-- CreateIndex
CREATE INDEX "deployments_owner_id_owner_org_id_idx" ON "deployments"("owner_id", "owner_org_id");

-- CreateIndex
CREATE INDEX "deployments_target_org_id_status_updated_at_id_idx" ON "deployments"("target_org_id", "status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_owner_id_owner_org_id_idx" ON "designs"("owner_id", "owner_org_id");

-- Written by hand from here on: what schema.prisma cannot express.

-- Rows in bulk are noted by statement, changes of rows only where one counts as another than before.
CREATE FUNCTION "tally_designs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_tallies" ("counted", "owner_org_id", "change")
  SELECT kind, r."owner_org_id", CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
  FROM "changed" r CROSS JOIN (VALUES ('designs'), ('built_designs')) AS kinds (kind)
  WHERE kind = 'designs' OR r."most_recent_build_id" IS NOT NULL GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_tally_made" AFTER INSERT ON "designs" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_designs"();
CREATE TRIGGER "designs_tally_gone" AFTER DELETE ON "designs" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_designs"();

CREATE FUNCTION "tally_changed_design"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_tallies" ("counted", "owner_org_id", "change")
  VALUES ('designs', OLD."owner_org_id", -1), ('designs', NEW."owner_org_id", 1),
    ('built_designs', OLD."owner_org_id", -(OLD."most_recent_build_id" IS NOT NULL)::int),
    ('built_designs', NEW."owner_org_id", (NEW."most_recent_build_id" IS NOT NULL)::int);
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_tally_changed" AFTER UPDATE OF "owner_org_id", "most_recent_build_id" ON "designs" FOR EACH ROW
  WHEN (OLD."owner_org_id" IS DISTINCT FROM NEW."owner_org_id"
    OR (OLD."most_recent_build_id" IS NULL) IS DISTINCT FROM (NEW."most_recent_build_id" IS NULL))
  EXECUTE FUNCTION "tally_changed_design"();

CREATE FUNCTION "tally_deployments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_tallies" ("counted", "owner_org_id", "target_org_id", "status", "change")
  SELECT 'deployments', r."owner_org_id", r."target_org_id", r."status", CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
  FROM "changed" r GROUP BY 2, 3, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_tally_made" AFTER INSERT ON "deployments" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_deployments"();
CREATE TRIGGER "deployments_tally_gone" AFTER DELETE ON "deployments" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_deployments"();

CREATE FUNCTION "tally_changed_deployment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_tallies" ("counted", "owner_org_id", "target_org_id", "status", "change")
  VALUES ('deployments', OLD."owner_org_id", OLD."target_org_id", OLD."status", -1),
    ('deployments', NEW."owner_org_id", NEW."target_org_id", NEW."status", 1);
  RETURN NULL;
END $$;
-- Also when no column of these is named: BEFORE triggers write the copies of the owner's and the target's organisation.
CREATE TRIGGER "deployments_tally_changed" AFTER UPDATE ON "deployments" FOR EACH ROW
  WHEN ((OLD."owner_org_id", OLD."target_org_id", OLD."status") IS DISTINCT FROM (NEW."owner_org_id", NEW."target_org_id", NEW."status"))
  EXECUTE FUNCTION "tally_changed_deployment"();

CREATE FUNCTION "forget_tallies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "list_tallies" WHERE ("counted" = 'deployments') = (TG_TABLE_NAME = 'deployments');
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_forget_tallies" AFTER TRUNCATE ON "designs" FOR EACH STATEMENT EXECUTE FUNCTION "forget_tallies"();
CREATE TRIGGER "deployments_forget_tallies" AFTER TRUNCATE ON "deployments" FOR EACH STATEMENT EXECUTE FUNCTION "forget_tallies"();

-- Rows that exist already; the triggers above keep writers out until this migration ends.
INSERT INTO "list_tallies" ("counted", "owner_org_id", "change")
SELECT 'designs', "owner_org_id", count(*) FROM "designs" GROUP BY 2
UNION ALL SELECT 'built_designs', "owner_org_id", count(*) FROM "designs" WHERE "most_recent_build_id" IS NOT NULL GROUP BY 2;
INSERT INTO "list_tallies" ("counted", "owner_org_id", "target_org_id", "status", "change")
SELECT 'deployments', "owner_org_id", "target_org_id", "status", count(*) FROM "deployments" GROUP BY 2, 3, 4;
