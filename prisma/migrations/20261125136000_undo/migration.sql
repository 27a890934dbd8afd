-- A decision ends schedules, and undoing it brings them back: they are marked instead of deleted.
-- Those that ended long before can no longer come back.
ALTER TABLE "deployment_schedules" ADD COLUMN "ended_at" TIMESTAMPTZ(3);
ALTER TABLE "deployment_schedules" ADD CONSTRAINT "deployment_schedules_ended_is_over" CHECK (
  "ended_at" IS NULL OR "ran_at" IS NOT NULL);

CREATE OR REPLACE FUNCTION "end_schedules_of_deployment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "deployment_schedules"
  WHERE "deployment_id" = NEW."id" AND "ended_at" < NEW."updated_at" - interval '5 minutes';
  UPDATE "deployment_schedules" SET "ran_at" = NEW."updated_at", "ended_at" = NEW."updated_at"
  WHERE "deployment_id" = NEW."id" AND "ran_at" IS NULL AND (NEW."status" <> 'activated' OR "action" = 'activate');
  RETURN NULL;
END $$;

-- The queue shows what has waited longest first, whatever was changed of it since.
CREATE INDEX "deployments_requested_at_id_idx" ON "deployments"("requested_at" DESC, "id");
