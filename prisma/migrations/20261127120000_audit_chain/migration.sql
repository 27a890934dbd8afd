-- The audit log is append-only, and a chain of hashes shows what was bent nevertheless
-- (docs/decisions/0500-the-audit-log-is-a-chain.md).

-- Without it, digests of e-mails and addresses could be guessed after an erasure.
ALTER TABLE "audit_events" ADD COLUMN "salt" BYTEA NOT NULL DEFAULT uuid_send(gen_random_uuid());

-- Events that are not in the chain yet.
CREATE TABLE "audit_unchained" (
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "audit_unchained_pkey" PRIMARY KEY ("event_id")
);

-- `position` counts from 1 without gaps; it follows the order in which events were committed.
CREATE TABLE "audit_chain" (
    "position" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "text_digest" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "signature" BYTEA,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("position")
);
CREATE UNIQUE INDEX "audit_chain_event_id_key" ON "audit_chain"("event_id");

-- Texts that an erasure rewrote, with their new digests. The erasure's own audit event has a digest of its rows.
CREATE TABLE "audit_rewrites" (
    "id" BIGSERIAL NOT NULL,
    "event_id" BIGINT NOT NULL,
    "erasure" UUID NOT NULL,
    "text_digest" BYTEA NOT NULL,

    CONSTRAINT "audit_rewrites_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_rewrites_event_id_id_idx" ON "audit_rewrites"("event_id", "id");
CREATE INDEX "audit_rewrites_erasure_id_idx" ON "audit_rewrites"("erasure", "id");

CREATE OR REPLACE FUNCTION "put_into_outbox"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "outbox" ("event_id") SELECT "id" FROM "recorded";
  INSERT INTO "audit_unchained" ("event_id") SELECT "id" FROM "recorded";
  RETURN NULL;
END $$;
INSERT INTO "audit_unchained" ("event_id") SELECT "id" FROM "audit_events";

-- Functions that run as their owner name functions of the system in full, and cast what operators take: somebody
-- who may create functions in this schema could put another one in front of an unqualified name.

-- What an event says of people, apart from their ids: an erasure rewrites it, and nothing else does.
CREATE FUNCTION "audit_text_digest"("event" "audit_events") RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT pg_catalog.sha256("event"."salt" || pg_catalog.convert_to(pg_catalog.jsonb_build_array("event"."actor_label",
    "event"."address", "event"."request_id", "event"."reason", "event"."detail")::text, 'UTF8'))
$$;

-- It runs as its owner, because the service's role may have no right to write these tables.
CREATE FUNCTION "keep_audit_event"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  "texts" text[] := ARRAY['actor_label', 'address', 'request_id', 'reason', 'detail', 'salt'];
  "erasure" text := pg_catalog.current_setting('targeting.audit_erasure', TRUE);
BEGIN
  IF TG_OP = 'DELETE' AND pg_catalog.current_setting('targeting.audit_retention', TRUE) = 'on' THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' THEN
    -- A copy of the design's, which decides who reads the event.
    IF pg_catalog.to_jsonb(NEW) - 'design_org_id'::text = pg_catalog.to_jsonb(OLD) - 'design_org_id'::text AND NEW."design_org_id" IS NOT DISTINCT FROM
      (SELECT d."owner_org_id" FROM "designs" d WHERE d."id" = NEW."design_id") THEN RETURN NEW; END IF;
    IF "erasure" <> '' AND pg_catalog.to_jsonb(NEW) - "texts" = pg_catalog.to_jsonb(OLD) - "texts" THEN
      NEW."salt" := pg_catalog.uuid_send(pg_catalog.gen_random_uuid());
      INSERT INTO "audit_rewrites" ("event_id", "erasure", "text_digest") VALUES (NEW."id", "erasure"::uuid, "audit_text_digest"(NEW));
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'an audit event is never changed or deleted';
END $$;
CREATE TRIGGER "audit_events_keep" BEFORE UPDATE OR DELETE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION "keep_audit_event"();

CREATE FUNCTION "keep_audit_proof"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('targeting.audit_retention', TRUE) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "audit_chain_keep" BEFORE UPDATE OR DELETE ON "audit_chain" FOR EACH ROW EXECUTE FUNCTION "keep_audit_proof"();
CREATE TRIGGER "audit_rewrites_keep" BEFORE UPDATE OR DELETE ON "audit_rewrites" FOR EACH ROW EXECUTE FUNCTION "keep_audit_proof"();
CREATE TRIGGER "audit_events_keep_all" BEFORE TRUNCATE ON "audit_events" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_proof"();
CREATE TRIGGER "audit_chain_keep_all" BEFORE TRUNCATE ON "audit_chain" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_proof"();
CREATE TRIGGER "audit_rewrites_keep_all" BEFORE TRUNCATE ON "audit_rewrites" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_proof"();

CREATE OR REPLACE FUNCTION "pass_design_organization_on"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE "audit_events" SET "design_org_id" = NEW."owner_org_id" WHERE "design_id" = NEW."id";
  RETURN NULL;
END $$;

-- The one way to rewrite texts of audit events (lib/domain/erasure), those with an id above "after" up to "until". It
-- counts rows by column, and leaves a row of "audit_rewrites" for each event.
CREATE FUNCTION "erase_from_audit"("erasure" uuid, "people" uuid[], "sought" text, "sought_in_json" text, "replacement" text,
  "after" bigint, "until" bigint)
RETURNS TABLE ("column_name" text, "row_count" bigint) LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM pg_catalog.set_config('targeting.audit_erasure', "erasure"::text, TRUE);
  RETURN QUERY
    WITH "texts" AS (
      SELECT e."id", e."actor_label" AS "actor_label_before", e."address" AS "address_before",
        e."request_id" AS "request_id_before", e."reason" AS "reason_before", e."detail" AS "detail_before",
        pg_catalog.regexp_replace(e."actor_label", "sought", "replacement", 'gi') AS "actor_label",
        CASE WHEN e."actor_id" = ANY ("people") OR (e."actor_id" IS NULL AND e."object_type" = 'user' AND e."object_id" = ANY ("people"))
          THEN NULL ELSE pg_catalog.regexp_replace(e."address", "sought", "replacement", 'gi') END AS "address",
        pg_catalog.regexp_replace(e."request_id", "sought", "replacement", 'gi') AS "request_id",
        pg_catalog.regexp_replace(e."reason", "sought", "replacement", 'gi') AS "reason",
        pg_catalog.regexp_replace((CASE WHEN e."object_type" = 'user' AND e."object_id" = ANY ("people")
          THEN ((e."detail" #- '{changes,first_name}'::text[]) #- '{changes,last_name}'::text[]) - 'subject'::text ELSE e."detail" END)::text,
          "sought_in_json", "replacement", 'gi')::jsonb AS "detail"
      FROM "audit_events" e WHERE e."id" > "after" AND e."id" <= "until"),
    "changed" AS (
      SELECT t.*, "actor_label" <> "actor_label_before" AS "actor_label_changed",
        "address" IS DISTINCT FROM "address_before" AS "address_changed",
        "request_id" IS DISTINCT FROM "request_id_before" AS "request_id_changed",
        "reason" IS DISTINCT FROM "reason_before" AS "reason_changed",
        "detail" IS DISTINCT FROM "detail_before" AS "detail_changed"
      FROM "texts" t),
    "rewritten" AS (
      UPDATE "audit_events" e SET "actor_label" = c."actor_label", "address" = c."address", "request_id" = c."request_id",
        "reason" = c."reason", "detail" = c."detail"
      FROM "changed" c WHERE c."id" = e."id"
        AND (c."actor_label_changed" OR c."address_changed" OR c."request_id_changed" OR c."reason_changed" OR c."detail_changed")
      RETURNING c.*)
    SELECT f."name", pg_catalog.count(*) FROM "rewritten" r CROSS JOIN LATERAL (VALUES ('actor_label', r."actor_label_changed"),
      ('address', r."address_changed"), ('request_id', r."request_id_changed"), ('reason', r."reason_changed"),
      ('detail', r."detail_changed")) AS f("name", "is_changed")
    WHERE f."is_changed" GROUP BY f."name";
  PERFORM pg_catalog.set_config('targeting.audit_erasure', '', TRUE);
END $$;

-- Functions that run as their owner take their tables from this schema, whatever the caller's session says, and nobody
-- else may call them, or hang them on another table: docs/operations.md grants what the service's role needs.
DO $$
DECLARE "signature" text;
BEGIN
  FOREACH "signature" IN ARRAY ARRAY['keep_audit_event()', 'pass_design_organization_on()',
    'erase_from_audit(uuid, uuid[], text, text, text, bigint, bigint)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', "signature", current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', "signature");
  END LOOP;
END $$;
