import type { DeviceIdKind } from "@/lib/formats/meta";
import { type AudienceEngine, kindOfHashes } from "./audience-engine";
import { type DuckDb, parquetRelation } from "./duckdb";
import { duckDbDialect } from "./duckdb-dialect";
import { CONDITIONS } from "./evaluation-sql";

/** Evaluates in the DuckDB itself, over files of this machine. */
export const duckDbEngine = (db: DuckDb): AudienceEngine => ({
	dialect: duckDbDialect,
	relation: parquetRelation,
	describe: async (relation) => {
		const [newest] = await db.rows(`SELECT epoch_us(max(seen_at)) AS newest FROM ${relation}`);
		return { kind: await kindOfIds(db, relation), newestSeenAt: (newest?.newest ?? null) as bigint | null };
	},
	evaluate: async (table, { conditions, members }) => {
		await db.run(`CREATE TEMP TABLE ${CONDITIONS} AS ${conditions}`);
		await db.run(`CREATE TEMP TABLE ${table} AS ${members}`);
		await db.run(`DROP TABLE ${CONDITIONS}`);
	},
});

/** The kind of a relation's device ids, which have one length; undefined: unknown. */
export async function kindOfIds(db: DuckDb, relation: string): Promise<DeviceIdKind | undefined> {
	const [column] = await db.rows(`DESCRIBE SELECT device_id FROM ${relation}`);
	const type = String(column?.column_type);
	if (type === "UUID") return "uuid";
	if (type !== "BLOB") return undefined;
	const [first] = await db.rows(`SELECT octet_length(device_id) AS bytes FROM ${relation} LIMIT 1`);
	return kindOfHashes(first === undefined ? null : Number(first.bytes));
}
