-- AlterTable
ALTER TABLE "builds" ADD COLUMN     "leased_at" TIMESTAMPTZ(3);
