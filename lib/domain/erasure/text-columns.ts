/**
 * Every text and JSON column of the database, and what the erasure of a person does with it
 * (docs/contract.md, Erasure). A test holds the lists against the schema, so that every new column
 * is decided on.
 */

/**
 * By table: texts written by people, and by the service about them. Names and e-mails are replaced.
 */
export const REPLACED = {
	activation_rules: ["name"],
	agent_keys: ["label"],
	api_keys: ["label"],
	audit_windows: ["subject", "event"],
	build_sets: ["name", "targeting_code"],
	builds: ["name", "reason", "status_reason"],
	change_events: ["facts"],
	deployment_comments: ["text"],
	deployment_schedules: ["problem"],
	deployments: ["message", "status_reason", "tags"],
	design_automations: ["problem"],
	design_sets: ["name", "targeting_code"],
	designs: ["name", "status_reason", "visibility_tags"],
	forgotten_passwords: ["email_key"],
	idempotency_records: ["path", "body"],
	inbox_items: ["facts"],
	inventory_imports: ["refused"],
	inventory_pulls: ["problem"],
	inventory_sources: ["name"],
	mails: ["problem"],
	notice_states: ["subject"],
	organizations: ["name"],
	passkeys: ["name"],
	place_categories: ["name"],
	rule_verdicts: ["misses"],
	saved_views: ["name", "query"],
	target_freezes: ["reason"],
	targets: ["name"],
	webhook_deliveries: ["payload", "attempt_log", "answer"],
	webhooks: ["description", "paused_reason"],
} as const;

/** Replaced columns with unique texts, and the columns within which they are unique. */
export const UNIQUE_WITHIN: Readonly<Record<string, string>> = {
	"activation_rules.name": "target_id",
	"audit_windows.subject": "1",
	"build_sets.targeting_code": "build_id",
	"design_sets.targeting_code": "design_id",
	"notice_states.subject": "1",
	"place_categories.name": "1",
	"saved_views.name": "owner_id, page",
};

/** Written by one function of the database (erase-from-audit.ts). */
export const AUDIT = { audit_events: ["actor_label", "address", "request_id", "reason", "detail"] } as const;

/** Emptied in the rows of the person's accounts; those of other people are theirs. */
export const OF_THE_ACCOUNT = {
	users: ["email", "email_key", "first_name", "last_name", "password_hash", "oidc_issuer", "oidc_subject", "guide"],
} as const;

/** Made again from the replaced columns. */
export const DERIVED = {
	deployments: ["search_document", "shown_document"],
	design_targets: ["search_document"],
	designs: ["search_document"],
} as const;

/**
 * Columns that keep their texts, with their words in the proof. Rewriting them would break their
 * purpose: a condition would match nothing, an address would lead nowhere. `geofence_chunks` and
 * targeting files are no texts of the database.
 */
export const KEPT = {
	"properties of geofences": {},
	"targeting files": {},
	"inventory data": {},
	"values in the conditions of audiences": { design_sets: ["audience"] },
	"places by name": { places: ["name", "search_document"] },
	"addresses of webhooks and of files that are fetched": { inventory_pulls: ["url"] },
	"short names of organizations, targets and inventory sources": {
		builds: ["sources"],
		inventory_sources: ["slug"],
		organizations: ["slug"],
		targets: ["slug", "type"],
	},
	"what agents report of themselves": {
		agent_deployments: ["error"],
		agents: ["instance_id", "version", "tags", "opt_outs_error"],
	},
} as const;

/** Kinds, states, digests, ids, times and settings: no texts of people. */
export const WITHOUT_WORDS = {
	activation_rules: ["conditions", "dry_day", "active_day"],
	agent_deployments: ["digest"],
	agent_keys: ["prefix"],
	agents: ["opt_outs_digest", "report_digest"],
	api_keys: ["prefix", "allowed_addresses"],
	audit_events: ["credential", "action", "object_type", "status_before", "status_after"],
	builds: ["digest", "file_key", "format_version", "phase", "lease_holder", "trace_parent"],
	call_windows: ["subject"],
	change_events: ["type"],
	default_views: ["page"],
	deployment_approvals: ["digest"],
	design_automations: ["tried"],
	forgotten_passwords: ["address", "request_id"],
	idempotency_records: ["method"],
	inbox_items: ["kind", "reader"],
	inventory_imports: ["device_id_kind", "mode"],
	inventory_parts: ["file_key"],
	inventory_pulls: [
		...["mode", "daily_at", "time_zone", "header_name", "access_key_id", "etag", "last_modified", "digest"],
	],
	list_counts: ["list", "status"],
	mails: ["state"],
	notification_settings: ["modes", "time_zone"],
	opt_out_lists: ["salt", "file_key", "digest"],
	overview_days: ["scope"],
	overview_dismissals: ["kind"],
	passkeys: ["credential_id", "transports"],
	rule_verdicts: ["digest", "basis"],
	saved_views: ["page"],
	sensitive_overlaps: ["places_key", "categories", "geofences"],
	service_facts: ["name", "value"],
	sessions: ["address", "browser"],
	targets: ["activation_hours", "trace_parent"],
	webhook_deliveries: ["kind"],
	webhooks: ["events"],
} as const;
