-- When the requester of a deployment proposes to activate and to deactivate it.
ALTER TABLE "deployments" ADD COLUMN "proposed_activate_at" TIMESTAMPTZ(3),
  ADD COLUMN "proposed_deactivate_at" TIMESTAMPTZ(3);
