"use client";

import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { useSend } from "@/lib/browser/api";
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
			item={{ target_id: target.id, key_id: agentKey.id }}
			remove={useSend("DELETE /api/targets/[target_id]/agent-keys/[key_id]")}
			title={`Revoke the agent key ${label}?`}
			description={`Agents of ${isolate(target.name)} that use it no longer receive changes. They keep answering from the files they have loaded until they are stopped. This cannot be undone.`}
			action="Revoke"
			done={`Revoked the agent key ${label}`}
			onClose={onClose}
		/>
	);
}
