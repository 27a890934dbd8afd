import { Tag } from "lucide-react";

/** The tags of a deployment; nothing where there are none. */
export function TagList({ tags }: { tags: string }) {
	if (tags === "") return null;
	return (
		<span className="inline-flex items-baseline gap-1">
			<Tag aria-hidden className="size-3 shrink-0 self-center" />
			<span className="sr-only">Tags: </span>
			<span>{tags.split(",").join(", ")}</span>
		</span>
	);
}
