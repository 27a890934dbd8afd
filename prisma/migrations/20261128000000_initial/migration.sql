-- The whole schema: types, tables, indexes and foreign keys as Prisma writes them, then, under
-- "Written by hand", what schema.prisma cannot express. It needs no extension.
-- Prisma does not say of lists whether they are null: NOT NULL was added to those of vouchers.

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('designer', 'administrator', 'operator');

-- CreateEnum
CREATE TYPE "MembersSee" AS ENUM ('own_and_shared', 'all');

-- CreateEnum
CREATE TYPE "KeyScope" AS ENUM ('manage', 'administer', 'tokens');

-- CreateEnum
CREATE TYPE "SessionOpening" AS ENUM ('password', 'oidc');

-- CreateEnum
CREATE TYPE "DesignType" AS ENUM ('proximity', 'audience');

-- CreateEnum
CREATE TYPE "DesignStatus" AS ENUM ('in_design', 'requested', 'rejected', 'building', 'failed', 'built');

-- CreateEnum
CREATE TYPE "CollaboratorType" AS ENUM ('user', 'org');

-- CreateEnum
CREATE TYPE "BuildStatus" AS ENUM ('requested', 'building', 'done', 'rejected', 'failed');

-- CreateEnum
CREATE TYPE "RuleMode" AS ENUM ('off', 'dry_run', 'active');

-- CreateEnum
CREATE TYPE "RuleOutcome" AS ENUM ('would_activate', 'activated', 'missed');

-- CreateEnum
CREATE TYPE "DeploymentStatus" AS ENUM ('requested', 'activated', 'deactivated', 'cancelled', 'rejected');

-- CreateEnum
CREATE TYPE "ScheduledAction" AS ENUM ('activate', 'deactivate');

-- CreateEnum
CREATE TYPE "ApprovalAction" AS ENUM ('activate', 'delete');

-- CreateEnum
CREATE TYPE "CommentKind" AS ENUM ('question', 'answer', 'comment', 'withdrawal');

-- CreateEnum
CREATE TYPE "AgentDeploymentState" AS ENUM ('pending', 'downloading', 'loaded', 'failed', 'refused');

-- CreateEnum
CREATE TYPE "WebhookFormat" AS ENUM ('json', 'slack', 'teams');

-- CreateEnum
CREATE TYPE "WebhookDeliveryStatus" AS ENUM ('pending', 'delivered', 'failed', 'withheld');

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "second_factor_required" BOOLEAN NOT NULL DEFAULT false,
    "members_see" "MembersSee" NOT NULL DEFAULT 'own_and_shared',
    "least_reach" INTEGER NOT NULL DEFAULT 0,
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
    "oidc_issuer" TEXT,
    "oidc_subject" TEXT,
    "second_factor_at" TIMESTAMPTZ(3),
    "session_epoch" INTEGER NOT NULL DEFAULT 1,
    "guide" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_links" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "issued_by_id" UUID,
    "voucher_ids" UUID[] NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "issued_by_id" UUID NOT NULL,
    "voucher_ids" UUID[] NOT NULL DEFAULT '{}',
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
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "opened_by" "SessionOpening" NOT NULL,
    "second_factor" BOOLEAN NOT NULL,
    "epoch" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT NOT NULL,
    "browser" TEXT NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "totp_factors" (
    "user_id" UUID NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "totp_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "used_challenges" (
    "challenge" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_challenges_pkey" PRIMARY KEY ("challenge")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
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
    "last_build_date" TIMESTAMPTZ(3),
    "last_build_request" TIMESTAMPTZ(3),
    "last_build_size" BIGINT,
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
    "updated_by_id" UUID,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "design_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "geofence_collections" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "geofence_count" INTEGER NOT NULL DEFAULT 0,
    "polygon_count" INTEGER NOT NULL DEFAULT 0,
    "vertex_count" INTEGER NOT NULL DEFAULT 0,
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
    "owner_org_id" UUID NOT NULL,
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
    "fencing_token" INTEGER NOT NULL DEFAULT 0,
    "lease_holder" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "not_before" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "compared_build_id" UUID,
    "automatic" BOOLEAN NOT NULL DEFAULT false,
    "trace_parent" TEXT,

    CONSTRAINT "builds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "build_sources" (
    "build_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "build_sources_pkey" PRIMARY KEY ("build_id","source_id")
);

-- CreateTable
CREATE TABLE "design_automations" (
    "design_id" UUID NOT NULL,
    "rebuild" BOOLEAN NOT NULL,
    "redeploy" BOOLEAN NOT NULL,
    "set_by_id" UUID NOT NULL,
    "scopes" "KeyScope"[],
    "voucher_ids" UUID[] NOT NULL DEFAULT '{}',
    "set_at" TIMESTAMPTZ(3) NOT NULL,
    "tried" TEXT,
    "build_id" UUID,
    "problem" TEXT,
    "problem_at" TIMESTAMPTZ(3),

    CONSTRAINT "design_automations_pkey" PRIMARY KEY ("design_id")
);

-- CreateTable
CREATE TABLE "build_sets" (
    "build_id" UUID NOT NULL,
    "set_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "targeting_code" TEXT NOT NULL,
    "item_count" INTEGER NOT NULL DEFAULT 0,
    "added_count" INTEGER,
    "removed_count" INTEGER,
    "geofence_collection_id" UUID,
    "west" DOUBLE PRECISION,
    "south" DOUBLE PRECISION,
    "east" DOUBLE PRECISION,
    "north" DOUBLE PRECISION,

    CONSTRAINT "build_sets_pkey" PRIMARY KEY ("build_id","set_id")
);

-- CreateTable
CREATE TABLE "build_fence_digests" (
    "build_id" UUID NOT NULL,
    "set_id" UUID NOT NULL,
    "digests" BYTEA NOT NULL,

    CONSTRAINT "build_fence_digests_pkey" PRIMARY KEY ("build_id","set_id")
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
    "activation_hours" JSONB,
    "required_approvals" INTEGER NOT NULL DEFAULT 1,
    "second_approval_for_delete" BOOLEAN NOT NULL DEFAULT false,
    "refuses_sensitive_places" BOOLEAN NOT NULL DEFAULT false,
    "desired_revision" INTEGER NOT NULL DEFAULT 1,
    "trace_parent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "targets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "target_freezes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "target_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "target_freezes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "target_accepted_organizations" (
    "target_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,

    CONSTRAINT "target_accepted_organizations_pkey" PRIMARY KEY ("target_id","organization_id")
);

-- CreateTable
CREATE TABLE "activation_rules" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "target_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "author_id" UUID NOT NULL,
    "voucher_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "mode" "RuleMode" NOT NULL DEFAULT 'dry_run',
    "conditions" JSONB NOT NULL,
    "counts_from" TIMESTAMPTZ(3) NOT NULL,
    "dry_day" TEXT,
    "dry_count" INTEGER NOT NULL DEFAULT 0,
    "active_day" TEXT,
    "active_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "activation_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rule_verdicts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "rule_id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "rule_revision" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "outcome" "RuleOutcome" NOT NULL,
    "misses" JSONB NOT NULL DEFAULT '[]',
    "basis" TEXT NOT NULL,
    "retrospective" BOOLEAN NOT NULL DEFAULT false,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rule_verdicts_pkey" PRIMARY KEY ("id")
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
    "requester_voucher_ids" UUID[] NOT NULL DEFAULT '{}',
    "deployer_id" UUID,
    "new_build" BOOLEAN NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "owner_id" UUID NOT NULL,
    "owner_org_id" UUID NOT NULL,
    "target_org_id" UUID NOT NULL,
    "build_size" BIGINT NOT NULL,
    "build_date" TIMESTAMPTZ(3) NOT NULL,
    "search_document" TEXT NOT NULL DEFAULT '',
    "shown_document" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "approved_at" TIMESTAMPTZ(3),
    "activated_at" TIMESTAMPTZ(3),
    "deactivated_at" TIMESTAMPTZ(3),
    "replaced_by_id" UUID,
    "open_question_id" BIGINT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "proposed_activate_at" TIMESTAMPTZ(3),
    "proposed_deactivate_at" TIMESTAMPTZ(3),
    "pending_again_at" TIMESTAMPTZ(3),

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployment_schedules" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deployment_id" UUID NOT NULL,
    "action" "ScheduledAction" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "scheduled_by_id" UUID NOT NULL,
    "voucher_ids" UUID[] NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ran_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "held_until" TIMESTAMPTZ(3),
    "problem" TEXT,

    CONSTRAINT "deployment_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployment_approvals" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deployment_id" UUID NOT NULL,
    "action" "ApprovalAction" NOT NULL,
    "user_id" UUID NOT NULL,
    "people" UUID[] NOT NULL,
    "digest" TEXT NOT NULL,
    "activate_at" TIMESTAMPTZ(3),
    "deactivate_at" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "deployment_approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployment_comments" (
    "id" BIGSERIAL NOT NULL,
    "deployment_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "kind" "CommentKind" NOT NULL,
    "text" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deployment_comments_pkey" PRIMARY KEY ("id")
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
    "counts_matches" BOOLEAN NOT NULL DEFAULT false,
    "knows_opt_outs" BOOLEAN NOT NULL DEFAULT false,
    "opt_outs_digest" TEXT,
    "opt_outs_error" TEXT,
    "report_digest" TEXT,
    "report_digest_at" TIMESTAMPTZ(3),

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
CREATE TABLE "match_days" (
    "deployment_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "hours" BIGINT[],
    "matches" BIGINT NOT NULL,
    "last_match_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "match_days_pkey" PRIMARY KEY ("deployment_id","day")
);

-- CreateTable
CREATE TABLE "match_runs" (
    "target_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "batch" BIGINT NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "match_runs_pkey" PRIMARY KEY ("target_id","run_id")
);

-- CreateTable
CREATE TABLE "match_counting" (
    "target_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "match_counting_pkey" PRIMARY KEY ("target_id")
);

-- CreateTable
CREATE TABLE "inventory_sources" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "current_import_id" UUID,
    "keep_days" INTEGER,
    "expiry_lease_until" TIMESTAMPTZ(3),
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
CREATE TABLE "inventory_pulls" (
    "source_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "sealed_query" BYTEA,
    "mode" TEXT NOT NULL,
    "every_hours" INTEGER,
    "daily_at" TEXT,
    "time_zone" TEXT,
    "header_name" TEXT,
    "header_value" BYTEA,
    "access_key_id" TEXT,
    "secret_access_key" BYTEA,
    "set_by_id" UUID,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "etag" TEXT,
    "last_modified" TEXT,
    "digest" TEXT,
    "last_pulled_at" TIMESTAMPTZ(3),
    "last_changed_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "problem_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "inventory_pulls_pkey" PRIMARY KEY ("source_id")
);

-- CreateTable
CREATE TABLE "inventory_imports" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "source_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "row_count" BIGINT NOT NULL,
    "device_count" BIGINT NOT NULL,
    "segment_count" INTEGER NOT NULL,
    "refused_count" BIGINT NOT NULL,
    "refused" JSONB NOT NULL DEFAULT '[]',
    "device_id_kind" TEXT NOT NULL,
    "newest_seen_at" TIMESTAMPTZ(3),
    "imported_by_id" UUID,
    "processed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mode" TEXT NOT NULL DEFAULT 'replace',
    "added_count" BIGINT NOT NULL DEFAULT 0,
    "expired_count" BIGINT NOT NULL DEFAULT 0,
    "swept_at" TIMESTAMPTZ(3),
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "inventory_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inventory_parts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "source_id" UUID NOT NULL,
    "file_key" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "row_count" BIGINT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3),
    "last_seen_at" TIMESTAMPTZ(3),
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inventory_parts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inventory_import_parts" (
    "import_id" UUID NOT NULL,
    "part_id" UUID NOT NULL,

    CONSTRAINT "inventory_import_parts_pkey" PRIMARY KEY ("import_id","part_id")
);

-- CreateTable
CREATE TABLE "place_categories" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "sensitive" BOOLEAN NOT NULL DEFAULT false,
    "geofence_collection_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "place_categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "places" (
    "collection_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "search_document" TEXT NOT NULL,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "places_pkey" PRIMARY KEY ("collection_id","position")
);

-- CreateTable
CREATE TABLE "sensitive_overlaps" (
    "collection_id" UUID NOT NULL,
    "places_key" TEXT NOT NULL,
    "geofence_count" INTEGER NOT NULL,
    "categories" JSONB NOT NULL,
    "geofences" JSONB NOT NULL,

    CONSTRAINT "sensitive_overlaps_pkey" PRIMARY KEY ("collection_id")
);

-- CreateTable
CREATE TABLE "opt_out_lists" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "revision" INTEGER NOT NULL,
    "salt" TEXT NOT NULL,
    "file_key" TEXT,
    "digest" TEXT,
    "size" BIGINT NOT NULL,
    "id_count" INTEGER NOT NULL,
    "changed_by_id" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "swept_at" TIMESTAMPTZ(3),

    CONSTRAINT "opt_out_lists_pkey" PRIMARY KEY ("id")
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
    "design_org_id" UUID,
    "salt" BYTEA NOT NULL DEFAULT uuid_send(gen_random_uuid()),

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_unchained" (
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "audit_unchained_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "audit_chain" (
    "position" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "text_digest" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "signature" BYTEA,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "audit_rewrites" (
    "id" BIGSERIAL NOT NULL,
    "event_id" BIGINT NOT NULL,
    "erasure" UUID NOT NULL,
    "text_digest" BYTEA NOT NULL,

    CONSTRAINT "audit_rewrites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "audit_windows" (
    "subject" TEXT NOT NULL,
    "repeated" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "event" JSONB NOT NULL,

    CONSTRAINT "audit_windows_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "outbox" (
    "event_id" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "inbox_items" (
    "id" BIGSERIAL NOT NULL,
    "event_id" BIGINT NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "reader" TEXT NOT NULL,
    "design_id" UUID,
    "build_id" UUID,
    "deployment_id" UUID,
    "target_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "facts" JSONB NOT NULL,

    CONSTRAINT "inbox_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notice_states" (
    "subject" TEXT NOT NULL,
    "bad" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "bad_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_states_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "overview_days" (
    "scope" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "pending" INTEGER NOT NULL,
    "activated" INTEGER NOT NULL,
    "live" INTEGER NOT NULL,
    "targets" INTEGER NOT NULL,
    "targets_online" INTEGER NOT NULL,
    "decision_seconds" INTEGER,

    CONSTRAINT "overview_days_pkey" PRIMARY KEY ("scope","day")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID,
    "owner_id" UUID NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "sealed_url" BYTEA NOT NULL,
    "format" "WebhookFormat" NOT NULL DEFAULT 'json',
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "target_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "owner_org_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "paused_at" TIMESTAMPTZ(3),
    "paused_reason" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_success_at" TIMESTAMPTZ(3),
    "hold_until" TIMESTAMPTZ(3),
    "audit_position" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "webhook_id" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "webhook_id" UUID NOT NULL,
    "event_id" BIGINT,
    "audit_after" BIGINT,
    "audit_until" BIGINT,
    "kind" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "WebhookDeliveryStatus" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "not_before" TIMESTAMPTZ(3) NOT NULL,
    "lease_token" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),
    "payload" TEXT,
    "attempt_log" JSONB NOT NULL DEFAULT '[]',
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_settings" (
    "user_id" UUID NOT NULL,
    "modes" JSONB NOT NULL DEFAULT '{}',
    "time_zone" TEXT,
    "digest_minute" INTEGER NOT NULL DEFAULT 480,

    CONSTRAINT "notification_settings_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" BIGSERIAL NOT NULL,
    "message_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "item_id" BIGINT,
    "digest_day" DATE,
    "sign_in_link_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "digest_items" (
    "item_id" BIGINT NOT NULL,
    "mail_id" BIGINT NOT NULL,

    CONSTRAINT "digest_items_pkey" PRIMARY KEY ("item_id")
);

-- CreateTable
CREATE TABLE "forgotten_passwords" (
    "id" BIGSERIAL NOT NULL,
    "email_key" TEXT NOT NULL,
    "address" TEXT,
    "request_id" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "forgotten_passwords_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_views" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "owner_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "default_views" (
    "user_id" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "view_id" UUID NOT NULL,

    CONSTRAINT "default_views_pkey" PRIMARY KEY ("user_id","page")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "caller_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("caller_id","method","path","key_hash")
);

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

-- CreateTable
CREATE TABLE "design_targets" (
    "target_org_id" UUID NOT NULL,
    "design_id" UUID NOT NULL,
    "owner_org_id" UUID NOT NULL,
    "type" "DesignType" NOT NULL,
    "build_id" UUID NOT NULL,
    "build_date" TIMESTAMPTZ(3) NOT NULL,
    "build_request" TIMESTAMPTZ(3) NOT NULL,
    "build_size" BIGINT NOT NULL,
    "search_document" TEXT,

    CONSTRAINT "design_targets_pkey" PRIMARY KEY ("target_org_id","design_id")
);

-- CreateTable
CREATE TABLE "list_counts" (
    "id" BIGSERIAL NOT NULL,
    "list" TEXT NOT NULL,
    "owner_org_id" UUID NOT NULL,
    "target_org_id" UUID,
    "type" "DesignType" NOT NULL,
    "status" TEXT,
    "change" INTEGER NOT NULL,
    "summed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "list_counts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_windows" (
    "subject" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_windows_pkey" PRIMARY KEY ("subject")
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
CREATE INDEX "users_email_key_id_idx" ON "users"("email_key", "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_organization_id_email_key_key" ON "users"("organization_id", "email_key");

-- CreateIndex
CREATE UNIQUE INDEX "users_one_sign_in_per_email" ON "users"("email_key") WHERE (password_hash IS NOT NULL OR oidc_issuer IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "users_oidc_issuer_oidc_subject_key" ON "users"("oidc_issuer", "oidc_subject");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_links_secret_hash_key" ON "sign_in_links"("secret_hash");

-- CreateIndex
CREATE INDEX "sign_in_links_user_id_created_at_idx" ON "sign_in_links"("user_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_previous_hash_key" ON "api_keys"("previous_hash");

-- CreateIndex
CREATE INDEX "api_keys_user_id_created_at_idx" ON "api_keys"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_idx" ON "sessions"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "sessions_used_at_idx" ON "sessions"("used_at");

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_created_at_idx" ON "passkeys"("user_id", "created_at");

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
CREATE INDEX "designs_owner_id_owner_org_id_idx" ON "designs"("owner_id", "owner_org_id");

-- CreateIndex
CREATE INDEX "designs_type_updated_at_id_idx" ON "designs"("type", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_last_build_date" ON "designs"("last_build_date" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "designs_last_build_request" ON "designs"("last_build_request" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "designs_last_build_size" ON "designs"("last_build_size" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "designs_owner_org_last_build_date" ON "designs"("owner_org_id", "last_build_date" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "designs_status_updated_at_id_idx" ON "designs"("status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_owner_org_id_status_updated_at_id_idx" ON "designs"("owner_org_id", "status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "designs_owner_org_last_build_size" ON "designs"("owner_org_id", "last_build_size" DESC, "id") WHERE (most_recent_build_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "designs_never_built" ON "designs"("id") WHERE (most_recent_build_id IS NULL);

-- CreateIndex
CREATE INDEX "designs_owner_org_never_built" ON "designs"("owner_org_id", "id") WHERE (most_recent_build_id IS NULL);

-- CreateIndex
CREATE INDEX "designs_visibility_tags_idx" ON "designs" USING GIN ("visibility_tags");

-- CreateIndex
CREATE INDEX "designs_without_a_build" ON "designs"("updated_at" DESC, "id") WHERE (status = ANY (ARRAY['rejected'::"DesignStatus", 'failed'::"DesignStatus"]));

-- CreateIndex
CREATE INDEX "design_sets_design_id_position_idx" ON "design_sets"("design_id", "position");

-- CreateIndex
CREATE INDEX "design_sets_geofence_collection_id_idx" ON "design_sets"("geofence_collection_id");

-- CreateIndex
CREATE INDEX "design_sets_updated_by_id_idx" ON "design_sets"("updated_by_id");

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
CREATE INDEX "build_sources_source_id_idx" ON "build_sources"("source_id");

-- CreateIndex
CREATE INDEX "design_automations_set_by_id_idx" ON "design_automations"("set_by_id");

-- CreateIndex
CREATE INDEX "build_sets_geofence_collection_id_idx" ON "build_sets"("geofence_collection_id");

-- CreateIndex
CREATE UNIQUE INDEX "targets_slug_key" ON "targets"("slug");

-- CreateIndex
CREATE INDEX "targets_organization_id_idx" ON "targets"("organization_id");

-- CreateIndex
CREATE INDEX "target_freezes_target_id_ends_at_idx" ON "target_freezes"("target_id", "ends_at");

-- CreateIndex
CREATE INDEX "target_accepted_organizations_organization_id_idx" ON "target_accepted_organizations"("organization_id");

-- CreateIndex
CREATE INDEX "activation_rules_at_work" ON "activation_rules"("target_id") WHERE (mode <> 'off'::"RuleMode");

-- CreateIndex
CREATE INDEX "activation_rules_author_id_idx" ON "activation_rules"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "activation_rules_target_id_name_key" ON "activation_rules"("target_id", "name");

-- CreateIndex
CREATE INDEX "rule_verdicts_rule_id_at_id_idx" ON "rule_verdicts"("rule_id", "at" DESC, "id");

-- CreateIndex
CREATE INDEX "rule_verdicts_at_idx" ON "rule_verdicts"("at");

-- CreateIndex
CREATE UNIQUE INDEX "rule_verdicts_deployment_id_rule_id_key" ON "rule_verdicts"("deployment_id", "rule_id");

-- CreateIndex
CREATE INDEX "deployments_updated_at_id_idx" ON "deployments"("updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_approved_at_id_idx" ON "deployments"("approved_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_build_date_id_idx" ON "deployments"("build_date" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_build_size_id_idx" ON "deployments"("build_size" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_requested_at_id_idx" ON "deployments"("requested_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_target_id_status_updated_at_id_idx" ON "deployments"("target_id", "status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_on_targets" ON "deployments"("target_id", "status", "build_size") WHERE (status = ANY (ARRAY['requested'::"DeploymentStatus", 'activated'::"DeploymentStatus"]));

-- CreateIndex
CREATE INDEX "deployments_status_updated_at_id_idx" ON "deployments"("status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_status_design_id_target_id_id_idx" ON "deployments"("status", "design_id", "target_id", "id");

-- CreateIndex
CREATE INDEX "deployments_design_id_target_id_status_idx" ON "deployments"("design_id", "target_id", "status");

-- CreateIndex
CREATE INDEX "deployments_build_id_idx" ON "deployments"("build_id");

-- CreateIndex
CREATE INDEX "deployments_requester_id_owner_org_id_idx" ON "deployments"("requester_id", "owner_org_id");

-- CreateIndex
CREATE INDEX "deployments_waiting" ON "deployments"("target_id", "requested_at") WHERE (status = 'requested'::"DeploymentStatus");

-- CreateIndex
CREATE INDEX "deployments_tags_idx" ON "deployments" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "deployments_owner_id_owner_org_id_idx" ON "deployments"("owner_id", "owner_org_id");

-- CreateIndex
CREATE INDEX "deployments_owner_org_id_updated_at_id_idx" ON "deployments"("owner_org_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_of_owner_org_by_status" ON "deployments"("owner_org_id", "status", "updated_at" DESC, "id", "target_org_id", "design_id", "target_id");

-- CreateIndex
CREATE INDEX "deployments_target_org_id_updated_at_id_idx" ON "deployments"("target_org_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_target_org_id_status_updated_at_id_idx" ON "deployments"("target_org_id", "status", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "deployments_designs_on_targets" ON "deployments"("target_org_id", "status", "design_id");

-- CreateIndex
CREATE INDEX "deployments_of_another_organization" ON "deployments"("requester_org_id") WHERE (requester_org_id <> owner_org_id);

-- CreateIndex
CREATE INDEX "deployments_asked" ON "deployments"("open_question_id") WHERE (open_question_id IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "deployments_one_activated" ON "deployments"("design_id", "target_id") WHERE (status = 'activated'::"DeploymentStatus");

-- CreateIndex
CREATE UNIQUE INDEX "deployments_one_live" ON "deployments"("build_id", "target_id") WHERE (status = ANY (ARRAY['requested'::"DeploymentStatus", 'activated'::"DeploymentStatus", 'deactivated'::"DeploymentStatus"]));

-- CreateIndex
CREATE INDEX "deployment_schedules_to_come" ON "deployment_schedules"("at") WHERE (ran_at IS NULL);

-- CreateIndex
CREATE INDEX "deployment_schedules_not_done" ON "deployment_schedules"("ran_at" DESC) WHERE (problem IS NOT NULL);

-- CreateIndex
CREATE INDEX "deployment_schedules_deployment_id_created_at_idx" ON "deployment_schedules"("deployment_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "deployment_schedules_one_to_come" ON "deployment_schedules"("deployment_id", "action") WHERE (ran_at IS NULL);

-- CreateIndex
CREATE INDEX "deployment_approvals_of_user" ON "deployment_approvals"("user_id") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "deployment_approvals_deployment_id_ended_at_idx" ON "deployment_approvals"("deployment_id", "ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "deployment_approvals_one_each" ON "deployment_approvals"("deployment_id", "action", "user_id") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "deployment_comments_deployment_id_id_idx" ON "deployment_comments"("deployment_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "agent_keys_secret_hash_key" ON "agent_keys"("secret_hash");

-- CreateIndex
CREATE INDEX "agent_keys_target_id_idx" ON "agent_keys"("target_id");

-- CreateIndex
CREATE UNIQUE INDEX "agents_target_id_instance_id_key" ON "agents"("target_id", "instance_id");

-- CreateIndex
CREATE INDEX "agent_deployments_deployment_id_idx" ON "agent_deployments"("deployment_id");

-- CreateIndex
CREATE INDEX "agent_deployments_not_loaded" ON "agent_deployments"("updated_at" DESC) WHERE (state = ANY (ARRAY['failed'::"AgentDeploymentState", 'refused'::"AgentDeploymentState"]));

-- CreateIndex
CREATE INDEX "match_days_day_idx" ON "match_days"("day");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_sources_slug_key" ON "inventory_sources"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_sources_current_import_id_key" ON "inventory_sources"("current_import_id");

-- CreateIndex
CREATE INDEX "inventory_source_organizations_organization_id_idx" ON "inventory_source_organizations"("organization_id");

-- CreateIndex
CREATE INDEX "inventory_pulls_next_at_idx" ON "inventory_pulls"("next_at");

-- CreateIndex
CREATE INDEX "inventory_imports_source_id_processed_at_idx" ON "inventory_imports"("source_id", "processed_at" DESC);

-- CreateIndex
CREATE INDEX "inventory_parts_source_id_idx" ON "inventory_parts"("source_id");

-- CreateIndex
CREATE INDEX "inventory_import_parts_part_id_idx" ON "inventory_import_parts"("part_id");

-- CreateIndex
CREATE UNIQUE INDEX "place_categories_name_key" ON "place_categories"("name");

-- CreateIndex
CREATE INDEX "place_categories_geofence_collection_id_idx" ON "place_categories"("geofence_collection_id");

-- CreateIndex
CREATE UNIQUE INDEX "opt_out_lists_revision_key" ON "opt_out_lists"("revision");

-- CreateIndex
CREATE INDEX "audit_events_design_org_id_id_idx" ON "audit_events"("design_org_id", "id" DESC);

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
CREATE UNIQUE INDEX "audit_chain_event_id_key" ON "audit_chain"("event_id");

-- CreateIndex
CREATE INDEX "audit_rewrites_event_id_id_idx" ON "audit_rewrites"("event_id", "id");

-- CreateIndex
CREATE INDEX "audit_rewrites_erasure_id_idx" ON "audit_rewrites"("erasure", "id");

-- CreateIndex
CREATE INDEX "audit_windows_ends_at_idx" ON "audit_windows"("ends_at");

-- CreateIndex
CREATE INDEX "inbox_items_user_id_id_idx" ON "inbox_items"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "inbox_items_unread" ON "inbox_items"("user_id", "id" DESC) WHERE (read_at IS NULL);

-- CreateIndex
CREATE INDEX "inbox_items_at_idx" ON "inbox_items"("at");

-- CreateIndex
CREATE UNIQUE INDEX "inbox_items_event_id_user_id_key" ON "inbox_items"("event_id", "user_id");

-- CreateIndex
CREATE INDEX "notice_states_bad" ON "notice_states"("subject") WHERE (bad);

-- CreateIndex
CREATE INDEX "notice_states_at_idx" ON "notice_states"("at");

-- CreateIndex
CREATE INDEX "overview_days_day_idx" ON "overview_days"("day");

-- CreateIndex
CREATE INDEX "webhooks_organization_id_created_at_idx" ON "webhooks"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "webhooks_owner_id_idx" ON "webhooks"("owner_id");

-- CreateIndex
CREATE INDEX "webhook_secrets_webhook_id_created_at_idx" ON "webhook_secrets"("webhook_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries"("webhook_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries"("webhook_id", "not_before") WHERE (status = 'pending'::"WebhookDeliveryStatus");

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_webhook_id_event_id_key" ON "webhook_deliveries"("webhook_id", "event_id");

-- CreateIndex
CREATE UNIQUE INDEX "mails_item_id_key" ON "mails"("item_id");

-- CreateIndex
CREATE UNIQUE INDEX "mails_sign_in_link_id_key" ON "mails"("sign_in_link_id");

-- CreateIndex
CREATE INDEX "mails_waiting" ON "mails"("not_before", "id") WHERE (state = 'waiting');

-- CreateIndex
CREATE INDEX "mails_ended_at_idx" ON "mails"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "mails_user_id_digest_day_key" ON "mails"("user_id", "digest_day");

-- CreateIndex
CREATE INDEX "digest_items_mail_id_idx" ON "digest_items"("mail_id");

-- CreateIndex
CREATE INDEX "saved_views_organization_id_page_name_idx" ON "saved_views"("organization_id", "page", "name");

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_owner_id_page_name_key" ON "saved_views"("owner_id", "page", "name");

-- CreateIndex
CREATE INDEX "default_views_view_id_idx" ON "default_views"("view_id");

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- CreateIndex
CREATE INDEX "design_targets_without_search_document" ON "design_targets"("design_id") WHERE (search_document IS NULL);

-- CreateIndex
CREATE INDEX "design_targets_design_id_idx" ON "design_targets"("design_id");

-- CreateIndex
CREATE INDEX "design_targets_target_org_id_build_date_design_id_idx" ON "design_targets"("target_org_id", "build_date" DESC, "design_id");

-- CreateIndex
CREATE INDEX "design_targets_target_org_id_build_request_design_id_idx" ON "design_targets"("target_org_id", "build_request" DESC, "design_id");

-- CreateIndex
CREATE INDEX "design_targets_target_org_id_build_size_design_id_idx" ON "design_targets"("target_org_id", "build_size" DESC, "design_id");

-- CreateIndex
CREATE INDEX "list_counts_list_owner_org_id_target_org_id_idx" ON "list_counts"("list", "owner_org_id", "target_org_id");

-- CreateIndex
CREATE INDEX "list_counts_list_target_org_id_idx" ON "list_counts"("list", "target_org_id");

-- CreateIndex
CREATE INDEX "list_counts_changes" ON "list_counts"("id") WHERE (NOT summed);

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_issued_by_id_fkey" FOREIGN KEY ("issued_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_issued_by_id_fkey" FOREIGN KEY ("issued_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "totp_factors" ADD CONSTRAINT "totp_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "design_sets" ADD CONSTRAINT "design_sets_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

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
ALTER TABLE "build_sources" ADD CONSTRAINT "build_sources_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_sources" ADD CONSTRAINT "build_sources_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "design_automations" ADD CONSTRAINT "design_automations_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "design_automations" ADD CONSTRAINT "design_automations_set_by_id_fkey" FOREIGN KEY ("set_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_sets" ADD CONSTRAINT "build_sets_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_fence_digests" ADD CONSTRAINT "build_fence_digests_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "targets" ADD CONSTRAINT "targets_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "target_freezes" ADD CONSTRAINT "target_freezes_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "target_freezes" ADD CONSTRAINT "target_freezes_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "target_accepted_organizations" ADD CONSTRAINT "target_accepted_organizations_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "target_accepted_organizations" ADD CONSTRAINT "target_accepted_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activation_rules" ADD CONSTRAINT "activation_rules_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activation_rules" ADD CONSTRAINT "activation_rules_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_verdicts" ADD CONSTRAINT "rule_verdicts_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "activation_rules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_verdicts" ADD CONSTRAINT "rule_verdicts_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_open_question_id_fkey" FOREIGN KEY ("open_question_id") REFERENCES "deployment_comments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_schedules" ADD CONSTRAINT "deployment_schedules_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_schedules" ADD CONSTRAINT "deployment_schedules_scheduled_by_id_fkey" FOREIGN KEY ("scheduled_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_approvals" ADD CONSTRAINT "deployment_approvals_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_approvals" ADD CONSTRAINT "deployment_approvals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_comments" ADD CONSTRAINT "deployment_comments_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_comments" ADD CONSTRAINT "deployment_comments_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_keys" ADD CONSTRAINT "agent_keys_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_deployments" ADD CONSTRAINT "agent_deployments_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_deployments" ADD CONSTRAINT "agent_deployments_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_days" ADD CONSTRAINT "match_days_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_runs" ADD CONSTRAINT "match_runs_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_counting" ADD CONSTRAINT "match_counting_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_sources" ADD CONSTRAINT "inventory_sources_current_import_id_fkey" FOREIGN KEY ("current_import_id") REFERENCES "inventory_imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_source_organizations" ADD CONSTRAINT "inventory_source_organizations_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_source_organizations" ADD CONSTRAINT "inventory_source_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_pulls" ADD CONSTRAINT "inventory_pulls_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_imports" ADD CONSTRAINT "inventory_imports_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_parts" ADD CONSTRAINT "inventory_parts_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inventory_sources"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_import_parts" ADD CONSTRAINT "inventory_import_parts_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "inventory_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_import_parts" ADD CONSTRAINT "inventory_import_parts_part_id_fkey" FOREIGN KEY ("part_id") REFERENCES "inventory_parts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place_categories" ADD CONSTRAINT "place_categories_geofence_collection_id_fkey" FOREIGN KEY ("geofence_collection_id") REFERENCES "geofence_collections"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "places" ADD CONSTRAINT "places_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "geofence_collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sensitive_overlaps" ADD CONSTRAINT "sensitive_overlaps_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "geofence_collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "opt_out_lists" ADD CONSTRAINT "opt_out_lists_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "inbox_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_sign_in_link_id_fkey" FOREIGN KEY ("sign_in_link_id") REFERENCES "sign_in_links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest_items" ADD CONSTRAINT "digest_items_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "inbox_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest_items" ADD CONSTRAINT "digest_items_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_view_id_fkey" FOREIGN KEY ("view_id") REFERENCES "saved_views"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "design_targets" ADD CONSTRAINT "design_targets_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- =================================================================================================
-- Written by hand from here on: what schema.prisma cannot express, by topic.
-- schema.prisma names each trigger beside its table; a test compares the two.
-- =================================================================================================

-- -------------------------------------------------------------------------------------------------
-- Invariants. Partial unique indexes stand in schema.prisma; these are the checks.
-- -------------------------------------------------------------------------------------------------

-- A collaborator is a user or an organization, as its type says.
ALTER TABLE "design_collaborators" ADD CONSTRAINT "design_collaborators_names_one" CHECK (
  ("type" = 'user' AND "user_id" IS NOT NULL AND "organization_id" IS NULL)
  OR ("type" = 'org' AND "organization_id" IS NOT NULL AND "user_id" IS NULL));

-- A subject is that of an issuer. An issuer alone binds its subject at the person's next sign-in.
ALTER TABLE "users" ADD CONSTRAINT "users_identity" CHECK ("oidc_subject" IS NULL OR "oidc_issuer" IS NOT NULL);
ALTER TABLE "users" ADD CONSTRAINT "users_guide" CHECK ("guide" IN ('open', 'gone'));

-- Settings, within the bounds of the contract.
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_least_reach_check" CHECK ("least_reach" >= 0);
ALTER TABLE "targets" ADD CONSTRAINT "targets_required_approvals_within" CHECK ("required_approvals" BETWEEN 1 AND 5);
ALTER TABLE "target_freezes" ADD CONSTRAINT "target_freezes_in_order" CHECK ("starts_at" < "ends_at");
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_digest_minute" CHECK ("digest_minute" BETWEEN 0 AND 1439);

-- A completed build has its whole file, and a build in progress has a lease.
ALTER TABLE "builds" ADD CONSTRAINT "builds_done_has_file" CHECK (
  "status" <> 'done' OR ("completed_at" IS NOT NULL AND "size" IS NOT NULL AND "digest" IS NOT NULL AND "file_key" IS NOT NULL));
ALTER TABLE "builds" ADD CONSTRAINT "builds_building_has_lease" CHECK (
  "status" <> 'building' OR ("lease_holder" IS NOT NULL AND "lease_expires_at" IS NOT NULL));

-- An activated deployment was approved, and somebody approved it.
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_activated_is_approved" CHECK (
  "status" <> 'activated' OR ("approved_at" IS NOT NULL AND "deployer_id" IS NOT NULL));

-- Data of inventory sources expire, and are pulled every few hours or once a day.
ALTER TABLE "inventory_sources" ADD CONSTRAINT "inventory_sources_keep_days_check" CHECK ("keep_days" BETWEEN 1 AND 3650);
ALTER TABLE "inventory_pulls" ADD CONSTRAINT "inventory_pulls_schedule_check" CHECK (("every_hours" IS NULL) <> ("daily_at" IS NULL));

-- Only an empty list of opt-outs has no file.
ALTER TABLE "opt_out_lists" ADD CONSTRAINT "opt_out_lists_file" CHECK (
  ("id_count" = 0) = ("file_key" IS NULL) AND ("file_key" IS NULL) = ("digest" IS NULL));

-- Matches are counted by the hours of a day.
ALTER TABLE "match_days" ADD CONSTRAINT "match_days_hours" CHECK (cardinality("hours") = 24);

-- A mail has one cause, and unique indexes keep it to one mail. It ends when it waits no longer.
ALTER TABLE "mails" ADD CONSTRAINT "mails_one_cause" CHECK (num_nonnulls("item_id", "digest_day", "sign_in_link_id") = 1);
ALTER TABLE "mails" ADD CONSTRAINT "mails_state" CHECK ("state" IN ('waiting', 'sent', 'refused', 'expired', 'dropped'));
ALTER TABLE "mails" ADD CONSTRAINT "mails_ended" CHECK (("ended_at" IS NULL) = ("state" = 'waiting'));

-- Routes bound a comment's length; the pseudonym of an erased person may be longer than the name that
-- it replaces. A comment stays as it was said, unless a person's name is erased from it.
ALTER TABLE "deployment_comments" ADD CONSTRAINT "deployment_comments_have_text" CHECK (("text" IS NULL) = ("kind" = 'withdrawal'));
CREATE FUNCTION "refuse_to_change_comment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('targeting.erasing', TRUE) = 'on' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a comment never changes';
END $$;
CREATE TRIGGER "deployment_comments_stay" BEFORE UPDATE ON "deployment_comments" FOR EACH ROW
  EXECUTE FUNCTION "refuse_to_change_comment"();

-- A decision ends the schedules that were made before it: a deployment that was rejected, cancelled
-- or deactivated since is not activated, and one activated by hand is not activated again.
-- The scheduled end of a campaign outlives its activation. Undoing the decision brings back those that
-- it ended, which are therefore marked at first; those that ended long before are deleted.
ALTER TABLE "deployment_schedules" ADD CONSTRAINT "deployment_schedules_ended_is_over" CHECK (
  "ended_at" IS NULL OR "ran_at" IS NOT NULL);
CREATE FUNCTION "end_schedules_of_deployment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "deployment_schedules"
  WHERE "deployment_id" = NEW."id" AND "ended_at" < NEW."updated_at" - interval '5 minutes';
  UPDATE "deployment_schedules" SET "ran_at" = NEW."updated_at", "ended_at" = NEW."updated_at"
  WHERE "deployment_id" = NEW."id" AND "ran_at" IS NULL AND (NEW."status" <> 'activated' OR "action" = 'activate');
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_end_schedules" AFTER UPDATE OF "status" ON "deployments" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "end_schedules_of_deployment"();

-- A decision uses the approvals up, or makes them void: a deployment that was rejected, cancelled or
-- deactivated since is approved afresh. Undoing the decision brings back those that ended with it.
CREATE FUNCTION "end_approvals_of_deployment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "deployment_approvals"
  WHERE "deployment_id" = NEW."id" AND "ended_at" < NEW."updated_at" - interval '5 minutes';
  UPDATE "deployment_approvals" SET "ended_at" = NEW."updated_at" WHERE "deployment_id" = NEW."id" AND "ended_at" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_end_approvals" AFTER UPDATE OF "status" ON "deployments" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "end_approvals_of_deployment"();

-- -------------------------------------------------------------------------------------------------
-- Copied columns. Lists filter and sort by columns of other tables through an index only if the row
-- has a copy. BEFORE triggers fill the copy; AFTER triggers pass a change of the original on.
-- -------------------------------------------------------------------------------------------------

-- A deployment's visibility follows from its design's owner and its target's organization.
-- The lock makes a concurrent change of the owner wait, which then finds this row; and another new
-- deployment of the design, as triggers below look up which ones a design has.
CREATE FUNCTION "copy_deployment_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d."owner_id", d."owner_org_id" INTO NEW."owner_id", NEW."owner_org_id" FROM "designs" d
  WHERE d."id" = NEW."design_id" FOR NO KEY UPDATE;
  SELECT t."organization_id" INTO NEW."target_org_id" FROM "targets" t WHERE t."id" = NEW."target_id";
  RETURN NEW;
END $$;
CREATE TRIGGER "deployments_copy_owners" BEFORE INSERT OR UPDATE OF "design_id", "target_id", "owner_id", "owner_org_id", "target_org_id"
  ON "deployments" FOR EACH ROW EXECUTE FUNCTION "copy_deployment_owners"();

-- A design that is shared within the owner's organization is visible there anyway: lists leave such
-- collaborators out by this copy.
CREATE FUNCTION "copy_shared_design_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d."owner_org_id" INTO NEW."owner_org_id" FROM "designs" d WHERE d."id" = NEW."design_id" FOR SHARE;
  RETURN NEW;
END $$;
CREATE TRIGGER "design_collaborators_copy_owner" BEFORE INSERT OR UPDATE OF "design_id", "owner_org_id" ON "design_collaborators"
  FOR EACH ROW EXECUTE FUNCTION "copy_shared_design_owner"();

CREATE FUNCTION "pass_design_owner_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "deployments" SET "owner_id" = NEW."owner_id", "owner_org_id" = NEW."owner_org_id" WHERE "design_id" = NEW."id";
  UPDATE "design_collaborators" SET "owner_org_id" = NEW."owner_org_id"
  WHERE "design_id" = NEW."id" AND "owner_org_id" <> NEW."owner_org_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_pass_owner_on" AFTER UPDATE OF "owner_id", "owner_org_id" ON "designs" FOR EACH ROW
  WHEN ((OLD."owner_id", OLD."owner_org_id") IS DISTINCT FROM (NEW."owner_id", NEW."owner_org_id"))
  EXECUTE FUNCTION "pass_design_owner_on"();

CREATE FUNCTION "pass_target_organization_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "deployments" SET "target_org_id" = NEW."organization_id" WHERE "target_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "targets_pass_organization_on" AFTER UPDATE OF "organization_id" ON "targets" FOR EACH ROW
  WHEN (OLD."organization_id" IS DISTINCT FROM NEW."organization_id")
  EXECUTE FUNCTION "pass_target_organization_on"();

-- List Builds sorts designs by their newest completed build. A build no longer changes once a
-- design names it, so that nothing has to be passed on.
CREATE FUNCTION "copy_last_build"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."last_build_date" := NULL;
  NEW."last_build_request" := NULL;
  NEW."last_build_size" := NULL;
  SELECT b."completed_at", b."requested_at", b."size" INTO NEW."last_build_date", NEW."last_build_request", NEW."last_build_size"
  FROM "builds" b WHERE b."id" = NEW."most_recent_build_id";
  RETURN NEW;
END $$;
CREATE TRIGGER "designs_copy_last_build" BEFORE INSERT OR UPDATE OF "most_recent_build_id" ON "designs" FOR EACH ROW
  EXECUTE FUNCTION "copy_last_build"();

-- A design on the targets of an organization has a row of its own, with the newest of its builds
-- there. Transactions that change deployments of one design at the same time wait for each other.
-- Its search document is that of the build: the service writes it where it is null.
CREATE FUNCTION "lock_design_targets"("designs" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "design_targets" g WHERE g."design_id" IN (SELECT unnest("designs"))
  ORDER BY g."design_id", g."target_org_id" FOR NO KEY UPDATE;
END $$;

CREATE FUNCTION "keep_design_targets"("designs" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "keep_targets_of_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "keep_design_targets"((SELECT array_agg(DISTINCT r."design_id") FROM "changed" r));
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_keep_targets_made" AFTER INSERT ON "deployments" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_targets_of_rows"();
CREATE TRIGGER "deployments_keep_targets_gone" AFTER DELETE ON "deployments" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_targets_of_rows"();

CREATE FUNCTION "keep_targets_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "keep_design_targets"(ARRAY[OLD."design_id", NEW."design_id"]);
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_keep_targets_changed" AFTER UPDATE ON "deployments" FOR EACH ROW
  WHEN ((OLD."design_id", OLD."build_id", OLD."build_date", OLD."type", OLD."owner_org_id", OLD."target_org_id")
    IS DISTINCT FROM (NEW."design_id", NEW."build_id", NEW."build_date", NEW."type", NEW."owner_org_id", NEW."target_org_id"))
  EXECUTE FUNCTION "keep_targets_of_row"();

-- The audit log of a design is readable by the organization that owns the design.
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

CREATE FUNCTION "pass_design_organization_on"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE "audit_events" SET "design_org_id" = NEW."owner_org_id" WHERE "design_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_pass_organization_on" AFTER UPDATE OF "owner_org_id" ON "designs" FOR EACH ROW
  WHEN (OLD."owner_org_id" IS DISTINCT FROM NEW."owner_org_id") EXECUTE FUNCTION "pass_design_organization_on"();

-- -------------------------------------------------------------------------------------------------
-- The audit log. It is append-only, and a chain of hashes shows what was bent nevertheless
-- (docs/decisions/0500-the-audit-log-is-a-chain-of-hashes.md). Inbox, mails and webhooks follow from it.
-- -------------------------------------------------------------------------------------------------

-- No writer of an event can forget to have it told and chained.
CREATE FUNCTION "put_into_outbox"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "outbox" ("event_id") SELECT "id" FROM "recorded";
  INSERT INTO "audit_unchained" ("event_id") SELECT "id" FROM "recorded";
  RETURN NULL;
END $$;
CREATE TRIGGER "audit_events_put_into_outbox" AFTER INSERT ON "audit_events" REFERENCING NEW TABLE AS "recorded"
  FOR EACH STATEMENT EXECUTE FUNCTION "put_into_outbox"();

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
CREATE TRIGGER "audit_removals_keep" BEFORE UPDATE OR DELETE ON "audit_removals" FOR EACH ROW EXECUTE FUNCTION "keep_audit_proof"();
CREATE TRIGGER "audit_removals_keep_all" BEFORE TRUNCATE ON "audit_removals" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_proof"();

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

-- Functions that run as their owner take their tables from this schema, whatever the caller's session says, and nobody
-- else may call them, or hang them on another table: docs/operations/safety.md grants what the service's role needs.
DO $$
DECLARE "signature" text;
BEGIN
  FOREACH "signature" IN ARRAY ARRAY['keep_audit_event()', 'pass_design_organization_on()',
    'erase_from_audit(uuid, uuid[], text, text, text, bigint, bigint)', 'remove_from_audit(bigint, bytea)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', "signature", current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', "signature");
  END LOOP;
END $$;

-- -------------------------------------------------------------------------------------------------
-- Change events: what open pages are notified of (lib/domain/events). The database writes them, so
-- that no code can forget to, and only where a reader can see a change.
-- Triggers only insert: two transactions never wait for each other here. NOTIFY would take a lock
-- that lets transactions commit only one after the other.
-- -------------------------------------------------------------------------------------------------

-- `decided` is what determined the object's visibility before, where the change may have ended it
-- for a reader.
CREATE FUNCTION "note_change"("kind" text, "object" uuid, "at_revision" integer, "decided" jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "change_events" ("transaction", "type", "object_id", "revision", "facts")
  VALUES (pg_current_xact_id()::text::bigint, "kind", "object", "at_revision", "decided");
END $$;

-- A row changed that determines nobody's visibility. Arguments: the event's type, the column of the
-- object's id, and "revision" where the event has one. A field is looked up where its line is reached.
CREATE FUNCTION "note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "object" uuid;
  "at_revision" integer;
BEGIN
  CASE TG_ARGV[1]
    WHEN 'id' THEN "object" := COALESCE(NEW."id", OLD."id");
    WHEN 'user_id' THEN "object" := COALESCE(NEW."user_id", OLD."user_id");
    WHEN 'target_id' THEN "object" := COALESCE(NEW."target_id", OLD."target_id");
    WHEN 'deployment_id' THEN "object" := COALESCE(NEW."deployment_id", OLD."deployment_id");
  END CASE;
  IF TG_ARGV[2] = 'revision' THEN "at_revision" := NEW."revision"; END IF;
  INSERT INTO "change_events" ("transaction", "type", "object_id", "revision")
  VALUES (pg_current_xact_id()::text::bigint, TG_ARGV[0], "object", "at_revision");
  RETURN NULL;
END $$;

-- A part of an object changed, unless it went with the object. Argument: the object's type.
CREATE FUNCTION "note_part_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_ARGV[0]
    WHEN 'design' THEN
      PERFORM "note_change"('design', "id", "revision", NULL) FROM "designs" WHERE "id" = COALESCE(NEW."design_id", OLD."design_id");
    WHEN 'deployment' THEN
      PERFORM "note_change"('deployment', "id", "revision", NULL) FROM "deployments" WHERE "id" = COALESCE(NEW."deployment_id", OLD."deployment_id");
    WHEN 'target' THEN
      PERFORM "note_change"('target', "id", "revision", NULL) FROM "targets" WHERE "id" = COALESCE(NEW."target_id", OLD."target_id");
    WHEN 'inventory_source' THEN
      PERFORM "note_change"('inventory_source', "id", "revision", NULL) FROM "inventory_sources" WHERE "id" = COALESCE(NEW."source_id", OLD."source_id");
  END CASE;
  RETURN NULL;
END $$;

-- Designs, with their collaborators and their automation.
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
CREATE TRIGGER "designs_note_change" AFTER INSERT OR DELETE ON "designs" FOR EACH ROW
  EXECUTE FUNCTION "note_design_change"();
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
CREATE TRIGGER "design_automations_note_change" AFTER INSERT OR UPDATE ON "design_automations" FOR EACH ROW
  EXECUTE FUNCTION "note_part_change"('design');

-- Builds, with each step of their progress.
CREATE TRIGGER "builds_note_change" AFTER INSERT ON "builds" FOR EACH ROW EXECUTE FUNCTION "note_change"('build', 'id', 'revision');
CREATE TRIGGER "builds_note_progress" AFTER UPDATE ON "builds" FOR EACH ROW
  WHEN ((OLD."revision", OLD."status", OLD."status_reason", OLD."phase", OLD."percent", OLD."attempts", OLD."started_at", OLD."completed_at")
    IS DISTINCT FROM (NEW."revision", NEW."status", NEW."status_reason", NEW."phase", NEW."percent", NEW."attempts", NEW."started_at", NEW."completed_at"))
  EXECUTE FUNCTION "note_change"('build', 'id', 'revision');

-- Deployments, with their schedules, their comments, and verdicts of activation rules that say
-- something else than before.
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
CREATE TRIGGER "deployments_note_change" AFTER INSERT OR DELETE ON "deployments" FOR EACH ROW
  EXECUTE FUNCTION "note_deployment_change"();
CREATE TRIGGER "deployments_note_transition" AFTER UPDATE ON "deployments" FOR EACH ROW
  WHEN ((OLD."revision", OLD."status", OLD."tags", OLD."updated_at", OLD."owner_id", OLD."owner_org_id", OLD."target_org_id")
    IS DISTINCT FROM (NEW."revision", NEW."status", NEW."tags", NEW."updated_at", NEW."owner_id", NEW."owner_org_id", NEW."target_org_id"))
  EXECUTE FUNCTION "note_deployment_change"();
CREATE TRIGGER "deployment_schedules_note_change" AFTER INSERT OR UPDATE OR DELETE ON "deployment_schedules" FOR EACH ROW
  EXECUTE FUNCTION "note_change"('schedule', 'deployment_id');
CREATE TRIGGER "deployment_comments_note_change" AFTER INSERT ON "deployment_comments" FOR EACH ROW
  EXECUTE FUNCTION "note_change"('comment', 'deployment_id');
CREATE TRIGGER "rule_verdicts_note_change" AFTER INSERT ON "rule_verdicts" FOR EACH ROW
  WHEN (NOT NEW."retrospective") EXECUTE FUNCTION "note_part_change"('deployment');
CREATE TRIGGER "rule_verdicts_note_revision" AFTER UPDATE ON "rule_verdicts" FOR EACH ROW
  WHEN (OLD."outcome" IS DISTINCT FROM NEW."outcome" OR OLD."misses" IS DISTINCT FROM NEW."misses")
  EXECUTE FUNCTION "note_part_change"('deployment');

-- Targets, with the organizations that they accept and their rules: their own fields alone, as
-- deployments have events of their own.
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
CREATE TRIGGER "targets_note_change" AFTER INSERT OR DELETE ON "targets" FOR EACH ROW
  EXECUTE FUNCTION "note_target_change"();
CREATE TRIGGER "targets_note_edit" AFTER UPDATE ON "targets" FOR EACH ROW
  WHEN ((OLD."revision", OLD."name", OLD."slug", OLD."type", OLD."memory_capacity", OLD."organization_id")
    IS DISTINCT FROM (NEW."revision", NEW."name", NEW."slug", NEW."type", NEW."memory_capacity", NEW."organization_id"))
  EXECUTE FUNCTION "note_target_change"();
CREATE TRIGGER "activation_rules_note_change" AFTER INSERT OR DELETE ON "activation_rules" FOR EACH ROW
  EXECUTE FUNCTION "note_part_change"('target');
CREATE TRIGGER "activation_rules_note_edit" AFTER UPDATE ON "activation_rules" FOR EACH ROW
  WHEN (OLD."revision" IS DISTINCT FROM NEW."revision") EXECUTE FUNCTION "note_part_change"('target');

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

-- Agents' reports: only what is new in them, and the first one after a silence of 30 seconds.
CREATE TRIGGER "agents_note_change" AFTER INSERT OR DELETE ON "agents" FOR EACH ROW
  EXECUTE FUNCTION "note_change"('target_agents', 'target_id');
CREATE TRIGGER "agents_note_report" AFTER UPDATE ON "agents" FOR EACH ROW
  WHEN ((OLD."version", OLD."tags", OLD."memory_used", OLD."memory_limit") IS DISTINCT FROM (NEW."version", NEW."tags", NEW."memory_used", NEW."memory_limit")
    OR NEW."last_seen_at" > OLD."last_seen_at" + interval '30 seconds')
  EXECUTE FUNCTION "note_change"('target_agents', 'target_id');
CREATE TRIGGER "agent_deployments_note_change" AFTER INSERT OR DELETE ON "agent_deployments" FOR EACH ROW
  EXECUTE FUNCTION "note_change"('deployment_agents', 'deployment_id');
CREATE TRIGGER "agent_deployments_note_report" AFTER UPDATE ON "agent_deployments" FOR EACH ROW
  WHEN ((OLD."state", OLD."digest", OLD."error") IS DISTINCT FROM (NEW."state", NEW."digest", NEW."error"))
  EXECUTE FUNCTION "note_change"('deployment_agents', 'deployment_id');

-- Inventory sources, the organizations that may use them, and from where they are pulled.
CREATE TRIGGER "inventory_sources_note_change" AFTER INSERT ON "inventory_sources" FOR EACH ROW
  EXECUTE FUNCTION "note_change"('inventory_source', 'id', 'revision');
CREATE TRIGGER "inventory_sources_note_edit" AFTER UPDATE ON "inventory_sources" FOR EACH ROW
  WHEN ((OLD."revision", OLD."name", OLD."slug", OLD."current_import_id") IS DISTINCT FROM (NEW."revision", NEW."name", NEW."slug", NEW."current_import_id"))
  EXECUTE FUNCTION "note_change"('inventory_source', 'id', 'revision');
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
CREATE TRIGGER "inventory_pulls_note_change" AFTER INSERT OR DELETE ON "inventory_pulls" FOR EACH ROW
  EXECUTE FUNCTION "note_part_change"('inventory_source');
CREATE TRIGGER "inventory_pulls_note_edit" AFTER UPDATE ON "inventory_pulls" FOR EACH ROW
  WHEN ((OLD."next_at", OLD."url", OLD."problem_at", OLD."last_pulled_at", OLD."lease_token")
    IS DISTINCT FROM (NEW."next_at", NEW."url", NEW."problem_at", NEW."last_pulled_at", NEW."lease_token"))
  EXECUTE FUNCTION "note_part_change"('inventory_source');

-- Pages of the reader, on all their devices, hear of new and read items: one change a person and
-- statement. Its object is the reader.
CREATE FUNCTION "note_inbox_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('inbox', i."user_id", NULL, NULL) FROM (SELECT DISTINCT "user_id" FROM "changed") i;
  RETURN NULL;
END $$;
CREATE TRIGGER "inbox_items_note_change" AFTER INSERT ON "inbox_items" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_inbox_change"();
CREATE TRIGGER "inbox_items_note_reading" AFTER UPDATE ON "inbox_items" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_inbox_change"();

-- Credentials: no event for readers. A stream that a credential opened checks it again.
CREATE TRIGGER "users_note_credential_change" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD."session_epoch", OLD."disabled_at", OLD."role", OLD."organization_id", OLD."password_hash")
    IS DISTINCT FROM (NEW."session_epoch", NEW."disabled_at", NEW."role", NEW."organization_id", NEW."password_hash"))
  EXECUTE FUNCTION "note_change"('credential', 'id');
CREATE TRIGGER "users_note_removal" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "note_change"('credential', 'id');
CREATE TRIGGER "api_keys_note_credential_change" AFTER UPDATE ON "api_keys" FOR EACH ROW
  WHEN ((OLD."secret_hash", OLD."previous_hash", OLD."previous_expires_at", OLD."scopes", OLD."allowed_addresses", OLD."expires_at", OLD."revoked_at")
    IS DISTINCT FROM (NEW."secret_hash", NEW."previous_hash", NEW."previous_expires_at", NEW."scopes", NEW."allowed_addresses", NEW."expires_at", NEW."revoked_at"))
  EXECUTE FUNCTION "note_change"('credential', 'user_id');
CREATE TRIGGER "api_keys_note_removal" AFTER DELETE ON "api_keys" FOR EACH ROW EXECUTE FUNCTION "note_change"('credential', 'user_id');
CREATE TRIGGER "access_tokens_note_credential_change" AFTER UPDATE ON "access_tokens" FOR EACH ROW
  WHEN (OLD."token_hash" IS DISTINCT FROM NEW."token_hash") EXECUTE FUNCTION "note_change"('credential', 'user_id');
CREATE TRIGGER "access_tokens_note_removal" AFTER DELETE ON "access_tokens" FOR EACH ROW EXECUTE FUNCTION "note_change"('credential', 'user_id');
CREATE TRIGGER "sessions_note_removal" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION "note_change"('credential', 'user_id');
-- The rights of its people have changed.
CREATE TRIGGER "organizations_note_members_see" AFTER UPDATE ON "organizations" FOR EACH ROW
  WHEN (NEW."members_see" <> OLD."members_see") EXECUTE FUNCTION "note_change"('credential', 'id');

-- Streams of sessions that have to add a second factor now are checked at once.
CREATE FUNCTION "note_required_factor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('credential', u."id", NULL, NULL) FROM "users" u
    WHERE u."organization_id" = NEW."id" AND u."second_factor_at" IS NULL
      AND EXISTS (SELECT FROM "sessions" s WHERE s."user_id" = u."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "organizations_note_required_factor" AFTER UPDATE ON "organizations" FOR EACH ROW
  WHEN (NEW."second_factor_required" AND NOT OLD."second_factor_required")
  EXECUTE FUNCTION "note_required_factor"();

-- -------------------------------------------------------------------------------------------------
-- Search documents. `q` finds prefixes of words: the words of a document are the lexemes of a
-- tsvector. The code normalizes a document before it stores it (lib/rules/text).
-- -------------------------------------------------------------------------------------------------

CREATE INDEX "designs_search_document_idx" ON "designs" USING GIN (array_to_tsvector(string_to_array("search_document", ' ')));
CREATE INDEX "deployments_search_document_idx" ON "deployments" USING GIN (array_to_tsvector(string_to_array("search_document", ' ')));
CREATE INDEX "places_search_document_idx" ON "places" USING GIN (array_to_tsvector(string_to_array("search_document", ' ')));
-- The organization is a word of the index: a common word is found among its rows alone.
CREATE INDEX "design_targets_search_document_idx" ON "design_targets"
  USING GIN (array_to_tsvector(string_to_array("target_org_id"::text || ' ' || "search_document", ' ')));

-- -------------------------------------------------------------------------------------------------
-- Indexes on expressions, and storage.
-- -------------------------------------------------------------------------------------------------

-- Designs sorted by name regardless of case.
CREATE INDEX "designs_name" ON "designs" ((lower("name") COLLATE "C"), "id");
CREATE INDEX "designs_owner_org_name" ON "designs" ("owner_org_id", (lower("name") COLLATE "C"), "id");

-- Deployments that were never approved come last in descending order too.
CREATE INDEX "deployments_approved_last_idx" ON "deployments" ((COALESCE("approved_at", '-infinity'::timestamptz)) DESC, "id");

-- Finds the designs that use an inventory source.
CREATE INDEX "design_sets_sources" ON "design_sets" USING GIN (("audience" -> 'sources')) WHERE "audience" IS NOT NULL;

-- Every throttled call writes here. Without the write-ahead log no call waits for the disk, and a
-- half empty page has room for a row's next version. A crash forgets one minute's counts.
ALTER TABLE "call_windows" SET UNLOGGED;
ALTER TABLE "call_windows" SET (fillfactor = 50);

-- Rows of today are written every minute: room in their page keeps that away from the indexes.
ALTER TABLE "match_days" SET (fillfactor = 60);
ALTER TABLE "match_runs" SET (fillfactor = 60);

-- -------------------------------------------------------------------------------------------------
-- Counters: how many rows whole lists have (lib/domain/lists/list-counts.ts). Each statement inserts
-- by how much it changes them, so that no transaction waits for another's counter; a job adds up.
-- -------------------------------------------------------------------------------------------------

CREATE FUNCTION "count_designs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_counts" ("list", "owner_org_id", "type", "status", "change")
  SELECT k."list", r."owner_org_id", r."type", CASE k."list" WHEN 'designs' THEN r."status"::text END,
    CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
  FROM "changed" r CROSS JOIN (VALUES ('designs'), ('builds')) AS k ("list")
  WHERE k."list" = 'designs' OR r."most_recent_build_id" IS NOT NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_count_made" AFTER INSERT ON "designs" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_designs"();
CREATE TRIGGER "designs_count_gone" AFTER DELETE ON "designs" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_designs"();

CREATE FUNCTION "count_changed_design"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_counts" ("list", "owner_org_id", "type", "status", "change")
  VALUES ('designs', OLD."owner_org_id", OLD."type", OLD."status"::text, -1),
    ('designs', NEW."owner_org_id", NEW."type", NEW."status"::text, 1),
    ('builds', OLD."owner_org_id", OLD."type", NULL, -(OLD."most_recent_build_id" IS NOT NULL)::int),
    ('builds', NEW."owner_org_id", NEW."type", NULL, (NEW."most_recent_build_id" IS NOT NULL)::int);
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_count_changed" AFTER UPDATE ON "designs" FOR EACH ROW
  WHEN ((OLD."owner_org_id", OLD."type", OLD."status", OLD."most_recent_build_id" IS NULL)
    IS DISTINCT FROM (NEW."owner_org_id", NEW."type", NEW."status", NEW."most_recent_build_id" IS NULL))
  EXECUTE FUNCTION "count_changed_design"();

CREATE FUNCTION "count_design_targets"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_counts" ("list", "owner_org_id", "target_org_id", "type", "change")
  SELECT 'design_targets', r."owner_org_id", r."target_org_id", r."type", CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
  FROM "changed" r GROUP BY 2, 3, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER "design_targets_count_made" AFTER INSERT ON "design_targets" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_design_targets"();
CREATE TRIGGER "design_targets_count_gone" AFTER DELETE ON "design_targets" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_design_targets"();

CREATE FUNCTION "count_changed_design_target"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "list_counts" ("list", "owner_org_id", "target_org_id", "type", "change")
  VALUES ('design_targets', OLD."owner_org_id", OLD."target_org_id", OLD."type", -1),
    ('design_targets', NEW."owner_org_id", NEW."target_org_id", NEW."type", 1);
  RETURN NULL;
END $$;
CREATE TRIGGER "design_targets_count_changed" AFTER UPDATE ON "design_targets" FOR EACH ROW
  WHEN ((OLD."owner_org_id", OLD."type") IS DISTINCT FROM (NEW."owner_org_id", NEW."type"))
  EXECUTE FUNCTION "count_changed_design_target"();

-- Deployments, and designs that have one in a status: the first one to come and the last one to go
-- change their number. Waits for transactions that change others of the same design.
CREATE FUNCTION "count_deployments"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM "lock_design_targets"((SELECT array_agg(DISTINCT r."design_id") FROM "changed" r));
  INSERT INTO "list_counts" ("list", "owner_org_id", "target_org_id", "type", "status", "change")
  SELECT 'deployments', r."owner_org_id", r."target_org_id", r."type", r."status"::text, sign * count(*) FROM "changed" r GROUP BY 2, 3, 4, 5;
  WITH by_design AS (
    SELECT r."design_id", r."owner_org_id", r."type", r."status", sign * count(*) AS "change" FROM "changed" r
    WHERE r."status" IN ('requested', 'activated', 'deactivated') GROUP BY 1, 2, 3, 4),
  deployed AS (
    SELECT n."owner_org_id", n."type", n."status", n."change", count(x."id") AS "now"
    FROM by_design n LEFT JOIN "deployments" x
      ON x."design_id" = n."design_id" AND x."owner_org_id" = n."owner_org_id" AND x."status" = n."status"
    GROUP BY n."design_id", n."owner_org_id", n."type", n."status", n."change")
  INSERT INTO "list_counts" ("list", "owner_org_id", "type", "status", "change")
  SELECT 'deployed_designs', "owner_org_id", "type", "status"::text, sum(("now" > 0)::int - ("now" > "change")::int) FROM deployed
  GROUP BY 2, 3, 4 HAVING sum(("now" > 0)::int - ("now" > "change")::int) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_count_made" AFTER INSERT ON "deployments" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deployments"();
CREATE TRIGGER "deployments_count_gone" AFTER DELETE ON "deployments" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_deployments"();

-- The same of changes. Every transition passes here: counts are looked up one by one.
CREATE FUNCTION "count_changed_deployments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "after" a JOIN "before" b USING ("id")
      WHERE (a."design_id", a."owner_org_id", a."target_org_id", a."type", a."status")
        IS DISTINCT FROM (b."design_id", b."owner_org_id", b."target_org_id", b."type", b."status")) THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM "design_targets" g
  WHERE g."design_id" = ANY (ARRAY(SELECT "design_id" FROM "after" UNION SELECT "design_id" FROM "before"))
  ORDER BY g."design_id", g."target_org_id" FOR NO KEY UPDATE;
  INSERT INTO "list_counts" ("list", "owner_org_id", "target_org_id", "type", "status", "change")
  SELECT 'deployments', "owner_org_id", "target_org_id", "type", "status"::text, sum(sign)
  FROM (SELECT 1 AS sign, * FROM "after" UNION ALL SELECT -1, * FROM "before") AS signed GROUP BY 2, 3, 4, 5 HAVING sum(sign) <> 0;
  INSERT INTO "list_counts" ("list", "owner_org_id", "type", "status", "change")
  SELECT 'deployed_designs', "owner_org_id", "type", "status"::text, sum(("now" > 0)::int - ("now" > "change")::int)
  FROM (SELECT n.*, (SELECT count(*) FROM "deployments" x
      WHERE x."design_id" = n."design_id" AND x."owner_org_id" = n."owner_org_id" AND x."status" = n."status") AS "now"
    FROM (SELECT "design_id", "owner_org_id", "type", "status", sum(sign) AS "change"
      FROM (SELECT 1 AS sign, * FROM "after" UNION ALL SELECT -1, * FROM "before") AS signed
      WHERE "status" IN ('requested', 'activated', 'deactivated') GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0) AS n) AS deployed
  GROUP BY 2, 3, 4 HAVING sum(("now" > 0)::int - ("now" > "change")::int) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "deployments_count_changed" AFTER UPDATE ON "deployments" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_deployments"();

CREATE FUNCTION "forget_list_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "list_counts" WHERE ("list" IN ('designs', 'builds')) = (TG_TABLE_NAME = 'designs');
  RETURN NULL;
END $$;
CREATE TRIGGER "designs_forget_counts" AFTER TRUNCATE ON "designs" FOR EACH STATEMENT EXECUTE FUNCTION "forget_list_counts"();
CREATE TRIGGER "deployments_forget_counts" AFTER TRUNCATE ON "deployments" FOR EACH STATEMENT EXECUTE FUNCTION "forget_list_counts"();
