import type pg from "pg";
import type { CapturedQuery } from "./capture-queries";

interface PlanNode {
	readonly "Node Type": string;
	readonly "Relation Name"?: string;
	readonly "Actual Rows"?: number;
	readonly "Actual Loops"?: number;
	readonly "Rows Removed by Filter"?: number;
	readonly "Shared Hit Blocks"?: number;
	readonly "Shared Read Blocks"?: number;
	readonly Plans?: readonly PlanNode[];
}

/**
 * Gives a function that tells the tables that the chosen plan of a query reads from end to end; none for a statement that has no
 * plan, such as COMMIT. A plan that knows no values is asked for once, as it stays the same while no statistics change.
 */
export function tellScannedTables(pool: pg.Pool): (query: CapturedQuery) => Promise<string[]> {
	const known = new Map<string, Promise<string[]>>();
	return async ({ text, values, planned }) => {
		if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text)) return [];
		if (planned !== "once") return scannedIn(await plans(pool, text, values));
		const told = known.get(text) ?? plansForAnyValues(pool, text, values.length).then(scannedIn);
		known.set(text, told);
		return told;
	};
}

function scannedIn(rows: readonly Explained[]): string[] {
	return rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => scans(Plan)));
}

interface Explained {
	readonly "QUERY PLAN": [{ readonly Plan: PlanNode }];
}

async function plans(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<Explained[]> {
	return (await pool.query<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, [...values])).rows;
}

/** The plan that knows no values: what they are has no influence on it. */
async function plansForAnyValues(pool: pg.Pool, text: string, parameters: number): Promise<Explained[]> {
	const client = await pool.connect();
	try {
		await client.query("SET plan_cache_mode = force_generic_plan");
		await client.query(`PREPARE explained AS ${text}`);
		const given = parameters === 0 ? "" : `(${Array(parameters).fill("NULL").join(", ")})`;
		return (await client.query<Explained>(`EXPLAIN (FORMAT JSON) EXECUTE explained${given}`)).rows;
	} finally {
		await client.query("DEALLOCATE explained");
		await client.query("RESET plan_cache_mode");
		client.release();
	}
}

/** How many pages of the database a query looks at, one as often as it is looked at; it is run for that. */
export async function pagesRead(pool: pg.Pool, { text, values }: CapturedQuery): Promise<number> {
	const { rows } = await pool.query<Explained>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values]);
	const plans = rows.flatMap((row) => row["QUERY PLAN"].map(({ Plan }) => Plan));
	// Those of a step hold those of its parts.
	return plans.reduce((sum, plan) => sum + (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0), 0);
}

/** How many rows of tables a query looked at, those that it left out included; it is run for that. */
export async function rowsRead(pool: pg.Pool, { text, values }: CapturedQuery): Promise<number> {
	const { rows } = await pool.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
	return rows.reduce((sum, row) => sum + row["QUERY PLAN"].reduce((own, { Plan }) => own + lookedAt(Plan), 0), 0);
}

/** Figures are those of a loop. */
function lookedAt(node: PlanNode): number {
	const { "Actual Rows": found = 0, "Actual Loops": loops = 0, "Rows Removed by Filter": left = 0 } = node;
	const own = node["Relation Name"] === undefined ? 0 : (found + left) * loops;
	return (node.Plans ?? []).reduce((sum, plan) => sum + lookedAt(plan), own);
}

function scans(node: PlanNode): string[] {
	const own = node["Node Type"].includes("Seq Scan") ? [node["Relation Name"] ?? ""] : [];
	return [...own, ...(node.Plans ?? []).flatMap(scans)];
}
