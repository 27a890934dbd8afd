import { Tag } from "lucide-react";

/** The tags of a deployment; nothing where there are none. */
export function TagList({ tags }: { tags: string }) {
	if (tags === "") return null;
	return (
		<span className="inline-flex min-w-0 items-center gap-1">
			<Tag aria-hidden className="size-3 shrink-0" />
			<span className="sr-only">Tags: </span>
			<span className="truncate">{tags.split(",").join(", ")}</span>
		</span>
	);
}
