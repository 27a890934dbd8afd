-- AlterTable
ALTER TABLE "list_changes" DROP CONSTRAINT "list_changes_pkey",
ADD COLUMN     "fine_slice" SMALLINT NOT NULL DEFAULT -1,
ADD CONSTRAINT "list_changes_pkey" PRIMARY KEY ("transaction", "source", "slice", "fine_slice");

-- Written by hand from here on: what schema.prisma cannot express.

-- Processes of the version before serve on while this one starts, and know slices by the first byte of a design's id alone: these stay as
-- they were, and the finer ones stand beside them.
CREATE OR REPLACE FUNCTION "slice_of_design"("design_id" uuid) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT get_byte(uuid_send("design_id"), 0)::smallint $$;
CREATE FUNCTION "fine_slice_of_design"("design_id" uuid) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT ((get_byte(uuid_send("design_id"), 0) << 2) | (get_byte(uuid_send("design_id"), 1) >> 6))::smallint $$;

CREATE OR REPLACE FUNCTION "note_designs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_changes" ("transaction", "source", "slice", "fine_slice")
  SELECT DISTINCT pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(r."id"), "fine_slice_of_design"(r."id")
  FROM "changed" r ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION "note_rows_of_designs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_changes" ("transaction", "source", "slice", "fine_slice")
  SELECT DISTINCT pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(r."design_id"), "fine_slice_of_design"(r."design_id")
  FROM "changed" r ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION "note_changed_design"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_changes" ("transaction", "source", "slice", "fine_slice")
  VALUES (pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(OLD."id"), "fine_slice_of_design"(OLD."id")),
    (pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(NEW."id"), "fine_slice_of_design"(NEW."id")) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION "note_changed_row_of_design"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_changes" ("transaction", "source", "slice", "fine_slice")
  VALUES (pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(OLD."design_id"), "fine_slice_of_design"(OLD."design_id")),
    (pg_current_xact_id()::text::bigint, TG_ARGV[0], "slice_of_design"(NEW."design_id"), "fine_slice_of_design"(NEW."design_id")) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Whoever has counted by other slices in between counts anew.
INSERT INTO "list_changes" ("transaction", "source")
SELECT pg_current_xact_id()::text::bigint, "counted" FROM (VALUES ('designs'), ('builds'), ('deployments'), ('targets')) AS "sources" ("counted");
