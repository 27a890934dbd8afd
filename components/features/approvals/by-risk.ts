import { riskOf } from "@/components/features/deployments/request-facts";
import type { QueueRow } from "./queue-types";

/** The order of a review: the gravest warning first, and of those with the same one the oldest. */
export const byRisk = (rows: readonly QueueRow[]): QueueRow[] =>
	rows
		.map((row) => ({ row, risk: riskOf(row, row.warnings ?? []) }))
		.sort((a, b) => a.risk - b.risk)
		.map(({ row }) => row);
