-- AlterTable
ALTER TABLE "builds" ADD COLUMN     "trace_parent" TEXT;

-- AlterTable
ALTER TABLE "targets" ADD COLUMN     "trace_parent" TEXT;
