-- Written by hand: what schema.prisma cannot express.

-- Tags are compared as they look, however their accents were typed: those of before are composed as new ones are (Unicode NFC), in their
-- order and each once.
CREATE FUNCTION pg_temp."composed"("tags" text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(tag ORDER BY place) FROM (
    SELECT normalize(tag, NFC) AS tag, min(place) AS place FROM unnest("tags") WITH ORDINALITY AS each(tag, place) GROUP BY 1) once
$$;
UPDATE "deployments" SET "tags" = pg_temp."composed"("tags") WHERE array_to_string("tags", ',') IS NOT NFC NORMALIZED;
UPDATE "designs" SET "visibility_tags" = pg_temp."composed"("visibility_tags")
  WHERE array_to_string("visibility_tags", ',') IS NOT NFC NORMALIZED;
UPDATE "agents" SET "tags" = pg_temp."composed"("tags") WHERE array_to_string("tags", ',') IS NOT NFC NORMALIZED;
DROP FUNCTION pg_temp."composed"(text[]);
