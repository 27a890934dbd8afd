import type pg from "pg";
import type { CapturedQuery } from "./capture-queries";

interface PlanNode {
	readonly "Node Type": string;
	readonly "Relation Name"?: string;
	readonly Plans?: readonly PlanNode[];
}

/** The tables that the chosen plan of a query reads from end to end; none for a statement that has no plan, such as COMMIT. */
export async function scannedTables(pool: pg.Pool, { text, values }: CapturedQuery): Promise<string[]> {
	if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text)) return [];
	const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${text}`, [
		...values,
	]);
	return rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => scans(Plan)));
}

function scans(node: PlanNode): string[] {
	const own = node["Node Type"].includes("Seq Scan") ? [node["Relation Name"] ?? ""] : [];
	return [...own, ...(node.Plans ?? []).flatMap(scans)];
}
