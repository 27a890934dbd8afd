-- Audit events that still have to be told of. A trigger fills the table, so that no writer of an
-- event can forget it; events from before this migration are told to nobody.
CREATE TABLE "outbox" (
    "event_id" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("event_id")
);

CREATE FUNCTION "put_into_outbox"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "outbox" ("event_id") SELECT "id" FROM "recorded";
  RETURN NULL;
END $$;
CREATE TRIGGER "audit_events_put_into_outbox" AFTER INSERT ON "audit_events" REFERENCING NEW TABLE AS "recorded"
  FOR EACH STATEMENT EXECUTE FUNCTION "put_into_outbox"();
