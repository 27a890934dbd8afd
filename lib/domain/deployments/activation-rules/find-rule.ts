import type { Principal } from "@/lib/domain/access/principal";
import { defineResource, type Expectation } from "@/lib/domain/lists/define-resource";
import { findAdministeredTarget } from "@/lib/domain/targets/find-administered-target";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { type RuleRecord, ruleInclude } from "./rule-record";

/** Rules of a target, oldest first. */
export const rules = defineResource({
	name: "rule",
	...{ from: Prisma.sql`activation_rules r`, id: Prisma.sql`r.id`, sort: Prisma.sql`r.created_at`, order: "asc" },
	visible: (targetId: string) => Prisma.sql`r.target_id = ${targetId}::uuid`,
	load: (db, ids) => db.activationRule.findMany({ where: { id: { in: ids } }, include: ruleInclude }),
	lock: "FOR UPDATE",
});

/**
 * A rule of a target that the caller administers.
 * @throws NotFoundError when they see no such target or rule; ForbiddenError when they may only
 * request deployments to the target
 */
export async function findRule(
	db: Transaction,
	principal: Principal,
	targetId: string,
	ruleId: string,
): Promise<RuleRecord> {
	await findAdministeredTarget(db, principal, targetId);
	return rules.find(db, targetId, ruleId);
}

/** {@link findRule}, locked for a change in this transaction; throws VersionMismatchError, too. */
export async function findRuleForChange(
	tx: Transaction,
	principal: Principal,
	targetId: string,
	ruleId: string,
	expected?: Expectation,
): Promise<RuleRecord> {
	await findAdministeredTarget(tx, principal, targetId);
	return rules.findForChange(tx, targetId, ruleId, expected);
}
