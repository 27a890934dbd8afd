import type pg from "pg";

/** Runs `work` while rows of the tables write no change events, which nobody reads there. */
export async function withoutChangeEvents(
	client: pg.PoolClient,
	tables: readonly string[],
	work: () => Promise<void>,
): Promise<void> {
	const { rows: triggers } = await client.query<{ table: string; name: string }>(
		`SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger
		 WHERE tgrelid = ANY ($1::text[]::regclass[]) AND tgname LIKE '%\\_note\\_%' ORDER BY 1, 2`,
		[tables],
	);
	const set = async (state: "DISABLE" | "ENABLE") => {
		for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} ${state} TRIGGER ${name}`);
	};
	await set("DISABLE");
	await work();
	await set("ENABLE");
}
