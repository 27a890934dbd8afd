import { createHash } from "node:crypto";
import type { AgentReport } from "@/lib/contract/agent";
import type { AgentPrincipal } from "@/lib/domain/access/principal";
import { pacedWrites } from "@/lib/platform/paced-writes";
import { type RepeatedReport, repeatReports } from "./repeat-reports";
import { writeReports } from "./write-reports";

/** How often what agents report is written: that which repeats the last one, and that of a target. */
export const REPORT_PACE = { everyMs: 200, repeated: 1_000, changed: 100, underWay: 4 } as const;

const { everyMs, underWay } = REPORT_PACE;
const repeat = pacedWrites(
	{ everyMs, items: REPORT_PACE.repeated, underWay: 1 },
	(service, _key, reports: readonly RepeatedReport[]) => repeatReports(service, reports),
);
const write = pacedWrites({ everyMs, items: REPORT_PACE.changed, underWay }, writeReports);

/**
 * `POST /api/agent/report`: replaces the report of an agent (docs/contract.md, Agent API). Ignores
 * removed deployments and those of other targets. Reports of many agents share a transaction; those
 * that repeat the last one share a statement.
 * @throws ThrottledError for a new agent of a target with the maximum number of agents
 */
export async function recordAgentReport(
	service: Parameters<typeof write>[0],
	{ targetId }: AgentPrincipal,
	report: AgentReport,
): Promise<void> {
	const digest = digestOf(report);
	const mayRepeat = digest !== null && report.matches?.counts.length === 0;
	if (mayRepeat && (await repeat(service, "", { targetId, instanceId: report.instance_id, digest }))) return;
	const refusal = await write(service, targetId, { ...report, digest });
	if (refusal !== undefined) throw refusal;
}

/** Null where an agent does not count matches: each such report ends the counting of its target. */
function digestOf({ matches, ...state }: AgentReport): string | null {
	return matches === undefined ? null : createHash("sha256").update(JSON.stringify(state)).digest("hex");
}
