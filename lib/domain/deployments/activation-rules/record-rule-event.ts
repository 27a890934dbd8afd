import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import type { RuleRecord } from "./rule-record";

/** Records an audit event about a rule: one of its target. */
export function recordRuleEvent(
	service: Pick<Service, "now">,
	tx: Transaction,
	principal: Principal,
	{ id, name, target_id: targetId, target }: RuleRecord,
	action: "create_rule" | "edit_rule" | "switch_rule" | "delete_rule",
	detail: Prisma.InputJsonObject = {},
): Promise<void> {
	return recordEvent(service, tx, principal, {
		action,
		object_type: "target",
		object_id: targetId,
		target_id: targetId,
		organization_id: target.organization_id,
		detail: { rule: name, rule_id: id, ...detail },
	});
}
