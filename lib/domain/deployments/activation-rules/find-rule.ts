import type { Principal } from "@/lib/domain/access/principal";
import { findAdministeredTarget } from "@/lib/domain/targets/find-target";
import type { Transaction } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { type RuleRecord, ruleInclude } from "./rule-record";

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
	const rule = await db.activationRule.findFirst({ where: { id: ruleId, target_id: targetId }, include: ruleInclude });
	if (rule === null) throw new NotFoundError("rule not found");
	return rule;
}

/** {@link findRule} that nothing changes until the commit. */
export async function lockRule(
	tx: Transaction,
	principal: Principal,
	targetId: string,
	ruleId: string,
): Promise<RuleRecord> {
	await tx.$queryRaw`SELECT FROM activation_rules WHERE id = ${ruleId}::uuid AND target_id = ${targetId}::uuid FOR UPDATE`;
	return findRule(tx, principal, targetId, ruleId);
}
