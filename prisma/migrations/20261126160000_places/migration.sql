-- The operator's own places, in categories; a category may be sensitive.
CREATE TABLE "place_categories" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "sensitive" BOOLEAN NOT NULL DEFAULT false,
    "geofence_collection_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "place_categories_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "places" (
    "collection_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "search_document" TEXT NOT NULL,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "places_pkey" PRIMARY KEY ("collection_id","position")
);

CREATE TABLE "sensitive_overlaps" (
    "collection_id" UUID NOT NULL,
    "places_key" TEXT NOT NULL,
    "geofence_count" INTEGER NOT NULL,
    "categories" JSONB NOT NULL,
    "geofences" JSONB NOT NULL,

    CONSTRAINT "sensitive_overlaps_pkey" PRIMARY KEY ("collection_id")
);

ALTER TABLE "targets" ADD COLUMN "refuses_sensitive_places" BOOLEAN NOT NULL DEFAULT false;

CREATE UNIQUE INDEX "place_categories_name_key" ON "place_categories"("name");
CREATE INDEX "place_categories_geofence_collection_id_idx" ON "place_categories"("geofence_collection_id");
-- Of the words of a name, by prefixes.
CREATE INDEX "places_search_document_idx" ON "places" USING GIN (array_to_tsvector(string_to_array("search_document", ' ')));

ALTER TABLE "place_categories" ADD CONSTRAINT "place_categories_geofence_collection_id_fkey" FOREIGN KEY ("geofence_collection_id") REFERENCES "geofence_collections"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "places" ADD CONSTRAINT "places_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "geofence_collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sensitive_overlaps" ADD CONSTRAINT "sensitive_overlaps_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "geofence_collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
