import { type RuleOutcome, type RuleVerdict, ruleVerdict } from "@/lib/contract/activation-rule";
import type { Principal } from "@/lib/domain/access/principal";
import { describeMisses } from "@/lib/domain/deployments/rule-verdicts/describe-misses";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { findRule } from "./find-rule";
import type { RuleRecord } from "./rule-record";

interface ReadVerdict extends Omit<RuleVerdict, "misses" | "at" | "digest"> {
	readonly id: string;
	readonly misses: Prisma.JsonValue;
	readonly at: Date;
	readonly digest: string;
}

/**
 * `GET /api/targets/<id>/rules/<rule_id>/verdicts`: the rule's verdicts on the requests of the last
 * 30 days, newest first.
 * @throws NotFoundError, ForbiddenError
 */
export async function listVerdicts(
	service: Service,
	principal: Principal,
	targetId: string,
	ruleId: string,
	{ outcome, ...paging }: { limit: number; offset: number; outcome?: RuleOutcome | undefined },
): Promise<Page<RuleVerdict>> {
	const { author } = await findRule(service.prisma, principal, targetId, ruleId);
	const where = [
		Prisma.sql`v.rule_id = ${ruleId}::uuid`,
		...(outcome === undefined ? [] : [Prisma.sql`v.outcome = ${outcome}::"RuleOutcome"`]),
	];
	const page = await pageOfRows<ReadVerdict>(
		service.prisma,
		{
			parts: [{ from: Prisma.sql`rule_verdicts v`, where, sort: Prisma.sql`v.at` }],
			id: Prisma.sql`v.id`,
			order: "desc",
			...paging,
		},
		{
			columns: Prisma.sql`v.id, v.deployment_id, d.name AS design_name, u.email AS requester, o.name AS requester_org_name,
				x.status::text AS deployment_status, v.digest, v.outcome::text AS outcome, v.misses, v.retrospective, v.at, v.rule_revision`,
			from: Prisma.sql`rule_verdicts v JOIN deployments x ON x.id = v.deployment_id JOIN designs d ON d.id = x.design_id
				JOIN users u ON u.id = x.requester_id JOIN organizations o ON o.id = x.requester_org_id`,
		},
	);
	return { rows: page.rows.map((read) => describe(read, author)), total: page.total };
}

const describe = (read: ReadVerdict, author: RuleRecord["author"]): RuleVerdict =>
	rowOf(ruleVerdict, read, {
		digest: `sha256:${read.digest}`,
		misses: describeMisses(read.misses, author),
	});
