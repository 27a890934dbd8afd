-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "report_digest" TEXT;
