-- Which version of each source a completed build has read.
CREATE TABLE "build_sources" (
    "build_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "build_sources_pkey" PRIMARY KEY ("build_id","source_id")
);
CREATE INDEX "build_sources_source_id_idx" ON "build_sources"("source_id");
ALTER TABLE "build_sources" ADD CONSTRAINT "build_sources_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "build_sources" ADD CONSTRAINT "build_sources_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Builds from before have read what was current when they started.
INSERT INTO "build_sources" ("build_id", "source_id", "import_id", "processed_at")
SELECT b."id", s."id", i."id", i."processed_at" FROM "builds" b
JOIN "inventory_sources" s ON s."slug" = ANY (b."sources")
JOIN LATERAL (SELECT i."id", i."processed_at" FROM "inventory_imports" i
  WHERE i."source_id" = s."id" AND i."processed_at" <= COALESCE(b."started_at", b."requested_at")
  ORDER BY i."processed_at" DESC, i."id" LIMIT 1) i ON true
WHERE b."status" = 'done';

-- Designs that are rebuilt, and requested again, when their data change.
CREATE TABLE "design_automations" (
    "design_id" UUID NOT NULL,
    "rebuild" BOOLEAN NOT NULL,
    "redeploy" BOOLEAN NOT NULL,
    "set_by_id" UUID NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,
    "tried" TEXT,
    "build_id" UUID,
    "problem" TEXT,
    "problem_at" TIMESTAMPTZ(3),

    CONSTRAINT "design_automations_pkey" PRIMARY KEY ("design_id")
);
CREATE INDEX "design_automations_set_by_id_idx" ON "design_automations"("set_by_id");
ALTER TABLE "design_automations" ADD CONSTRAINT "design_automations_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "design_automations" ADD CONSTRAINT "design_automations_set_by_id_fkey" FOREIGN KEY ("set_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "builds" ADD COLUMN "automatic" BOOLEAN NOT NULL DEFAULT false;

-- The design's page tells of its automation.
CREATE FUNCTION "note_design_automation_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('design', NEW."design_id", (SELECT d."revision" FROM "designs" d WHERE d."id" = NEW."design_id"), NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "design_automations_note_change" AFTER INSERT OR UPDATE ON "design_automations"
  FOR EACH ROW EXECUTE FUNCTION "note_design_automation_change"();
