-- DropIndex
DROP INDEX "deployments_requester_org_id_owner_org_id_idx";

-- CreateIndex
CREATE INDEX "deployments_of_another_organization" ON "deployments"("requester_org_id") WHERE (requester_org_id <> owner_org_id);
