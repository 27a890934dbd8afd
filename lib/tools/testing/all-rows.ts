import type { TestService } from "./service";

/** The rows of all tables, as texts that tests compare, read by one statement. */
export async function allRows(service: TestService, without: readonly string[]): Promise<Record<string, string>> {
	const tables = await service.prisma.$queryRaw<{ name: string }[]>`
		SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> ALL (${without})`;
	const parts = tables.map(
		({ name }) => `SELECT '${name}' AS name, (SELECT COALESCE(string_agg(
			(to_jsonb(t) - 'last_used_at')::text, E'\\n' ORDER BY t::text), '') FROM ${name} t) AS rows`,
	);
	const found = await service.prisma.$queryRawUnsafe<{ name: string; rows: string }[]>(parts.join(" UNION ALL "));
	return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
}
