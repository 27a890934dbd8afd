-- A schedule runs after the credential that made it may be gone: it remembers who else may have used
-- that one, as the four-eyes rule counts them.
ALTER TABLE "deployment_schedules" ADD COLUMN "voucher_ids" UUID[] NOT NULL DEFAULT '{}';
