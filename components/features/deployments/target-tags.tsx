"use client";

import { useId } from "react";
import { cx } from "@/components/kit/ui/cx";
import { tagsInUseQuery } from "@/lib/browser/deployment-work";
import { useQuery } from "@/lib/browser/use-query";
import { TagField } from "./tag-field";
import { tagSuggestions, takersOf } from "./tag-words";

export interface TargetTagsProps {
	/** Null for deployments of several targets: their agents are not shown. */
	targetId: string | null;
	tags: string[];
	onChange: (tags: string[]) => void;
	autoFocus?: boolean;
}

/**
 * A field for the tags of deployments on a target, with those in use there and a note of which
 * agents would load them.
 */
export function TargetTags({ targetId, tags, onChange, autoFocus = false }: TargetTagsProps) {
	const noteId = useId();
	const { data: inUse, error } = useQuery(tagsInUseQuery(targetId));
	const takers = inUse === undefined || targetId === null ? null : takersOf(tags, inUse);
	return (
		<div className="grid grid-cols-1 gap-2">
			<TagField
				label="Tags"
				tags={tags}
				onChange={onChange}
				suggestions={tagSuggestions(inUse)}
				describedBy={noteId}
				autoFocus={autoFocus}
			/>
			<p
				id={noteId}
				aria-live="polite"
				// Its text must not move the button below.
				className={cx("min-h-[2lh] text-small", takers !== null && !takers.living ? "text-warn" : "text-muted")}
			>
				{targetId === null
					? "Agents with tags load only deployments that share a tag."
					: takers !== null
						? takers.words
						: error === null
							? "Checking which agents will load it…"
							: "Could not check which agents will load it."}
			</p>
		</div>
	);
}
