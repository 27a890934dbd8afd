import type pg from "pg";

/**
 * A table as an archive has it: its columns with their types, in the order of its rows' cells. It is
 * that of the names, as columns stand in the order in which migrations came to a database.
 */
export interface CopiedTable {
	readonly name: string;
	readonly columns: readonly { readonly name: string; readonly type: string }[];
	/** The columns of its primary key, and whether they are texts, which databases sort differently. */
	readonly key: readonly { readonly name: string; readonly isText: boolean }[];
}

/** A generator of numbers, and where it is. */
export interface CopiedSequence {
	readonly name: string;
	readonly last: string;
	readonly isCalled: boolean;
}

/**
 * Tables of which no rows are copied, as they mean nothing in another database: the history of
 * migrations, which an import applies itself; the calls of the last minute, which a crash forgets,
 * too; and changes sent to live pages, which are ordered by this database's transaction ids.
 */
export const NOT_COPIED: readonly string[] = ["_prisma_migrations", "call_windows", "change_events"];

/** The tables of the schema, by the catalogue of the database, so that none is forgotten. */
export async function readCopiedTables(client: pg.PoolClient): Promise<CopiedTable[]> {
	const { rows } = await client.query<CopiedTable>(
		`SELECT c.relname AS name,
			(SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attname COLLATE "C")
				FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
			COALESCE((SELECT json_agg(json_build_object('name', a.attname, 'isText', a.attcollation <> 0) ORDER BY k.place)
				FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
				JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
				WHERE i.indrelid = c.oid AND i.indisprimary), '[]') AS key
		FROM pg_class c
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
		ORDER BY c.relname COLLATE "C"`,
		[NOT_COPIED],
	);
	const keyless = rows.find(({ key }) => key.length === 0);
	if (keyless !== undefined) throw new Error(`the table ${keyless.name} has no primary key to order its rows by`);
	return rows;
}

export async function readCopiedSequences(client: pg.PoolClient): Promise<CopiedSequence[]> {
	const { rows } = await client.query<{ name: string }>(
		`SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace
		ORDER BY relname COLLATE "C"`,
	);
	const sequences: CopiedSequence[] = [];
	for (const { name } of rows) {
		const { rows: found } = await client.query<Omit<CopiedSequence, "name">>(
			`SELECT last_value::text AS last, is_called AS "isCalled" FROM ${quoted(name)}`,
		);
		for (const at of found) sequences.push({ name, ...at });
	}
	return sequences;
}

/** The keys of all files that rows name and that the file store should have. */
export async function readFileKeys(client: pg.PoolClient): Promise<string[]> {
	const { rows: places } = await client.query<{ table: string; isSwept: boolean }>(
		`SELECT c.relname AS "table", EXISTS (SELECT FROM pg_attribute s
			WHERE s.attrelid = c.oid AND s.attname = 'swept_at' AND NOT s.attisdropped) AS "isSwept"
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'file_key' AND NOT a.attisdropped
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' ORDER BY 1`,
	);
	const keys: string[] = [];
	for (const { table, isSwept } of places) {
		const { rows } = await client.query<{ key: string }>(
			`SELECT file_key AS key FROM ${quoted(table)} WHERE file_key IS NOT NULL ${isSwept ? "AND swept_at IS NULL" : ""}
			ORDER BY 1`,
		);
		for (const { key } of rows) keys.push(key);
	}
	return [...new Set(keys)];
}

/** A name as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
