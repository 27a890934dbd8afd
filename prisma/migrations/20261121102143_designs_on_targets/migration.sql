-- DropIndex
DROP INDEX "deployments_target_org_id_design_id_idx";

-- CreateIndex
CREATE INDEX "deployments_designs_on_targets" ON "deployments"("target_org_id", "design_id", "owner_org_id", "owner_id", "type");
