import type { Principal } from "@/lib/domain/access/principal";
import type { Expectation } from "@/lib/domain/lists/define-resource";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { findRuleForChange } from "./find-rule";
import { recordRuleEvent } from "./record-rule-event";

/**
 * `DELETE /api/targets/<id>/rules/<rule_id>`: deletes it with its verdicts; the audit log keeps its
 * activations.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function deleteRule(
	service: Service,
	principal: Principal,
	targetId: string,
	ruleId: string,
	expected?: Expectation,
): Promise<void> {
	await transact(service.prisma, async (tx) => {
		const rule = await findRuleForChange(tx, principal, targetId, ruleId, expected);
		await tx.activationRule.delete({ where: { id: ruleId } });
		await recordRuleEvent(service, tx, principal, rule, "delete_rule");
	});
}
