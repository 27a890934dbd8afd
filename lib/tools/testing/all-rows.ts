import type { TestService } from "./service";

/** When a credential was last used is no change that a test compares. */
const LAST_USED = "last_used_at";

/** A digest of the rows of each table, made by the database in one statement. */
export async function rowDigests(service: TestService, without: readonly string[]): Promise<Record<string, string>> {
	const parts = (await tablesOf(service, without)).map(({ name, isUsed }) => {
		const row = isUsed ? `(to_jsonb(t) - '${LAST_USED}')::text` : "t::text";
		return `SELECT '${name}' AS name, (SELECT concat(count(*), ' rows ', sum(hashtextextended(${row}, 0))) FROM ${name} t) AS digest`;
	});
	const found = await service.prisma.$queryRawUnsafe<{ name: string; digest: string }[]>(parts.join(" UNION ALL "));
	return Object.fromEntries(found.map(({ name, digest }) => [name, digest]));
}

/** The rows of some tables, by default of all, as JSON texts. */
export async function allRows(service: TestService, tables?: readonly string[]): Promise<Record<string, string[]>> {
	const names = tables ?? (await tablesOf(service, [])).map(({ name }) => name);
	const parts = names.map((name) => `SELECT '${name}' AS name, to_jsonb(t)::text AS row FROM ${name} t`);
	const found =
		parts.length === 0
			? []
			: await service.prisma.$queryRawUnsafe<{ name: string; row: string }[]>(parts.join(" UNION ALL "));
	const rows: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
	for (const { name, row } of found) rows[name]?.push(row);
	return rows;
}

function tablesOf(service: TestService, without: readonly string[]): Promise<{ name: string; isUsed: boolean }[]> {
	return service.prisma.$queryRaw`
		SELECT tablename AS name, EXISTS (SELECT FROM information_schema.columns c WHERE c.table_schema = schemaname
			AND c.table_name = tablename AND c.column_name = ${LAST_USED}) AS "isUsed"
		FROM pg_tables WHERE schemaname = current_schema() AND tablename <> ALL (${without})`;
}
