-- A request whose decision was taken back waits its whole time again.
ALTER TABLE "deployments" ADD COLUMN "pending_again_at" TIMESTAMPTZ(3);
UPDATE "deployments" SET "pending_again_at" = "undone"."at"
FROM (SELECT "object_id", max("at") AS "at" FROM "audit_events"
  WHERE "object_type" = 'deployment' AND "action" = 'undo' GROUP BY "object_id") "undone"
WHERE "deployments"."id" = "undone"."object_id";
