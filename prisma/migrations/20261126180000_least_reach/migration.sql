-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "least_reach" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_least_reach_check" CHECK ("least_reach" >= 0);
