"use client";

import { useState } from "react";
import { tagsOf } from "@/components/features/deployments/tag-words";
import { TargetTags } from "@/components/features/deployments/target-tags";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { overtakenBy } from "@/lib/browser/api-error";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";

export interface TagDialogProps {
	deployment: DeploymentDetail;
	pending: boolean;
	error: unknown;
	/** Receives the request whose tags are saved. */
	onSave: (tags: string[], deployment: DeploymentDetail) => void;
	onClose: () => void;
}

/** Edits the tags of the open request, with suggestions and a note of matching agents. */
export function TagDialog({ deployment, pending, error, onSave, onClose }: TagDialogProps) {
	const [asked] = useState(deployment);
	const [tags, setTags] = useState(() => tagsOf(asked));
	return (
		<ActionDialog
			onClose={onClose}
			title={`Tags of ${isolate(deployment.design_name)} on ${isolate(deployment.target)}`}
			description="Agents with tags load only deployments that share a tag."
			action="Save tags"
			pending={pending}
			error={overtakenBy(error)}
			// Saving replaces only the tags that were there when this opened, never newer ones.
			onSubmit={() => onSave(tags, deployment.tags === asked.tags ? deployment : asked)}
		>
			<TargetTags targetId={deployment.target_id} tags={tags} onChange={setTags} autoFocus />
		</ActionDialog>
	);
}
