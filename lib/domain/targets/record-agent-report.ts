import { createHash } from "node:crypto";
import type { AgentReport } from "@/lib/contract/agent";
import type { AgentPrincipal } from "@/lib/domain/access/principal";
import { pacedWrites } from "@/lib/platform/paced-writes";
import { type RepeatedReport, repeatReports } from "./repeat-reports";
import { writeReports } from "./write-reports";

/**
 * How often reports of agents are written: those that repeat the last one, and those of a target.
 * Sizes are reports that repeat, and deployments and counts of others: as many as one may have.
 */
export const REPORT_PACE = {
	everyMs: 200,
	repeated: { size: 1_000, waiting: 10_000 },
	changed: { size: 20_000, waiting: 1_000 },
	underWay: 4,
} as const;

const { everyMs, repeated, changed, underWay } = REPORT_PACE;
const repeat = pacedWrites({ everyMs, ...repeated, underWay: 1 }, (service, _key, reports: readonly RepeatedReport[]) =>
	repeatReports(service, reports),
);
const write = pacedWrites({ everyMs, ...changed, underWay }, writeReports, sizeOf);

/**
 * `POST /api/agent/report`: replaces the report of an agent (docs/contract.md, Agent API). Ignores
 * removed deployments and those of other targets. Reports of many agents share a transaction; those
 * that repeat the last one share a statement.
 * @param signal ends the wait, where the report is not being written
 * @throws ThrottledError for a new agent of a target with the maximum number of agents
 * @throws UnavailableError where too many reports wait
 */
export async function recordAgentReport(
	service: Parameters<typeof write>[0],
	{ targetId }: AgentPrincipal,
	report: AgentReport,
	signal?: AbortSignal,
): Promise<void> {
	const digest = digestOf(report);
	const mayRepeat = digest !== null && report.matches?.counts.length === 0;
	if (
		mayRepeat &&
		(await repeat(service, "", { target_id: targetId, instance_id: report.instance_id, digest }, signal))
	)
		return;
	const refusal = await write(service, targetId, { ...report, digest }, signal);
	if (refusal !== undefined) throw refusal;
}

/** Null where an agent does not count matches: each such report ends the counting of its target. */
function digestOf({ matches, ...state }: AgentReport): string | null {
	return matches === undefined ? null : createHash("sha256").update(JSON.stringify(state)).digest("hex");
}

function sizeOf({ deployments, matches }: AgentReport): number {
	return 1 + deployments.length + (matches?.counts.length ?? 0);
}
