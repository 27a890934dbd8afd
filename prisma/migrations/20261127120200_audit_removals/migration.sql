-- Audit events leave after AUDIT_RETENTION_DAYS, from the beginning of the chain on. A signed row stays of what went.
CREATE TABLE "audit_removals" (
    "last_position" BIGINT NOT NULL,
    "event_count" BIGINT NOT NULL,
    "first_event_id" BIGINT NOT NULL,
    "last_event_id" BIGINT NOT NULL,
    "first_hash" BYTEA NOT NULL,
    "last_hash" BYTEA NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,
    "signature" BYTEA NOT NULL,

    CONSTRAINT "audit_removals_pkey" PRIMARY KEY ("last_position")
);
CREATE TRIGGER "audit_removals_keep" BEFORE UPDATE OR DELETE ON "audit_removals" FOR EACH ROW EXECUTE FUNCTION "keep_audit_proof"();
CREATE TRIGGER "audit_removals_keep_all" BEFORE TRUNCATE ON "audit_removals" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_proof"();

-- The one way to remove audit events (lib/domain/audit/chain). It runs as its owner, and takes the first links of the
-- chain alone, none of the last 30 days, and never the last one.
CREATE FUNCTION "remove_from_audit"("until" bigint, "signature" bytea) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  "first" "audit_chain"%ROWTYPE;
  "last" "audit_chain"%ROWTYPE;
BEGIN
  SELECT * INTO "first" FROM "audit_chain" c ORDER BY c."position" LIMIT 1;
  SELECT * INTO "last" FROM "audit_chain" c WHERE c."position" = "until";
  IF "last"."position" IS NULL OR NOT EXISTS (SELECT FROM "audit_chain" c WHERE c."position" > "until") THEN
    RAISE EXCEPTION 'the chain must go on behind link %', "until";
  END IF;
  IF EXISTS (SELECT FROM "audit_chain" c JOIN "audit_events" e ON e."id" = c."event_id"
    WHERE c."position" <= "until" AND e."at" > pg_catalog.now() - interval '30 days') THEN
    RAISE EXCEPTION 'audit events of the last 30 days are never removed';
  END IF;
  PERFORM pg_catalog.set_config('targeting.audit_retention', 'on', TRUE);
  INSERT INTO "audit_removals" ("last_position", "event_count", "first_event_id", "last_event_id", "first_hash", "last_hash", "removed_at", "signature")
  VALUES ("until", "until" - "first"."position" + 1, "first"."event_id", "last"."event_id", "first"."hash", "last"."hash", pg_catalog.now(), "signature");
  DELETE FROM "audit_rewrites" r WHERE r."erasure" IN (
    SELECT (e."detail"->'audit'::text->>'erasure'::text)::uuid FROM "audit_chain" c JOIN "audit_events" e ON e."id" = c."event_id"
    WHERE c."position" <= "until" AND e."object_type" = 'user' AND e."action" = 'erase_user');
  DELETE FROM "audit_events" e USING "audit_chain" c WHERE c."event_id" = e."id" AND c."position" <= "until";
  DELETE FROM "audit_chain" c WHERE c."position" <= "until";
  PERFORM pg_catalog.set_config('targeting.audit_retention', '', TRUE);
  RETURN "until" - "first"."position" + 1;
END $$;

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION remove_from_audit(bigint, bytea) SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
REVOKE EXECUTE ON FUNCTION remove_from_audit(bigint, bytea) FROM PUBLIC;

-- Who regenerated a key before keys kept them (activation asks for it): the events that say so may leave now.
UPDATE "api_keys" k SET "voucher_ids" = k."voucher_ids" || g."people"
FROM (SELECT e."object_id", array_agg(DISTINCT e."actor_id") AS "people" FROM "audit_events" e JOIN "api_keys" a ON a."id" = e."object_id"
  WHERE e."object_type" = 'api_key' AND e."action" = 'regenerate' AND e."actor_id" <> ALL (a."voucher_ids") GROUP BY e."object_id") g
WHERE g."object_id" = k."id";
