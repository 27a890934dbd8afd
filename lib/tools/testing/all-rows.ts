import type { TestService } from "./service";

/** When a credential was last used is no change that a test compares. */
const LAST_USED = "last_used_at";

/** A digest of the rows of each table, made by the database in one statement. */
export async function rowDigests(service: TestService, without: readonly string[]): Promise<Record<string, string>> {
	const tables = await service.prisma.$queryRaw<{ name: string; isUsed: boolean }[]>`
		SELECT tablename AS name, EXISTS (SELECT FROM information_schema.columns c WHERE c.table_schema = schemaname
			AND c.table_name = tablename AND c.column_name = ${LAST_USED}) AS "isUsed"
		FROM pg_tables WHERE schemaname = current_schema() AND tablename <> ALL (${without})`;
	const parts = tables.map(({ name, isUsed }) => {
		const row = isUsed ? `(to_jsonb(t) - '${LAST_USED}')::text` : "t::text";
		return `SELECT '${name}' AS name, (SELECT concat(count(*), ' rows ', sum(hashtextextended(${row}, 0))) FROM ${name} t) AS digest`;
	});
	const found = await service.prisma.$queryRawUnsafe<{ name: string; digest: string }[]>(parts.join(" UNION ALL "));
	return Object.fromEntries(found.map(({ name, digest }) => [name, digest]));
}

/** The rows of some tables, as texts. */
export async function rowsOf(service: TestService, tables: readonly string[]): Promise<string[]> {
	const parts = tables.map((name) => `SELECT t::text AS row FROM ${name} t`);
	if (parts.length === 0) return [];
	const found = await service.prisma.$queryRawUnsafe<{ row: string }[]>(parts.join(" UNION ALL "));
	return found.map(({ row }) => row);
}
