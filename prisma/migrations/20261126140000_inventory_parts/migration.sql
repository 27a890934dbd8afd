-- The data of a source are parts: a version names those that it consists of, so that a file can be
-- appended and old rows can expire without writing everything again.
CREATE TABLE "inventory_parts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "source_id" UUID NOT NULL,
    "file_key" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "row_count" BIGINT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3),
    "last_seen_at" TIMESTAMPTZ(3),
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inventory_parts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "inventory_import_parts" (
    "import_id" UUID NOT NULL,
    "part_id" UUID NOT NULL,

    CONSTRAINT "inventory_import_parts_pkey" PRIMARY KEY ("import_id","part_id")
);

CREATE INDEX "inventory_parts_source_id_idx" ON "inventory_parts"("source_id");
CREATE INDEX "inventory_import_parts_part_id_idx" ON "inventory_import_parts"("part_id");

ALTER TABLE "inventory_parts" ADD CONSTRAINT "inventory_parts_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "inventory_import_parts" ADD CONSTRAINT "inventory_import_parts_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "inventory_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "inventory_import_parts" ADD CONSTRAINT "inventory_import_parts_part_id_fkey" FOREIGN KEY ("part_id") REFERENCES "inventory_parts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Each file that is still there is the one part of its version; its first visit is not known.
INSERT INTO "inventory_parts" ("id", "source_id", "file_key", "size", "row_count", "last_seen_at", "added_at")
SELECT "id", "source_id", "file_key", "size", "row_count", "newest_seen_at", "processed_at"
FROM "inventory_imports" WHERE "swept_at" IS NULL;
INSERT INTO "inventory_import_parts" ("import_id", "part_id")
SELECT "id", "id" FROM "inventory_imports" WHERE "swept_at" IS NULL;

ALTER TABLE "inventory_imports" ADD COLUMN "mode" TEXT NOT NULL DEFAULT 'replace',
ADD COLUMN "added_count" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "expired_count" BIGINT NOT NULL DEFAULT 0;
UPDATE "inventory_imports" SET "added_count" = "row_count";
ALTER TABLE "inventory_imports" DROP COLUMN "file_key";

ALTER TABLE "inventory_sources" ADD COLUMN "keep_days" INTEGER,
ADD COLUMN "expiry_lease_until" TIMESTAMPTZ(3);
ALTER TABLE "inventory_sources" ADD CONSTRAINT "inventory_sources_keep_days_check" CHECK ("keep_days" BETWEEN 1 AND 3650);
