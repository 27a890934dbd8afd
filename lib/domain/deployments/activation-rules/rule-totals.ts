import type { RuleTotals } from "@/lib/contract/activation-rule";
import type { MissCode } from "@/lib/contract/sentences/rule-misses";
import type { Reader } from "@/lib/platform/service";
import type { RuleRecord } from "./rule-record";

/** How far back totals and retrospective verdicts reach. */
export const TOTALS_MS = 14 * 86_400_000;

interface Counted {
	readonly rule_id: string;
	readonly passed: boolean;
	readonly retrospective: boolean;
	readonly decision: keyof RuleTotals["decided"];
	readonly requests: number;
}

interface CountedMiss {
	readonly rule_id: string;
	readonly code: MissCode;
	readonly requests: number;
}

/** Counts each rule's outcomes on the requests of the last 14 days, by its id. */
export async function loadRuleTotals(
	service: Reader,
	rules: readonly Pick<RuleRecord, "id" | "counts_from">[],
): Promise<Map<string, RuleTotals>> {
	const ids = rules.map(({ id }) => id);
	const since = new Date(service.now().getTime() - TOTALS_MS);
	// One statement after the other: both may run in a transaction.
	const counted = await service.prisma.$queryRaw<Counted[]>`
		SELECT v.rule_id, v.outcome <> 'missed' AS passed, v.retrospective,
			CASE WHEN x.approved_at IS NOT NULL THEN 'activated' WHEN x.status = 'requested' THEN 'pending'
				ELSE x.status::text END AS decision, count(*)::int AS requests
		FROM rule_verdicts v JOIN deployments x ON x.id = v.deployment_id
		WHERE v.rule_id = ANY (${ids}::uuid[]) AND v.at >= ${since}::timestamptz GROUP BY 1, 2, 3, 4`;
	const misses = await service.prisma.$queryRaw<CountedMiss[]>`
		SELECT v.rule_id, m.miss->>'code' AS code, count(*)::int AS requests
		FROM rule_verdicts v CROSS JOIN LATERAL jsonb_array_elements(v.misses) AS m(miss)
		WHERE v.rule_id = ANY (${ids}::uuid[]) AND v.at >= ${since}::timestamptz GROUP BY 1, 2 ORDER BY 3 DESC, 2`;
	return new Map(
		rules.map(({ id, counts_from: countsFrom }) => {
			const own = counted.filter(({ rule_id }) => rule_id === id);
			const passed = own.filter((each) => each.passed);
			const decided = (decision: Counted["decision"]) => sum(passed.filter((each) => each.decision === decision));
			return [
				id,
				{
					since: (countsFrom > since ? countsFrom : since).toISOString(),
					requests: sum(own),
					passed: sum(passed),
					retrospective: sum(own.filter(({ retrospective }) => retrospective)),
					decided: {
						activated: decided("activated"),
						rejected: decided("rejected"),
						cancelled: decided("cancelled"),
						pending: decided("pending"),
					},
					misses: misses.filter(({ rule_id }) => rule_id === id).map(({ code, requests }) => ({ code, requests })),
				},
			];
		}),
	);
}

const sum = (counted: readonly Counted[]) => counted.reduce((total, { requests }) => total + requests, 0);
