-- AlterTable
ALTER TABLE "build_sets" ADD COLUMN     "east" DOUBLE PRECISION,
ADD COLUMN     "geofence_collection_id" UUID,
ADD COLUMN     "north" DOUBLE PRECISION,
ADD COLUMN     "south" DOUBLE PRECISION,
ADD COLUMN     "west" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "deployments" ADD COLUMN     "replaced_by_id" UUID;

-- CreateIndex
CREATE INDEX "deployments_waiting" ON "deployments"("target_id", "requested_at") WHERE (status = 'requested'::"DeploymentStatus");

-- CreateIndex
CREATE INDEX "deployments_tags_idx" ON "deployments" USING GIN ("tags");

-- A decision ends what was scheduled before it: nothing is activated that was rejected, cancelled or deactivated since, and what
-- is activated by hand is not activated by schedule again. An end of a campaign that is still to come outlives its activation.
CREATE FUNCTION "end_schedules_of_deployment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "deployment_schedules"
  WHERE "deployment_id" = NEW."id" AND "ran_at" IS NULL AND (NEW."status" <> 'activated' OR "action" = 'activate');
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_end_schedules" AFTER UPDATE OF "status" ON "deployments" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "end_schedules_of_deployment"();
