-- AlterTable
ALTER TABLE "build_sets" ADD COLUMN     "poi_query" JSONB,
ADD COLUMN     "poi_release_id" UUID;

-- AlterTable
ALTER TABLE "design_sets" ADD COLUMN     "poi_query" JSONB,
ADD COLUMN     "poi_release_id" UUID;

-- CreateTable
CREATE TABLE "poi_releases" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "attribution" TEXT,
    "current" BOOLEAN NOT NULL,
    "file_key" TEXT,
    "size" BIGINT NOT NULL,
    "poi_count" INTEGER NOT NULL,
    "skipped_count" INTEGER NOT NULL,
    "country_count" INTEGER NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "poi_releases_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "poi_releases_one_current" ON "poi_releases"("current") WHERE (current);

-- AddForeignKey
ALTER TABLE "design_sets" ADD CONSTRAINT "design_sets_poi_release_id_fkey" FOREIGN KEY ("poi_release_id") REFERENCES "poi_releases"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_sets" ADD CONSTRAINT "build_sets_poi_release_id_fkey" FOREIGN KEY ("poi_release_id") REFERENCES "poi_releases"("id") ON DELETE SET NULL ON UPDATE CASCADE;
