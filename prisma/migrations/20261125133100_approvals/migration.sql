-- How many administrators a target asks for.
ALTER TABLE "targets" ADD COLUMN "required_approvals" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "second_approval_for_delete" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "targets" ADD CONSTRAINT "targets_required_approvals_within" CHECK ("required_approvals" BETWEEN 1 AND 5);

CREATE TYPE "ApprovalAction" AS ENUM ('activate', 'delete');

-- Who has approved a decision that needs several people, until it is made.
CREATE TABLE "deployment_approvals" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deployment_id" UUID NOT NULL,
    "action" "ApprovalAction" NOT NULL,
    "user_id" UUID NOT NULL,
    "people" UUID[] NOT NULL,
    "digest" TEXT NOT NULL,
    "activate_at" TIMESTAMPTZ(3),
    "deactivate_at" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "deployment_approvals_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "deployment_approvals_one_each" ON "deployment_approvals"("deployment_id", "action", "user_id") WHERE (ended_at IS NULL);
CREATE INDEX "deployment_approvals_of_user" ON "deployment_approvals"("user_id") WHERE (ended_at IS NULL);
CREATE INDEX "deployment_approvals_deployment_id_ended_at_idx" ON "deployment_approvals"("deployment_id", "ended_at");
ALTER TABLE "deployment_approvals" ADD CONSTRAINT "deployment_approvals_deployment_id_fkey"
  FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployment_approvals" ADD CONSTRAINT "deployment_approvals_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A decision uses the approvals up, or makes them void: a deployment that was rejected, cancelled or
-- deactivated since is approved afresh. Undoing the decision brings back those that ended with it.
CREATE FUNCTION "end_approvals_of_deployment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "deployment_approvals"
  WHERE "deployment_id" = NEW."id" AND "ended_at" < NEW."updated_at" - interval '5 minutes';
  UPDATE "deployment_approvals" SET "ended_at" = NEW."updated_at" WHERE "deployment_id" = NEW."id" AND "ended_at" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_end_approvals" AFTER UPDATE OF "status" ON "deployments" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "end_approvals_of_deployment"();
