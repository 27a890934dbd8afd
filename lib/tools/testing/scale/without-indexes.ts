import type pg from "pg";

/**
 * Runs `work` while the tables have only primary keys, without other indexes and foreign keys: bulk
 * inserts are many times faster. Creates both again from their definitions, which checks the rows.
 */
export async function withoutIndexes(
	client: pg.PoolClient,
	tables: readonly string[],
	work: () => Promise<void>,
): Promise<void> {
	const { rows: indexes } = await client.query<{ name: string; definition: string }>(
		`SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
		 WHERE indrelid = ANY ($1::text[]::regclass[]) AND NOT indisprimary ORDER BY 1`,
		[tables],
	);
	const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
		`SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
		 WHERE conrelid = ANY ($1::text[]::regclass[]) AND contype = 'f' ORDER BY 1, 2`,
		[tables],
	);
	for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
	for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
	await work();
	for (const { definition } of indexes) await client.query(definition);
	for (const { table, name, definition } of keys) {
		await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
	}
}
