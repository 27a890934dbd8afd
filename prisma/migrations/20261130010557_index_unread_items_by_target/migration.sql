-- CreateIndex
CREATE INDEX "inbox_items_unread_of_target" ON "inbox_items"("target_id", "kind") WHERE (read_at IS NULL);
