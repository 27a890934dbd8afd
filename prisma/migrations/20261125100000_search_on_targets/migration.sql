-- What an administrator finds of a design on their targets by words: those of the builds there, and
-- not those of the draft. Null until the service writes it; the service normalizes the words.
ALTER TABLE "design_targets" ADD COLUMN "search_document" TEXT;
-- The organization is a word of the index: a common word is found among its rows alone.
CREATE INDEX "design_targets_search_document_idx" ON "design_targets"
  USING GIN (array_to_tsvector(string_to_array("target_org_id"::text || ' ' || "search_document", ' ')));
CREATE INDEX "design_targets_without_search_document" ON "design_targets"("design_id") WHERE "search_document" IS NULL;

CREATE OR REPLACE FUNCTION "keep_design_targets"("designs" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "lock_design_targets"("designs");
  DELETE FROM "design_targets" g WHERE g."design_id" IN (SELECT unnest("designs")) AND NOT EXISTS (
    SELECT 1 FROM "deployments" x WHERE x."design_id" = g."design_id" AND x."target_org_id" = g."target_org_id");
  INSERT INTO "design_targets" AS g
    ("target_org_id", "design_id", "owner_org_id", "type", "build_id", "build_date", "build_request", "build_size")
  SELECT DISTINCT ON (x."design_id", x."target_org_id") x."target_org_id", x."design_id", x."owner_org_id", x."type", x."build_id",
    x."build_date", b."requested_at", x."build_size"
  FROM "deployments" x JOIN "builds" b ON b."id" = x."build_id" WHERE x."design_id" IN (SELECT unnest("designs"))
  ORDER BY x."design_id", x."target_org_id", x."build_date" DESC, x."build_id"
  ON CONFLICT ("target_org_id", "design_id") DO UPDATE SET "owner_org_id" = EXCLUDED."owner_org_id", "type" = EXCLUDED."type",
    "build_id" = EXCLUDED."build_id", "build_date" = EXCLUDED."build_date", "build_request" = EXCLUDED."build_request",
    "build_size" = EXCLUDED."build_size",
    "search_document" = CASE WHEN g."build_id" = EXCLUDED."build_id" THEN g."search_document" END
  WHERE (g."owner_org_id", g."type", g."build_id", g."build_date")
    IS DISTINCT FROM (EXCLUDED."owner_org_id", EXCLUDED."type", EXCLUDED."build_id", EXCLUDED."build_date");
END $$;

-- The same of a deployment, where the draft has words that its build has not; null where it has none.
ALTER TABLE "deployments" ADD COLUMN "shown_document" TEXT;
