-- DropIndex
DROP INDEX "design_sets_geofence_collection_id_key";

-- AlterTable
ALTER TABLE "design_sets" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "updated_by_id" UUID;

-- AlterTable
ALTER TABLE "geofence_collections" ADD COLUMN     "polygon_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "vertex_count" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "design_sets_geofence_collection_id_idx" ON "design_sets"("geofence_collection_id");

-- CreateIndex
CREATE INDEX "design_sets_updated_by_id_idx" ON "design_sets"("updated_by_id");

-- CreateIndex
CREATE INDEX "designs_status_updated_at_id_idx" ON "designs"("status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_owner_org_id_status_updated_at_id_idx" ON "designs"("owner_org_id", "status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_owner_org_last_build_size" ON "designs"("owner_org_id", "last_build_size" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "designs_never_built" ON "designs"("id") WHERE (most_recent_build_id IS NULL);

-- CreateIndex
CREATE INDEX "designs_owner_org_never_built" ON "designs"("owner_org_id", "id") WHERE (most_recent_build_id IS NULL);

-- AddForeignKey
ALTER TABLE "design_sets" ADD CONSTRAINT "design_sets_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Designs by name, whatever its capitals: an expression, which the schema cannot say.
CREATE INDEX "designs_name" ON "designs" ((lower("name") COLLATE "C"), "id");
CREATE INDEX "designs_owner_org_name" ON "designs" ("owner_org_id", (lower("name") COLLATE "C"), "id");
