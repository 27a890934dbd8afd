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
	/** The name of a CTE or subplan. */
	readonly "Subplan Name"?: string;
	readonly Plans?: readonly PlanNode[];
}

/**
 * Creates a function that finds the tables that a query's plan scans sequentially; none for
 * statements without a plan, such as COMMIT. It keeps generic plans, which stay the same while
 * statistics do not change.
 */
export function createScanFinder(pool: pg.Pool): (query: CapturedQuery, part?: ListPart) => Promise<string[]> {
	const known = new Map<string, Promise<Explained[]>>();
	return async ({ text, values, mode }, part) => {
		if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text)) return [];
		if (mode !== "generic") return scannedIn(await plans(pool, text, values), part);
		const told = known.get(text) ?? plansForAnyValues(pool, text, values.length);
		known.set(text, told);
		return scannedIn(await told, part);
	};
}

/** The page of a list without its total (lib/domain/lists/page.ts). */
export type ListPart = "page";

function scannedIn(rows: readonly Explained[], part: ListPart | undefined): string[] {
	return rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => nodesOf(Plan, part).flatMap(scans)));
}

/** The whole plan, or the nodes that read the page of a list, if it has such nodes. */
function nodesOf(plan: PlanNode, part: ListPart | undefined): readonly PlanNode[] {
	if (part === undefined) return [plan];
	const named = (plan.Plans ?? []).filter((node) => /^CTE (page|part_\d+)$/.test(node["Subplan Name"] ?? ""));
	return named.length === 0 ? [plan] : named;
}

interface Explained {
	readonly "QUERY PLAN": [{ readonly Plan: PlanNode }];
}

async function plans(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<Explained[]> {
	return (await pool.query<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, [...values])).rows;
}

/** The generic plan, on which values have no influence. */
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

/** Runs a query and counts the database pages that it reads, with repetitions. */
export async function pagesRead(pool: pg.Pool, { text, values }: CapturedQuery): Promise<number> {
	const { rows } = await pool.query<Explained>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values]);
	const plans = rows.flatMap((row) => row["QUERY PLAN"].map(({ Plan }) => Plan));
	// A node's figures include those of its children.
	return plans.reduce((sum, plan) => sum + (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0), 0);
}

/** Runs a query and counts the table rows that it reads, filtered ones included. */
export async function rowsRead(pool: pg.Pool, { text, values }: CapturedQuery, part?: ListPart): Promise<number> {
	const { rows } = await pool.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
	const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => nodesOf(Plan, part)));
	return nodes.reduce((sum, node) => sum + lookedAt(node), 0);
}

/** Figures are per loop. */
function lookedAt(node: PlanNode): number {
	const { "Actual Rows": found = 0, "Actual Loops": loops = 0, "Rows Removed by Filter": left = 0 } = node;
	const own = node["Relation Name"] === undefined ? 0 : (found + left) * loops;
	return (node.Plans ?? []).reduce((sum, plan) => sum + lookedAt(plan), own);
}

function scans(node: PlanNode): string[] {
	const own = node["Node Type"].includes("Seq Scan") ? [node["Relation Name"] ?? ""] : [];
	return [...own, ...(node.Plans ?? []).flatMap(scans)];
}
