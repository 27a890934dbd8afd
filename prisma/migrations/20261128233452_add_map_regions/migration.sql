-- CreateTable
CREATE TABLE "map_regions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "file_key" TEXT,
    "size" BIGINT,
    "schema" TEXT,
    "min_zoom" INTEGER,
    "max_zoom" INTEGER,
    "bounds" DOUBLE PRECISION[],
    "attribution" TEXT,
    "data_at" TIMESTAMPTZ(3),
    "host" TEXT,
    "sealed_url" BYTEA,
    "problem" TEXT,
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "added_by_id" UUID,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "map_regions_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "map_regions" ADD CONSTRAINT "map_regions_added_by_id_fkey" FOREIGN KEY ("added_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
