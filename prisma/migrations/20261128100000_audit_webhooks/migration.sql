-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN "audit_position" BIGINT;

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "audit_after" BIGINT,
ADD COLUMN "audit_until" BIGINT;
