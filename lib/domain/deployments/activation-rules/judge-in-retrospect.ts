import { barredByFourEyes } from "@/lib/domain/access/access";
import { loadOpeningHours } from "@/lib/domain/targets/load-opening-hours";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Reader } from "@/lib/platform/service";
import { judgeRequest, type RequestFacts } from "./judge-request";
import { clockOfRule, hoursOfRule } from "./rule-clock";
import { type RuleRecord, ruleInclude } from "./rule-record";
import { TOTALS_MS } from "./rule-totals";
import { storedConditions } from "./stored-conditions";

/** Requests that a rule judges in retrospect, the newest. */
const MOST = 1_000;

interface PastBuild {
	readonly date: Date;
	readonly size: number;
	readonly items: number;
	readonly codes: readonly string[];
}

/** A decided request, with the design's active deployment at the time of the request. */
interface PastRequest {
	readonly id: string;
	readonly requested_at: Date;
	readonly requester_id: string;
	/** Those behind the credential of the request. */
	readonly voucher_ids: readonly string[];
	readonly requester_org_id: string;
	readonly requester_org: string;
	readonly four_eyes: boolean;
	readonly required_approvals: number;
	readonly digest: string;
	readonly build: PastBuild;
	/** Null also where it has been deleted since, and nothing is known of it. */
	readonly activated: PastBuild | null;
	readonly activated_id: string | null;
}

/**
 * Judges the requests of the last 14 days that were decided on before the rule had its conditions,
 * as of the moment in which they were made. Warnings of that time are unknown and count as none;
 * requests without stored attributes are left out.
 * @returns the rule, with the moment from which on its totals count
 */
export async function judgeInRetrospect(service: Reader, rule: RuleRecord): Promise<RuleRecord> {
	const since = new Date(service.now().getTime() - TOTALS_MS);
	const found = await readPastRequests(service, rule, since);
	const conditions = storedConditions(rule);
	const target = (await loadOpeningHours(service.prisma, [rule.target_id], since)).get(rule.target_id);
	const hours = hoursOfRule(conditions, target);
	const activatedOn = new Map<string, number>();
	const verdicts = found
		.filter(({ activated, activated_id }) => activated !== null || activated_id === null)
		.map((past) => {
			const { open, day } = clockOfRule(hours, past.requested_at);
			const today = activatedOn.get(day) ?? 0;
			const misses = judgeRequest(conditions, { ...factsOf(rule, past), open, today });
			if (misses.length === 0) activatedOn.set(day, today + 1);
			return {
				rule_id: rule.id,
				deployment_id: past.id,
				rule_revision: rule.revision,
				digest: past.digest,
				outcome: misses.length === 0 ? ("would_activate" as const) : ("missed" as const),
				misses: JSON.parse(JSON.stringify(misses)),
				basis: "",
				retrospective: true,
				at: past.requested_at,
			};
		});
	await service.prisma.ruleVerdict.createMany({ data: verdicts, skipDuplicates: true });
	const [oldest] = found;
	const countsFrom = found.length === MOST && oldest !== undefined ? oldest.requested_at : since;
	return service.prisma.activationRule.update({
		where: { id: rule.id },
		data: { counts_from: countsFrom },
		include: ruleInclude,
	});
}

function factsOf(rule: RuleRecord, past: PastRequest): Omit<RequestFacts, "open" | "today"> {
	const { build, activated } = past;
	const [after, before] = [build.codes, activated?.codes ?? []];
	return {
		author: { email: rule.author.email, problem: null },
		barred: barredByFourEyes(rule.voucher_ids, {
			requester_id: past.requester_id,
			requester_voucher_ids: past.voucher_ids,
			target: { four_eyes: past.four_eyes },
		}),
		scheduledAt: null,
		proposedAt: null,
		isUndone: false,
		isAsked: false,
		isNewerPending: false,
		buildDate: build.date,
		size: build.size,
		items: build.items,
		activated: activated && { buildDate: activated.date, size: activated.size, items: activated.items },
		codes:
			activated === null
				? { added: [], removed: [] }
				: {
						added: after.filter((code) => !before.includes(code)),
						removed: before.filter((code) => !after.includes(code)),
					},
		organization: { id: past.requester_org_id, name: past.requester_org },
		warnings: [],
		approvals: past.required_approvals,
		refusal: null,
		// When both would have opened is past by now.
		opensAt: null,
	};
}

interface ReadBuild extends Omit<PastBuild, "date"> {
	readonly date: string;
}

/** Oldest first. The audit log shows the active deployment at each time. */
async function readPastRequests(
	service: Reader,
	{ target_id: targetId }: RuleRecord,
	since: Date,
): Promise<PastRequest[]> {
	const rows = await service.prisma.$queryRaw<
		(Omit<PastRequest, "build" | "activated"> & { build: ReadBuild; activated: ReadBuild | null })[]
	>(Prisma.sql`
		SELECT x.id, x.requested_at, x.requester_id, x.requester_voucher_ids::text[] AS voucher_ids, x.requester_org_id, o.name AS requester_org, t.four_eyes, t.required_approvals,
			COALESCE(b.digest, '') AS digest, ${buildOf("x")} AS build,
			last.object_id AS activated_id, CASE WHEN a.id IS NOT NULL THEN ${buildOf("a")} END AS activated
		FROM (SELECT * FROM deployments WHERE target_id = ${targetId}::uuid AND status <> 'requested'
				AND requested_at >= ${since}::timestamptz ORDER BY requested_at DESC, id LIMIT ${MOST}) x
		JOIN targets t ON t.id = x.target_id JOIN builds b ON b.id = x.build_id
		JOIN organizations o ON o.id = x.requester_org_id
		LEFT JOIN LATERAL (${lastActivated()}) last ON NOT EXISTS (SELECT FROM audit_events e
			WHERE e.object_type = 'deployment' AND e.object_id = last.object_id AND e.id > last.id AND e.at < x.requested_at
				AND e.status_before = 'activated' AND e.status_after IS DISTINCT FROM 'activated')
		LEFT JOIN deployments a ON a.id = last.object_id
		ORDER BY x.requested_at, x.id`);
	return rows.map(({ build, activated, ...row }) => ({
		...row,
		build: { ...build, date: new Date(build.date) },
		activated: activated && { ...activated, date: new Date(activated.date) },
	}));
}

/** The last activation of a deployment of the design before the request. */
const lastActivated = (): Prisma.Sql => Prisma.sql`SELECT e.id, e.object_id FROM audit_events e
	WHERE e.design_id = x.design_id AND e.target_id = x.target_id AND e.object_type = 'deployment' AND e.at < x.requested_at
		AND e.status_after = 'activated' AND e.status_before IS DISTINCT FROM 'activated'
	ORDER BY e.id DESC LIMIT 1`;

function buildOf(alias: "x" | "a"): Prisma.Sql {
	const row = Prisma.raw(alias);
	return Prisma.sql`json_build_object('date', ${row}.build_date, 'size', ${row}.build_size,
		'items', (SELECT COALESCE(sum(s.item_count), 0) FROM build_sets s WHERE s.build_id = ${row}.build_id),
		'codes', (SELECT COALESCE(json_agg(s.targeting_code), '[]') FROM build_sets s WHERE s.build_id = ${row}.build_id))`;
}
