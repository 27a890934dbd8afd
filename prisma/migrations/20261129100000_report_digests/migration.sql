-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "report_digest" TEXT,
ADD COLUMN     "report_digest_at" TIMESTAMPTZ(3);
