-- AlterTable
ALTER TABLE "build_sets" ADD COLUMN     "added_count" INTEGER,
ADD COLUMN     "removed_count" INTEGER;

-- AlterTable
ALTER TABLE "builds" ADD COLUMN     "compared_build_id" UUID;

-- CreateTable
CREATE TABLE "build_fence_digests" (
    "build_id" UUID NOT NULL,
    "set_id" UUID NOT NULL,
    "digests" BYTEA NOT NULL,

    CONSTRAINT "build_fence_digests_pkey" PRIMARY KEY ("build_id","set_id")
);

-- AddForeignKey
ALTER TABLE "build_fence_digests" ADD CONSTRAINT "build_fence_digests_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE CASCADE ON UPDATE CASCADE;
