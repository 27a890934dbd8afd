import type { TestService } from "./service";

/** The rows of all tables, as texts that tests compare. */
export async function allRows(service: TestService, without: readonly string[]): Promise<Record<string, string>> {
	const tables = await service.prisma.$queryRaw<{ name: string }[]>`
		SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> ALL (${without})`;
	const rows: Record<string, string> = {};
	for (const { name } of tables) {
		const [found] = await service.prisma.$queryRawUnsafe<{ rows: string }[]>(
			`SELECT COALESCE(string_agg((to_jsonb(t) - 'last_used_at')::text, E'\\n' ORDER BY t::text), '') AS rows FROM ${name} t`,
		);
		rows[name] = found?.rows ?? "";
	}
	return rows;
}
