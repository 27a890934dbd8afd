"use client";

import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { tagsOf } from "./tag-words";
import { TargetTags } from "./target-tags";
import { useTagging } from "./use-tagging";

/** Holds the tags until they are saved: the deployment changes once, whatever was tried. */
export function TagForm({ deployment, onClose }: { deployment: DeploymentDetail; onClose: () => void }) {
	const [asked] = useState(deployment);
	const [tags, setTags] = useState(() => tagsOf(asked));
	const tag = useTagging();
	return (
		<form
			className="grid grid-cols-1 gap-3"
			onSubmit={(event) => {
				event.preventDefault();
				// Saving replaces only the tags that were there when this opened, never newer ones.
				tag(deployment.tags === asked.tags ? deployment : asked, tags);
				onClose();
			}}
		>
			<TargetTags targetId={deployment.target_id} tags={tags} onChange={setTags} autoFocus />
			<div className="flex justify-end gap-2">
				<Button onClick={onClose}>Cancel</Button>
				<Button type="submit" variant="primary">
					Save tags
				</Button>
			</div>
		</form>
	);
}
