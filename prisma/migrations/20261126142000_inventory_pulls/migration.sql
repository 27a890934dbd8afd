-- Where and when the data of a source are pulled from.
CREATE TABLE "inventory_pulls" (
    "source_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "every_hours" INTEGER,
    "daily_at" TEXT,
    "time_zone" TEXT,
    "header_name" TEXT,
    "header_value" BYTEA,
    "access_key_id" TEXT,
    "secret_access_key" BYTEA,
    "set_by_id" UUID,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "etag" TEXT,
    "last_modified" TEXT,
    "digest" TEXT,
    "last_pulled_at" TIMESTAMPTZ(3),
    "last_changed_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "problem_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "inventory_pulls_pkey" PRIMARY KEY ("source_id"),
    CONSTRAINT "inventory_pulls_schedule_check" CHECK (("every_hours" IS NULL) <> ("daily_at" IS NULL))
);
CREATE INDEX "inventory_pulls_next_at_idx" ON "inventory_pulls"("next_at");
ALTER TABLE "inventory_pulls" ADD CONSTRAINT "inventory_pulls_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION "note_inventory_pull_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('inventory_source', s."id", s."revision", NULL) FROM "inventory_sources" s
  WHERE s."id" = COALESCE(NEW."source_id", OLD."source_id");
  RETURN NULL;
END $$;
CREATE TRIGGER "inventory_pulls_note_change" AFTER INSERT OR DELETE ON "inventory_pulls"
  FOR EACH ROW EXECUTE FUNCTION "note_inventory_pull_change"();
CREATE TRIGGER "inventory_pulls_note_edit" AFTER UPDATE ON "inventory_pulls" FOR EACH ROW
  WHEN ((OLD."next_at", OLD."url", OLD."problem_at", OLD."last_pulled_at", OLD."lease_token")
    IS DISTINCT FROM (NEW."next_at", NEW."url", NEW."problem_at", NEW."last_pulled_at", NEW."lease_token"))
  EXECUTE FUNCTION "note_inventory_pull_change"();
