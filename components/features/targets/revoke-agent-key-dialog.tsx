"use client";

import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
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
	const label = isolate(agentKey.label);
	return (
		<DeleteDialog
			item={agentKey}
			remove={useRevokeAgentKey(target.id)}
			title={`Revoke the agent key ${label}?`}
			description={`Agents of ${isolate(target.name)} that use it no longer receive changes. They keep answering from the files they have loaded until they are stopped. This cannot be undone.`}
			action="Revoke"
			done={`Revoked the agent key ${label}`}
			onClose={onClose}
		/>
	);
}
