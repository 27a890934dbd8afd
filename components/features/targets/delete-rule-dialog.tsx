"use client";

import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { useSend } from "@/lib/browser/api";
import type { ActivationRule } from "@/lib/contract/activation-rule";
import { isolate } from "@/lib/rules/text/isolate";

/** Confirms the deletion of a rule. */
export function DeleteRuleDialog({ rule, onClose }: { rule: ActivationRule; onClose: () => void }) {
	const name = isolate(rule.name);
	return (
		<DeleteDialog
			item={{ target_id: rule.target_id, rule_id: rule.id }}
			remove={useSend("DELETE /api/targets/[target_id]/rules/[rule_id]")}
			title={`Delete the rule ${name}?`}
			description="It stops activating requests. Deployments it activated stay, and the audit log keeps them. Its verdicts on other requests are deleted."
			done={`Deleted the rule ${name}`}
			onClose={onClose}
		/>
	);
}
