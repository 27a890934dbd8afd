-- DropIndex
DROP INDEX "deployments_owner_org_id_status_updated_at_id_target_org_id_idx";

-- CreateIndex
CREATE INDEX "deployments_of_owner_org_by_status" ON "deployments"("owner_org_id", "status", "updated_at" DESC, "id", "target_org_id", "design_id", "target_id");
