"use client";

import { useState } from "react";
import { tagsOf } from "@/components/features/deployments/tag-words";
import { TargetTags } from "@/components/features/deployments/target-tags";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { overtakenBy } from "@/lib/browser/api-error";
import type { DeploymentDetail } from "@/lib/contract/deployment";

export interface TagDialogProps {
	deployment: DeploymentDetail;
	pending: boolean;
	error: unknown;
	/** Told the request whose tags are meant. */
	onSave: (tags: string[], deployment: DeploymentDetail) => void;
	onClose: () => void;
}

/** The tags of the request that is shown, with those in use to choose from and a note which agents would load it. */
export function TagDialog({ deployment, pending, error, onSave, onClose }: TagDialogProps) {
	const [asked] = useState(deployment);
	const [tags, setTags] = useState(() => tagsOf(asked));
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Tags of ${deployment.design_name} on ${deployment.target}`}
			description="Agents with tags load only deployments that share a tag."
			action="Save tags"
			pending={pending}
			error={overtakenBy(error)}
			// What is saved takes the place of the tags that stood there when this opened, and of no newer ones.
			onSubmit={() => onSave(tags, deployment.tags === asked.tags ? deployment : asked)}
		>
			<TargetTags targetId={deployment.target_id} tags={tags} onChange={setTags} autoFocus />
		</ActionDialog>
	);
}
