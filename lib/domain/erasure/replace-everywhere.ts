import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** Where something was found; without a column whole rows were deleted or rewritten. */
export interface Place {
	readonly table: string;
	readonly column: string | null;
	readonly rows: number;
}

/** What is replaced. */
export interface SoughtValues {
	/** Only one person has them: replaced in every table. */
	readonly addresses: readonly string[];
	/** They may be words of somebody else's: replaced in {@link RECORDS} alone. */
	readonly names: readonly string[];
}

/** Tables of what was done and said, which name people. */
const RECORDS: ReadonlySet<string> = new Set([
	"deployment_comments",
	"deployment_schedules",
	"deployments",
	"design_automations",
	"digest_items",
	"idempotency_records",
	"inbox_items",
	"mails",
	"rule_verdicts",
	"webhook_deliveries",
]);

/**
 * Geofences may have properties that name people. Their owners uploaded them as they did targeting
 * files and inventory data, and keep them (docs/contract.md, Erasure): a search would read and write
 * all geofences. The audit log has a door of its own (erase-from-audit.ts). The other table has
 * migrations alone.
 */
const LEFT_OUT = ["_prisma_migrations", "audit_events", "geofence_chunks", "geofence_collections"];

/**
 * Replaces e-mails, in any case, in every text and JSON column of the database, and names in the
 * records: columns that come later are covered too. It reads whole tables, so it is for what happens rarely.
 */
export async function replaceEverywhere(
	tx: Transaction,
	{ addresses, names }: SoughtValues,
	replacement: string,
): Promise<Place[]> {
	const columns = await tx.$queryRaw<{ table: string; column: string; type: string }[]>`
		SELECT c.table_name AS "table", c.column_name AS "column",
			CASE WHEN c.data_type = 'ARRAY' THEN 'text[]' ELSE c.data_type END AS type
		FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
			AND c.table_name <> ALL (${LEFT_OUT})
			AND (c.data_type IN ('text', 'character varying', 'json', 'jsonb') OR c.udt_name = '_text')
		ORDER BY c.table_name, c.ordinal_position`;
	const anywhere = patternsOf(addresses);
	const inRecords = patternsOf([...addresses, ...names]);
	const places: Place[] = [];
	for (const { table, column, type } of columns) {
		const [name, cell] = [Prisma.raw(quoted(table)), Prisma.raw(quoted(column))];
		const patterns = RECORDS.has(table) ? inRecords : anywhere;
		const sought = type.startsWith("json") ? patterns.json : patterns.text;
		const rows = await tx.$executeRaw`
			UPDATE ${name} SET ${cell} = regexp_replace(${cell}::text, ${sought}, ${replacement}, 'gi')::${Prisma.raw(type)}
			WHERE ${cell}::text ~* ${sought}`;
		if (rows > 0) places.push({ table, column, rows });
	}
	return places;
}

/** Patterns for texts and for JSON, where quotes and backslashes of a value are escaped. */
export const patternsOf = (values: readonly string[]) => ({
	text: patternOf(values),
	json: patternOf(values.map((value) => JSON.stringify(value).slice(1, -1))),
});

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
/**
 * Matches whole e-mails and names: that of somebody else may end or begin with one. In JSON the
 * letter of an escaped line break may stand before it.
 */
const patternOf = (values: readonly string[]) =>
	`(?:(?<![\\w.+-])|(?<=\\\\[bfnrt]))(?:${values.map(escapePattern).join("|")})(?![\\w-]|\\.\\w)`;
const escapePattern = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
