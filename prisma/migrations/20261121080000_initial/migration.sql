-- CreateEnum
CREATE TYPE "Role" AS ENUM ('designer', 'administrator', 'operator');

-- CreateEnum
CREATE TYPE "KeyScope" AS ENUM ('manage', 'administer', 'tokens');

-- CreateEnum
CREATE TYPE "DesignType" AS ENUM ('proximity', 'audience');

-- CreateEnum
CREATE TYPE "DesignStatus" AS ENUM ('in_design', 'requested', 'rejected', 'building', 'failed', 'built');

-- CreateEnum
CREATE TYPE "CollaboratorType" AS ENUM ('user', 'org');

-- CreateEnum
CREATE TYPE "BuildStatus" AS ENUM ('requested', 'building', 'done', 'rejected', 'failed');

-- CreateEnum
CREATE TYPE "DeploymentStatus" AS ENUM ('requested', 'activated', 'deactivated', 'cancelled', 'rejected');

-- CreateEnum
CREATE TYPE "AgentDeploymentState" AS ENUM ('pending', 'downloading', 'loaded', 'failed', 'refused');

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "price_proximity_cpm" DECIMAL(12,4),
    "price_audience_cpm" DECIMAL(12,4),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "first_name" TEXT NOT NULL DEFAULT '',
    "last_name" TEXT NOT NULL DEFAULT '',
    "role" "Role" NOT NULL DEFAULT 'designer',
    "password_hash" TEXT,
    "session_epoch" INTEGER NOT NULL DEFAULT 1,
    "disabled_at" TIMESTAMPTZ(3),
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "issued_by_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "previous_hash" BYTEA,
    "previous_expires_at" TIMESTAMPTZ(3),
    "scopes" "KeyScope"[],
    "allowed_addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "regenerated_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "user_id" UUID NOT NULL,
    "nonce" BYTEA NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "designs" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "type" "DesignType" NOT NULL,
    "status" "DesignStatus" NOT NULL DEFAULT 'in_design',
    "status_reason" TEXT,
    "external_build" BOOLEAN NOT NULL DEFAULT false,
    "owner_id" UUID NOT NULL,
    "owner_org_id" UUID NOT NULL,
    "price_cpm" DECIMAL(12,4),
    "design_size" INTEGER NOT NULL DEFAULT 0,
    "most_recent_build_id" UUID,
    "visibility_tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "search_document" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "designs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "design_sets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "design_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "targeting_code" TEXT NOT NULL,
    "audience" JSONB,
    "geofence_collection_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "design_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "geofence_collections" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "geofence_count" INTEGER NOT NULL DEFAULT 0,
    "west" DOUBLE PRECISION,
    "south" DOUBLE PRECISION,
    "east" DOUBLE PRECISION,
    "north" DOUBLE PRECISION,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "geofence_collections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "geofence_chunks" (
    "collection_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "geofence_count" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "geofence_chunks_pkey" PRIMARY KEY ("collection_id","position")
);

-- CreateTable
CREATE TABLE "design_collaborators" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "design_id" UUID NOT NULL,
    "type" "CollaboratorType" NOT NULL,
    "user_id" UUID,
    "organization_id" UUID,
    "can_view" BOOLEAN NOT NULL DEFAULT true,
    "can_edit" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "design_collaborators_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "builds" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "design_id" UUID NOT NULL,
    "type" "DesignType" NOT NULL,
    "name" TEXT NOT NULL,
    "status" "BuildStatus" NOT NULL DEFAULT 'requested',
    "reason" TEXT NOT NULL,
    "status_reason" TEXT,
    "requested_by_id" UUID NOT NULL,
    "requested_by_org_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "is_first" BOOLEAN NOT NULL DEFAULT false,
    "size" BIGINT,
    "digest" TEXT,
    "file_key" TEXT,
    "format_version" TEXT,
    "sources" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "audience_index_version" TIMESTAMPTZ(3),
    "price_cpm" DECIMAL(12,4),
    "phase" TEXT,
    "percent" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "lease_holder" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "not_before" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "builds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "build_sets" (
    "build_id" UUID NOT NULL,
    "set_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "targeting_code" TEXT NOT NULL,
    "item_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "build_sets_pkey" PRIMARY KEY ("build_id","set_id")
);

-- CreateTable
CREATE TABLE "targets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'on-premises',
    "memory_capacity" BIGINT,
    "four_eyes" BOOLEAN NOT NULL DEFAULT false,
    "size_warning_factor" DOUBLE PRECISION NOT NULL DEFAULT 2,
    "request_ttl_seconds" INTEGER,
    "desired_revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "targets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "target_accepted_organizations" (
    "target_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,

    CONSTRAINT "target_accepted_organizations_pkey" PRIMARY KEY ("target_id","organization_id")
);

-- CreateTable
CREATE TABLE "deployments" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "design_id" UUID NOT NULL,
    "build_id" UUID NOT NULL,
    "target_id" UUID NOT NULL,
    "type" "DesignType" NOT NULL,
    "status" "DeploymentStatus" NOT NULL DEFAULT 'requested',
    "message" TEXT,
    "status_reason" TEXT,
    "requester_id" UUID NOT NULL,
    "requester_org_id" UUID NOT NULL,
    "deployer_id" UUID,
    "new_build" BOOLEAN NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "build_size" BIGINT NOT NULL,
    "build_date" TIMESTAMPTZ(3) NOT NULL,
    "search_document" TEXT NOT NULL DEFAULT '',
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "approved_at" TIMESTAMPTZ(3),
    "activated_at" TIMESTAMPTZ(3),
    "deactivated_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "target_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agents" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "target_id" UUID NOT NULL,
    "instance_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "memory_used" BIGINT NOT NULL,
    "memory_limit" BIGINT,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_deployments" (
    "agent_id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "state" "AgentDeploymentState" NOT NULL,
    "digest" TEXT,
    "error" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_deployments_pkey" PRIMARY KEY ("agent_id","deployment_id")
);

-- CreateTable
CREATE TABLE "inventory_sources" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "current_import_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "inventory_sources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inventory_source_organizations" (
    "source_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,

    CONSTRAINT "inventory_source_organizations_pkey" PRIMARY KEY ("source_id","organization_id")
);

-- CreateTable
CREATE TABLE "inventory_imports" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "source_id" UUID NOT NULL,
    "file_key" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "row_count" BIGINT NOT NULL,
    "device_count" BIGINT NOT NULL,
    "segment_count" INTEGER NOT NULL,
    "refused_count" BIGINT NOT NULL,
    "device_id_kind" TEXT NOT NULL,
    "newest_seen_at" TIMESTAMPTZ(3),
    "imported_by_id" UUID,
    "processed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inventory_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "actor_label" TEXT NOT NULL,
    "credential" TEXT NOT NULL,
    "credential_id" UUID,
    "address" TEXT,
    "request_id" TEXT,
    "action" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "organization_id" UUID,
    "design_id" UUID,
    "target_id" UUID,
    "status_before" TEXT,
    "status_after" TEXT,
    "reason" TEXT,
    "detail" JSONB,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "caller_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("caller_id","method","path","key")
);

-- CreateTable
CREATE TABLE "service_facts" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_facts_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "users_organization_id_email_key_key" ON "users"("organization_id", "email_key");

-- CreateIndex
CREATE UNIQUE INDEX "users_one_sign_in_per_email" ON "users"("email_key") WHERE ("password_hash" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_previous_hash_key" ON "api_keys"("previous_hash");

-- CreateIndex
CREATE INDEX "api_keys_user_id_created_at_idx" ON "api_keys"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "access_tokens_token_hash_key" ON "access_tokens"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "designs_most_recent_build_id_key" ON "designs"("most_recent_build_id");

-- CreateIndex
CREATE INDEX "designs_updated_at_id_idx" ON "designs"("updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_owner_org_id_updated_at_id_idx" ON "designs"("owner_org_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_owner_id_updated_at_id_idx" ON "designs"("owner_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_visibility_tags_idx" ON "designs" USING GIN ("visibility_tags");

-- CreateIndex
CREATE UNIQUE INDEX "design_sets_geofence_collection_id_key" ON "design_sets"("geofence_collection_id");

-- CreateIndex
CREATE INDEX "design_sets_design_id_position_idx" ON "design_sets"("design_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "design_sets_design_id_targeting_code_key" ON "design_sets"("design_id", "targeting_code");

-- CreateIndex
CREATE INDEX "geofence_collections_created_at_idx" ON "geofence_collections"("created_at");

-- CreateIndex
CREATE INDEX "design_collaborators_user_id_idx" ON "design_collaborators"("user_id");

-- CreateIndex
CREATE INDEX "design_collaborators_organization_id_idx" ON "design_collaborators"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "design_collaborators_design_id_user_id_key" ON "design_collaborators"("design_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "design_collaborators_design_id_organization_id_key" ON "design_collaborators"("design_id", "organization_id");

-- CreateIndex
CREATE INDEX "builds_design_id_requested_at_id_idx" ON "builds"("design_id", "requested_at" DESC, "id");

-- CreateIndex
CREATE INDEX "builds_design_id_completed_at_id_idx" ON "builds"("design_id", "completed_at" DESC, "id");

-- CreateIndex
CREATE INDEX "builds_completed_at_id_idx" ON "builds"("completed_at" DESC, "id");

-- CreateIndex
CREATE INDEX "builds_status_requested_at_idx" ON "builds"("status", "requested_at");

-- CreateIndex
CREATE UNIQUE INDEX "builds_one_open_per_design" ON "builds"("design_id") WHERE (status = ANY (ARRAY['requested'::"BuildStatus", 'building'::"BuildStatus"]));

-- CreateIndex
CREATE UNIQUE INDEX "targets_slug_key" ON "targets"("slug");

-- CreateIndex
CREATE INDEX "targets_organization_id_idx" ON "targets"("organization_id");

-- CreateIndex
CREATE INDEX "target_accepted_organizations_organization_id_idx" ON "target_accepted_organizations"("organization_id");

-- CreateIndex
CREATE INDEX "deployments_updated_at_id_idx" ON "deployments"("updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_approved_at_id_idx" ON "deployments"("approved_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_build_date_id_idx" ON "deployments"("build_date" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_build_size_id_idx" ON "deployments"("build_size" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_target_id_status_updated_at_id_idx" ON "deployments"("target_id", "status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_status_updated_at_id_idx" ON "deployments"("status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_design_id_target_id_status_idx" ON "deployments"("design_id", "target_id", "status");

-- CreateIndex
CREATE INDEX "deployments_build_id_idx" ON "deployments"("build_id");

-- CreateIndex
CREATE INDEX "deployments_requester_id_idx" ON "deployments"("requester_id");

-- CreateIndex
CREATE UNIQUE INDEX "deployments_one_activated" ON "deployments"("design_id", "target_id") WHERE (status = 'activated'::"DeploymentStatus");

-- CreateIndex
CREATE UNIQUE INDEX "deployments_one_live" ON "deployments"("build_id", "target_id") WHERE (status = ANY (ARRAY['requested'::"DeploymentStatus", 'activated'::"DeploymentStatus", 'deactivated'::"DeploymentStatus"]));

-- CreateIndex
CREATE UNIQUE INDEX "agent_keys_secret_hash_key" ON "agent_keys"("secret_hash");

-- CreateIndex
CREATE INDEX "agent_keys_target_id_idx" ON "agent_keys"("target_id");

-- CreateIndex
CREATE UNIQUE INDEX "agents_target_id_instance_id_key" ON "agents"("target_id", "instance_id");

-- CreateIndex
CREATE INDEX "agent_deployments_deployment_id_idx" ON "agent_deployments"("deployment_id");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_sources_slug_key" ON "inventory_sources"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_sources_current_import_id_key" ON "inventory_sources"("current_import_id");

-- CreateIndex
CREATE INDEX "inventory_source_organizations_organization_id_idx" ON "inventory_source_organizations"("organization_id");

-- CreateIndex
CREATE INDEX "inventory_imports_source_id_processed_at_idx" ON "inventory_imports"("source_id", "processed_at" DESC);

-- CreateIndex
CREATE INDEX "audit_events_object_type_object_id_id_idx" ON "audit_events"("object_type", "object_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_actor_id_id_idx" ON "audit_events"("actor_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_organization_id_id_idx" ON "audit_events"("organization_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_design_id_id_idx" ON "audit_events"("design_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_target_id_id_idx" ON "audit_events"("target_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at" DESC);

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_issued_by_id_fkey" FOREIGN KEY ("issued_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "designs" ADD CONSTRAINT "designs_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "designs" ADD CONSTRAINT "designs_owner_org_id_fkey" FOREIGN KEY ("owner_org_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "designs" ADD CONSTRAINT "designs_most_recent_build_id_fkey" FOREIGN KEY ("most_recent_build_id") REFERENCES "builds"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "design_sets" ADD CONSTRAINT "design_sets_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "design_sets" ADD CONSTRAINT "design_sets_geofence_collection_id_fkey" FOREIGN KEY ("geofence_collection_id") REFERENCES "geofence_collections"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "geofence_chunks" ADD CONSTRAINT "geofence_chunks_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "geofence_collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "design_collaborators" ADD CONSTRAINT "design_collaborators_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "design_collaborators" ADD CONSTRAINT "design_collaborators_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "design_collaborators" ADD CONSTRAINT "design_collaborators_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "builds" ADD CONSTRAINT "builds_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "builds" ADD CONSTRAINT "builds_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "builds" ADD CONSTRAINT "builds_requested_by_org_id_fkey" FOREIGN KEY ("requested_by_org_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_sets" ADD CONSTRAINT "build_sets_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "targets" ADD CONSTRAINT "targets_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "target_accepted_organizations" ADD CONSTRAINT "target_accepted_organizations_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "target_accepted_organizations" ADD CONSTRAINT "target_accepted_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_requester_id_fkey" FOREIGN KEY ("requester_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_deployer_id_fkey" FOREIGN KEY ("deployer_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_keys" ADD CONSTRAINT "agent_keys_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_deployments" ADD CONSTRAINT "agent_deployments_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_deployments" ADD CONSTRAINT "agent_deployments_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_sources" ADD CONSTRAINT "inventory_sources_current_import_id_fkey" FOREIGN KEY ("current_import_id") REFERENCES "inventory_imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_source_organizations" ADD CONSTRAINT "inventory_source_organizations_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_source_organizations" ADD CONSTRAINT "inventory_source_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_imports" ADD CONSTRAINT "inventory_imports_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on: what schema.prisma cannot express.

-- `q`: words as lexemes, matched as prefixes (lib/search). The documents are normalised before they are stored.
CREATE INDEX "designs_search_document_idx" ON "designs" USING GIN (array_to_tsvector(string_to_array("search_document", ' ')));
CREATE INDEX "deployments_search_document_idx" ON "deployments" USING GIN (array_to_tsvector(string_to_array("search_document", ' ')));

-- A collaborator is a user or an organisation, as its type says.
ALTER TABLE "design_collaborators" ADD CONSTRAINT "design_collaborators_names_one" CHECK (
  ("type" = 'user' AND "user_id" IS NOT NULL AND "organization_id" IS NULL)
  OR ("type" = 'org' AND "organization_id" IS NOT NULL AND "user_id" IS NULL));

-- A completed build has a whole file; a build in progress has a holder.
ALTER TABLE "builds" ADD CONSTRAINT "builds_done_has_file" CHECK (
  "status" <> 'done' OR ("completed_at" IS NOT NULL AND "size" IS NOT NULL AND "digest" IS NOT NULL AND "file_key" IS NOT NULL));
ALTER TABLE "builds" ADD CONSTRAINT "builds_building_has_lease" CHECK (
  "status" <> 'building' OR ("lease_holder" IS NOT NULL AND "lease_expires_at" IS NOT NULL));

-- What is active was approved once.
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_activated_is_approved" CHECK (
  "status" <> 'activated' OR ("approved_at" IS NOT NULL AND "deployer_id" IS NOT NULL));
