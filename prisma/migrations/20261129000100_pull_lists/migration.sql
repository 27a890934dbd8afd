-- Pulls bring the data of a source, or the geofences of a set of a design.
ALTER TABLE "inventory_pulls" RENAME TO "pulls";
ALTER INDEX "inventory_pulls_next_at_idx" RENAME TO "pulls_next_at_idx";
ALTER TABLE "pulls" RENAME CONSTRAINT "inventory_pulls_source_id_fkey" TO "pulls_source_id_fkey";
ALTER TABLE "pulls" DROP CONSTRAINT "inventory_pulls_pkey";
ALTER TABLE "pulls" ALTER COLUMN "source_id" DROP NOT NULL;
ALTER TABLE "pulls" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN "set_id" UUID,
  ADD COLUMN "design_id" UUID,
  ADD COLUMN "scopes" "KeyScope"[],
  ADD CONSTRAINT "pulls_pkey" PRIMARY KEY ("id"),
  ADD CONSTRAINT "pulls_subject" CHECK (("source_id" IS NOT NULL) <> ("set_id" IS NOT NULL) AND ("set_id" IS NULL) = ("design_id" IS NULL));

-- CreateIndex
CREATE UNIQUE INDEX "pulls_source_id_key" ON "pulls"("source_id");
CREATE UNIQUE INDEX "pulls_set_id_key" ON "pulls"("set_id");
CREATE INDEX "pulls_design_id_idx" ON "pulls"("design_id");

-- AddForeignKey
ALTER TABLE "pulls" ADD CONSTRAINT "pulls_set_id_fkey" FOREIGN KEY ("set_id") REFERENCES "design_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pulls" ADD CONSTRAINT "pulls_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Pages hear of both.
ALTER TRIGGER "inventory_pulls_note_change" ON "pulls" RENAME TO "pulls_note_change";
ALTER TRIGGER "inventory_pulls_note_edit" ON "pulls" RENAME TO "pulls_note_edit";
CREATE TRIGGER "pulls_note_design_change" AFTER INSERT OR DELETE ON "pulls" FOR EACH ROW
  EXECUTE FUNCTION "note_part_change"('design');
CREATE TRIGGER "pulls_note_design_edit" AFTER UPDATE ON "pulls" FOR EACH ROW
  WHEN ((OLD."next_at", OLD."url", OLD."problem_at", OLD."last_pulled_at", OLD."lease_token")
    IS DISTINCT FROM (NEW."next_at", NEW."url", NEW."problem_at", NEW."last_pulled_at", NEW."lease_token"))
  EXECUTE FUNCTION "note_part_change"('design');
