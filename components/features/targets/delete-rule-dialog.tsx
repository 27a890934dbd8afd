"use client";

import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { useDeleteRule } from "@/lib/browser/rules";
import type { ActivationRule } from "@/lib/contract/activation-rule";
import { isolate } from "@/lib/rules/text/isolate";

/** Confirms the deletion of a rule. */
export function DeleteRuleDialog({ rule, onClose }: { rule: ActivationRule; onClose: () => void }) {
	const remove = useDeleteRule();
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Delete the rule ${isolate(rule.name)}?`}
			description="It activates nothing from now on. What it activated stays, and the audit keeps it. What it said of other requests is gone."
			action="Delete"
			dismiss="Keep it"
			variant="destructive"
			pending={remove.isPending}
			error={remove.error}
			onSubmit={() =>
				remove.mutate(rule, {
					onSuccess: () => {
						toast.success(`Deleted the rule ${isolate(rule.name)}`);
						onClose();
					},
				})
			}
		/>
	);
}
