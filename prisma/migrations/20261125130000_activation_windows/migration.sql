-- Weekly hours in which a target allows activations: {time_zone, hours: [{days, from, to}]}.
-- NULL: always.
ALTER TABLE "targets" ADD COLUMN "activation_hours" JSONB;

-- Times during which a target allows no activations. The revision of the target counts them.
CREATE TABLE "target_freezes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "target_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "target_freezes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "target_freezes_in_order" CHECK ("starts_at" < "ends_at")
);
CREATE INDEX "target_freezes_target_id_ends_at_idx" ON "target_freezes"("target_id", "ends_at");
ALTER TABLE "target_freezes" ADD CONSTRAINT "target_freezes_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "target_freezes" ADD CONSTRAINT "target_freezes_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A scheduled activation that fell due while its target was closed waits until then.
ALTER TABLE "deployment_schedules" ADD COLUMN "held_until" TIMESTAMPTZ(3);
