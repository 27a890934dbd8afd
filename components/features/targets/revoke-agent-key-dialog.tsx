"use client";

import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { useRevokeAgentKey } from "@/lib/browser/targets";
import type { AgentKey, TargetDetail } from "@/lib/contract/target";
import { isolate } from "@/lib/rules/text/isolate";

export interface RevokeAgentKeyDialogProps {
	target: TargetDetail;
	agentKey: AgentKey;
	onClose: () => void;
}

/** Confirms the revocation of a key. */
export function RevokeAgentKeyDialog({ target, agentKey, onClose }: RevokeAgentKeyDialogProps) {
	const revoke = useRevokeAgentKey(target.id);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Revoke the agent key ${isolate(agentKey.label)}?`}
			description={`Agents of ${isolate(target.name)} that use it no longer receive changes. They keep answering from the files they have loaded until they are stopped. This cannot be undone.`}
			action="Revoke"
			dismiss="Keep it"
			variant="destructive"
			pending={revoke.isPending}
			error={revoke.error}
			onSubmit={() =>
				revoke.mutate(agentKey, {
					onSuccess: () => {
						toast.success(`Revoked the agent key ${isolate(agentKey.label)}`);
						onClose();
					},
				})
			}
		/>
	);
}
