"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { TagField } from "@/components/deployments/tag-field";
import { tagSuggestions, takersOf } from "@/components/deployments/tag-words";
import { ActionDialog } from "@/components/ui/action-dialog";
import { tagsInUseQuery } from "@/lib/client/deployment-work";
import type { DeploymentDetail } from "@/lib/contract/deployment";

export interface TagDialogProps {
	deployments: readonly DeploymentDetail[];
	pending: boolean;
	error: unknown;
	onSave: (tags: string[]) => void;
	onClose: () => void;
}

const tagsOf = (deployment: DeploymentDetail | undefined): string[] =>
	deployment === undefined || deployment.tags === "" ? [] : deployment.tags.split(",");

/** The tags of one or many requests, with those in use to choose from and a note which agents would load them. */
export function TagDialog({ deployments, pending, error, onSave, onClose }: TagDialogProps) {
	const noteId = useId();
	const [first] = deployments;
	const [tags, setTags] = useState(() => (deployments.length === 1 ? tagsOf(first) : []));
	const targets = new Set(deployments.map(({ target_id }) => target_id));
	const { data: inUse } = useQuery(tagsInUseQuery(targets.size === 1 ? (first?.target_id ?? null) : null));
	const takers = inUse === undefined ? null : takersOf(tags, inUse);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={
				deployments.length === 1
					? `Tags of ${first?.design_name} on ${first?.target}`
					: `Tags of ${deployments.length} requests`
			}
			description={
				deployments.length === 1
					? "Agents that are set up with tags load only deployments that carry one of theirs."
					: "The same tags for all of them; they replace the tags that each has now."
			}
			action="Save tags"
			pending={pending}
			error={error}
			onSubmit={() => onSave(tags)}
		>
			<TagField
				label="Tags"
				tags={tags}
				onChange={setTags}
				suggestions={tagSuggestions(inUse)}
				describedBy={noteId}
				autoFocus
			/>
			<p id={noteId} className="text-muted">
				{takers?.words ?? "Looking up which agents would load it…"}
			</p>
		</ActionDialog>
	);
}
