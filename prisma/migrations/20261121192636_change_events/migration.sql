-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "design_org_id" UUID;

-- CreateTable
CREATE TABLE "change_events" (
    "transaction" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "revision" INTEGER,
    "facts" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_events_pkey" PRIMARY KEY ("transaction","id")
);

-- CreateIndex
CREATE INDEX "agent_deployments_not_loaded" ON "agent_deployments"("updated_at" DESC) WHERE (state = ANY (ARRAY['failed'::"AgentDeploymentState", 'refused'::"AgentDeploymentState"]));

-- CreateIndex
CREATE INDEX "audit_events_design_org_id_id_idx" ON "audit_events"("design_org_id", "id" DESC);

-- CreateIndex
CREATE INDEX "deployment_schedules_not_done" ON "deployment_schedules"("ran_at" DESC) WHERE (problem IS NOT NULL);

-- CreateIndex
CREATE INDEX "deployments_on_targets" ON "deployments"("target_id", "status", "build_size") WHERE (status = ANY (ARRAY['requested'::"DeploymentStatus", 'activated'::"DeploymentStatus"]));

-- CreateIndex
CREATE INDEX "designs_without_a_build" ON "designs"("updated_at" DESC, "id") WHERE (status = ANY (ARRAY['rejected'::"DesignStatus", 'failed'::"DesignStatus"]));

-- Written by hand from here on: what schema.prisma cannot express.

-- Who reads an event of a design's deployment is decided by the design's owner too: copied when it is written, and kept.
UPDATE "audit_events" e SET "design_org_id" = d."owner_org_id" FROM "designs" d WHERE d."id" = e."design_id";
CREATE FUNCTION "copy_design_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d."owner_org_id" INTO NEW."design_org_id" FROM "designs" d WHERE d."id" = NEW."design_id";
  -- Of a design that was deleted just now, its event says whose it was.
  IF NOT FOUND AND NEW."object_type" = 'design' THEN
    NEW."design_org_id" := NEW."organization_id";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "audit_events_copy_design_organization" BEFORE INSERT ON "audit_events" FOR EACH ROW
  WHEN (NEW."design_id" IS NOT NULL) EXECUTE FUNCTION "copy_design_organization"();
CREATE FUNCTION "pass_design_organization_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "audit_events" SET "design_org_id" = NEW."owner_org_id" WHERE "design_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_pass_organization_on" AFTER UPDATE OF "owner_org_id" ON "designs" FOR EACH ROW
  WHEN (OLD."owner_org_id" IS DISTINCT FROM NEW."owner_org_id") EXECUTE FUNCTION "pass_design_organization_on"();

-- What readers of live pages are told of (lib/events/change-feed.ts), written by the database so that no code can forget it, and
-- only where something has changed that a reader can see. Only inserts, so that no two transactions wait for each other, and no
-- NOTIFY, whose lock would let transactions commit one after the other alone.
CREATE FUNCTION "note_change"("kind" text, "object" uuid, "at_revision" integer, "decided" jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "change_events" ("transaction", "type", "object_id", "revision", "facts")
  VALUES (pg_current_xact_id()::text::bigint, "kind", "object", "at_revision", "decided");
END $$;

CREATE FUNCTION "note_design_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM "note_change"('design', OLD."id", NULL, jsonb_build_object('owner_id', OLD."owner_id", 'owner_org_id', OLD."owner_org_id"));
  ELSIF TG_OP = 'UPDATE' AND (OLD."owner_id", OLD."owner_org_id") IS DISTINCT FROM (NEW."owner_id", NEW."owner_org_id") THEN
    PERFORM "note_change"('design', NEW."id", NEW."revision", jsonb_build_object('owner_id', OLD."owner_id", 'owner_org_id', OLD."owner_org_id"));
  ELSE
    PERFORM "note_change"('design', NEW."id", NEW."revision", NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_note_change" AFTER INSERT OR DELETE ON "designs" FOR EACH ROW EXECUTE FUNCTION "note_design_change"();
CREATE TRIGGER "designs_note_edit" AFTER UPDATE ON "designs" FOR EACH ROW
  WHEN ((OLD."revision", OLD."name", OLD."status", OLD."status_reason", OLD."owner_id", OLD."owner_org_id", OLD."price_cpm",
      OLD."design_size", OLD."most_recent_build_id", OLD."visibility_tags", OLD."updated_at")
    IS DISTINCT FROM (NEW."revision", NEW."name", NEW."status", NEW."status_reason", NEW."owner_id", NEW."owner_org_id", NEW."price_cpm",
      NEW."design_size", NEW."most_recent_build_id", NEW."visibility_tags", NEW."updated_at"))
  EXECUTE FUNCTION "note_design_change"();

CREATE FUNCTION "note_collaborator_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM "note_change"('design', OLD."design_id", NULL, jsonb_build_object('user_id', OLD."user_id", 'organization_id', OLD."organization_id"));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM "note_change"('design', NEW."design_id", (SELECT d."revision" FROM "designs" d WHERE d."id" = NEW."design_id"), NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "design_collaborators_note_change" AFTER INSERT OR UPDATE OR DELETE ON "design_collaborators" FOR EACH ROW
  EXECUTE FUNCTION "note_collaborator_change"();

CREATE FUNCTION "note_build_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('build', NEW."id", NEW."revision", NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "builds_note_change" AFTER INSERT ON "builds" FOR EACH ROW EXECUTE FUNCTION "note_build_change"();
CREATE TRIGGER "builds_note_progress" AFTER UPDATE ON "builds" FOR EACH ROW
  WHEN ((OLD."revision", OLD."status", OLD."status_reason", OLD."phase", OLD."percent", OLD."attempts", OLD."started_at", OLD."completed_at")
    IS DISTINCT FROM (NEW."revision", NEW."status", NEW."status_reason", NEW."phase", NEW."percent", NEW."attempts", NEW."started_at", NEW."completed_at"))
  EXECUTE FUNCTION "note_build_change"();

CREATE FUNCTION "note_deployment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "decided" jsonb;
BEGIN
  IF TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND (OLD."status", OLD."owner_id", OLD."owner_org_id", OLD."target_org_id")
      IS DISTINCT FROM (NEW."status", NEW."owner_id", NEW."owner_org_id", NEW."target_org_id")) THEN
    "decided" := jsonb_build_object('status', OLD."status", 'design_id', OLD."design_id", 'requester_id', OLD."requester_id",
      'requester_org_id', OLD."requester_org_id", 'owner_id', OLD."owner_id", 'owner_org_id', OLD."owner_org_id", 'target_org_id', OLD."target_org_id");
  END IF;
  IF TG_OP = 'DELETE' THEN
    PERFORM "note_change"('deployment', OLD."id", NULL, "decided");
  ELSE
    PERFORM "note_change"('deployment', NEW."id", NEW."revision", "decided");
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_note_change" AFTER INSERT OR DELETE ON "deployments" FOR EACH ROW EXECUTE FUNCTION "note_deployment_change"();
CREATE TRIGGER "deployments_note_transition" AFTER UPDATE ON "deployments" FOR EACH ROW
  WHEN ((OLD."revision", OLD."status", OLD."tags", OLD."updated_at", OLD."owner_id", OLD."owner_org_id", OLD."target_org_id")
    IS DISTINCT FROM (NEW."revision", NEW."status", NEW."tags", NEW."updated_at", NEW."owner_id", NEW."owner_org_id", NEW."target_org_id"))
  EXECUTE FUNCTION "note_deployment_change"();

CREATE FUNCTION "note_schedule_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('schedule', COALESCE(NEW."deployment_id", OLD."deployment_id"), NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "deployment_schedules_note_change" AFTER INSERT OR UPDATE OR DELETE ON "deployment_schedules" FOR EACH ROW
  EXECUTE FUNCTION "note_schedule_change"();

CREATE FUNCTION "note_target_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM "note_change"('target', OLD."id", NULL, jsonb_build_object('organization_id', OLD."organization_id"));
  ELSIF TG_OP = 'UPDATE' AND OLD."organization_id" IS DISTINCT FROM NEW."organization_id" THEN
    PERFORM "note_change"('target', NEW."id", NEW."revision", jsonb_build_object('organization_id', OLD."organization_id"));
  ELSE
    PERFORM "note_change"('target', NEW."id", NEW."revision", NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "targets_note_change" AFTER INSERT OR DELETE ON "targets" FOR EACH ROW EXECUTE FUNCTION "note_target_change"();
CREATE TRIGGER "targets_note_edit" AFTER UPDATE ON "targets" FOR EACH ROW
  WHEN ((OLD."revision", OLD."name", OLD."slug", OLD."type", OLD."memory_capacity", OLD."organization_id", OLD."updated_at")
    IS DISTINCT FROM (NEW."revision", NEW."name", NEW."slug", NEW."type", NEW."memory_capacity", NEW."organization_id", NEW."updated_at"))
  EXECUTE FUNCTION "note_target_change"();

CREATE FUNCTION "note_acceptance_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM "note_change"('target', OLD."target_id", NULL, jsonb_build_object('accepted_id', OLD."organization_id"));
  ELSE
    PERFORM "note_change"('target', NEW."target_id", (SELECT t."revision" FROM "targets" t WHERE t."id" = NEW."target_id"), NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "target_accepted_organizations_note_change" AFTER INSERT OR DELETE ON "target_accepted_organizations" FOR EACH ROW
  EXECUTE FUNCTION "note_acceptance_change"();

-- Of an agent's reports only what is new, and the first after a silence of 30 seconds.
CREATE FUNCTION "note_agent_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('target_agents', COALESCE(NEW."target_id", OLD."target_id"), NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "agents_note_change" AFTER INSERT OR DELETE ON "agents" FOR EACH ROW EXECUTE FUNCTION "note_agent_change"();
CREATE TRIGGER "agents_note_report" AFTER UPDATE ON "agents" FOR EACH ROW
  WHEN ((OLD."version", OLD."tags", OLD."memory_used", OLD."memory_limit") IS DISTINCT FROM (NEW."version", NEW."tags", NEW."memory_used", NEW."memory_limit")
    OR NEW."last_seen_at" > OLD."last_seen_at" + interval '30 seconds')
  EXECUTE FUNCTION "note_agent_change"();

CREATE FUNCTION "note_agent_deployment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('deployment_agents', COALESCE(NEW."deployment_id", OLD."deployment_id"), NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "agent_deployments_note_change" AFTER INSERT OR DELETE ON "agent_deployments" FOR EACH ROW
  EXECUTE FUNCTION "note_agent_deployment_change"();
CREATE TRIGGER "agent_deployments_note_report" AFTER UPDATE ON "agent_deployments" FOR EACH ROW
  WHEN ((OLD."state", OLD."digest", OLD."error") IS DISTINCT FROM (NEW."state", NEW."digest", NEW."error"))
  EXECUTE FUNCTION "note_agent_deployment_change"();

CREATE FUNCTION "note_source_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('inventory_source', NEW."id", NEW."revision", NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "inventory_sources_note_change" AFTER INSERT ON "inventory_sources" FOR EACH ROW EXECUTE FUNCTION "note_source_change"();
CREATE TRIGGER "inventory_sources_note_edit" AFTER UPDATE ON "inventory_sources" FOR EACH ROW
  WHEN ((OLD."revision", OLD."name", OLD."slug", OLD."current_import_id") IS DISTINCT FROM (NEW."revision", NEW."name", NEW."slug", NEW."current_import_id"))
  EXECUTE FUNCTION "note_source_change"();
CREATE FUNCTION "note_source_grant_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM "note_change"('inventory_source', OLD."source_id", NULL, jsonb_build_object('organization_id', OLD."organization_id"));
  ELSE
    PERFORM "note_change"('inventory_source', NEW."source_id", (SELECT s."revision" FROM "inventory_sources" s WHERE s."id" = NEW."source_id"), NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "inventory_source_organizations_note_change" AFTER INSERT OR DELETE ON "inventory_source_organizations" FOR EACH ROW
  EXECUTE FUNCTION "note_source_grant_change"();

-- No event for readers, but the end of what a credential opened: who reads with it is asked for it again.
CREATE FUNCTION "note_credential_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    PERFORM "note_change"('credential', OLD."id", NULL, NULL);
  ELSE
    PERFORM "note_change"('credential', OLD."user_id", NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_note_credential_change" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD."session_epoch", OLD."disabled_at", OLD."role", OLD."organization_id", OLD."password_hash")
    IS DISTINCT FROM (NEW."session_epoch", NEW."disabled_at", NEW."role", NEW."organization_id", NEW."password_hash"))
  EXECUTE FUNCTION "note_credential_change"();
CREATE TRIGGER "users_note_removal" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "note_credential_change"();
CREATE TRIGGER "api_keys_note_credential_change" AFTER UPDATE ON "api_keys" FOR EACH ROW
  WHEN ((OLD."secret_hash", OLD."previous_hash", OLD."previous_expires_at", OLD."scopes", OLD."allowed_addresses", OLD."expires_at", OLD."revoked_at")
    IS DISTINCT FROM (NEW."secret_hash", NEW."previous_hash", NEW."previous_expires_at", NEW."scopes", NEW."allowed_addresses", NEW."expires_at", NEW."revoked_at"))
  EXECUTE FUNCTION "note_credential_change"();
CREATE TRIGGER "api_keys_note_removal" AFTER DELETE ON "api_keys" FOR EACH ROW EXECUTE FUNCTION "note_credential_change"();
CREATE TRIGGER "access_tokens_note_credential_change" AFTER UPDATE ON "access_tokens" FOR EACH ROW
  WHEN (OLD."token_hash" IS DISTINCT FROM NEW."token_hash") EXECUTE FUNCTION "note_credential_change"();
CREATE TRIGGER "access_tokens_note_removal" AFTER DELETE ON "access_tokens" FOR EACH ROW EXECUTE FUNCTION "note_credential_change"();
