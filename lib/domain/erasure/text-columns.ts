import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/**
 * What the erasure of a person does with the text and JSON columns of the database (docs/contract.md,
 * Erasure). Names and e-mails are replaced in every column that no list of this file names: new
 * columns are, too.
 */

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
	"addresses of webhooks and of files that are fetched": { map_regions: ["host"], pulls: ["url"] },
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
	list_counts: ["list", "status"],
	mails: ["state"],
	map_regions: ["file_key", "schema"],
	notification_settings: ["modes", "time_zone"],
	opt_out_lists: ["salt", "file_key", "digest"],
	overview_days: ["scope"],
	overview_dismissals: ["kind"],
	passkeys: ["credential_id", "transports"],
	pulls: [...["mode", "daily_at", "time_zone", "header_name", "access_key_id", "etag", "last_modified", "digest"]],
	rule_verdicts: ["digest", "basis"],
	saved_views: ["page"],
	sensitive_overlaps: ["places_key", "categories", "geofences"],
	service_facts: ["name", "value"],
	sessions: ["address", "browser"],
	targets: ["activation_hours", "trace_parent"],
	webhook_deliveries: ["kind"],
	webhooks: ["events"],
} as const;

/** A column with texts. */
export interface TextColumn {
	readonly table: string;
	readonly column: string;
	readonly type: string;
}

/** All text and JSON columns. */
export const textColumns = (tx: Transaction) =>
	tx.$queryRaw<TextColumn[]>(Prisma.sql`
		SELECT c.table_name AS "table", c.column_name AS "column", c.data_type AS type
		FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.table_name <> '_prisma_migrations'
			AND (c.data_type IN ('text', 'character varying', 'json', 'jsonb') OR c.udt_name = '_text')
		ORDER BY 1, 2`);

type Tables = Readonly<Record<string, readonly string[]>>;
const LISTS: readonly Tables[] = [AUDIT, OF_THE_ACCOUNT, DERIVED, WITHOUT_WORDS, ...Object.values<Tables>(KEPT)];

/** Columns by name that are not replaced. */
export const OTHER_COLUMNS = LISTS.flatMap((tables) =>
	Object.entries(tables).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
);

/** Texts written by people, and by the service about them. */
export async function replacedColumns(tx: Transaction): Promise<TextColumn[]> {
	return (await textColumns(tx)).filter(({ table, column }) => !OTHER_COLUMNS.includes(`${table}.${column}`));
}
