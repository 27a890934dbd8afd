"use client";

import { useState } from "react";
import { tagsOf } from "@/components/deployments/tag-words";
import { TargetTags } from "@/components/deployments/target-tags";
import { ActionDialog } from "@/components/ui/action-dialog";
import type { DeploymentDetail } from "@/lib/contract/deployment";

export interface TagDialogProps {
	deployment: DeploymentDetail;
	pending: boolean;
	error: unknown;
	onSave: (tags: string[]) => void;
	onClose: () => void;
}

/** The tags of the request that is shown, with those in use to choose from and a note which agents would load it. */
export function TagDialog({ deployment, pending, error, onSave, onClose }: TagDialogProps) {
	const [tags, setTags] = useState(() => tagsOf(deployment));
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Tags of ${deployment.design_name} on ${deployment.target}`}
			description="Agents that are set up with tags load only deployments that carry one of theirs."
			action="Save tags"
			pending={pending}
			error={error}
			onSubmit={() => onSave(tags)}
		>
			<TargetTags targetId={deployment.target_id} tags={tags} onChange={setTags} autoFocus />
		</ActionDialog>
	);
}
