-- What each person is told of (docs/contract.md, Notices). Objects are named by id only, and the
-- facts are what the item is worded with: it outlives its objects.
CREATE TABLE "inbox_items" (
    "id" BIGSERIAL NOT NULL,
    "event_id" BIGINT NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "reader" TEXT NOT NULL,
    "design_id" UUID,
    "build_id" UUID,
    "deployment_id" UUID,
    "target_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "facts" JSONB NOT NULL,

    CONSTRAINT "inbox_items_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "inbox_items_event_id_user_id_key" ON "inbox_items"("event_id", "user_id");
CREATE INDEX "inbox_items_user_id_id_idx" ON "inbox_items"("user_id", "id" DESC);
CREATE INDEX "inbox_items_unread" ON "inbox_items"("user_id", "id" DESC) WHERE read_at IS NULL;
CREATE INDEX "inbox_items_at_idx" ON "inbox_items"("at");
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Pages of the reader, on all their devices, hear of new and read items: one change a person and
-- statement. Its object is the reader.
CREATE FUNCTION "note_inbox_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('inbox', i."user_id", NULL, NULL) FROM (SELECT DISTINCT "user_id" FROM "changed") i;
  RETURN NULL;
END $$;
CREATE TRIGGER "inbox_items_note_change" AFTER INSERT ON "inbox_items" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_inbox_change"();
CREATE TRIGGER "inbox_items_note_reading" AFTER UPDATE ON "inbox_items" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_inbox_change"();
