-- AlterTable
ALTER TABLE "deployments" ADD COLUMN "requester_voucher_ids" UUID[] NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "design_automations" ADD COLUMN "voucher_ids" UUID[] NOT NULL DEFAULT '{}';
