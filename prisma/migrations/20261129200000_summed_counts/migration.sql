-- Which rows of list_counts are sums: adding up reads the others, and the sums that they change, instead of every row
-- (docs/decisions/0553-sums-stay-until-they-change.md). Rows that are there count as sums, by the first default, which writes
-- none of them: several of a group add up to the same total. Triggers, also for processes of an earlier version, write changes.
ALTER TABLE "list_counts" ADD COLUMN "summed" BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE "list_counts" ALTER COLUMN "summed" SET DEFAULT FALSE;
CREATE INDEX "list_counts_changes" ON "list_counts"("id") WHERE NOT "summed";
-- A sum is looked up by its group. It serves what the narrower one did.
CREATE INDEX "list_counts_list_owner_org_id_target_org_id_idx" ON "list_counts"("list", "owner_org_id", "target_org_id");
DROP INDEX "list_counts_list_owner_org_id_idx";
