-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "embed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];
