"use client";

import { Glyph } from "@/components/kit/ui/glyph";
import { lazyPart } from "@/components/kit/ui/lazy-part";
import { PopoverButton } from "@/components/kit/ui/popover-button";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { tagsOf } from "./tag-words";

/** A label with its hole. */
const TAG =
	"M12.6 2.6A2 2 0 0 0 11.2 2H4a2 2 0 0 0-2 2v7.2a2 2 0 0 0 .6 1.4l8.7 8.7a2.4 2.4 0 0 0 3.4 0l6.6-6.6a2.4 2.4 0 0 0 0-3.4zM7.4 7.5h.2";

/** The form that a press on the tags opens. */
export const TagForm = lazyPart("The form of tags", () => import("./tag-form").then((module) => module.TagForm));

/**
 * The tags of a deployment in their place on the row; pressed, they can be changed there.
 * @param short on one line: the first one, and how many there are besides
 */
export function TagEditor({ deployment, short = false }: { deployment: DeploymentDetail; short?: boolean }) {
	const tags = tagsOf(deployment);
	const there = `${isolate(deployment.design_name)} on ${isolate(deployment.target)}`;
	const shown = short ? <FewTags tags={tags} /> : <AllTags tags={tags} />;
	const look = short ? "flex-nowrap" : "flex-wrap";
	if (!deployment.permissions.administer) return <span className={`flex min-w-0 gap-1 ${look}`}>{shown}</span>;
	return (
		<PopoverButton
			label={`Tags of ${there}`}
			className={`-mx-1 flex min-h-6 min-w-6 max-w-full items-center gap-1 rounded-sm border border-transparent px-1 text-start hover:border-line-strong ${look}`}
			content={(close) => <TagForm deployment={deployment} onClose={close} />}
		>
			<Glyph shape={TAG} className="size-3 text-muted" />
			<span className="sr-only">Change the tags of {there}: </span>
			{shown}
		</PopoverButton>
	);
}

function AllTags({ tags }: { tags: readonly string[] }) {
	if (tags.length === 0) return <span className="text-muted">none</span>;
	return tags.map((tag) => <OneTag key={tag} tag={tag} />);
}

/** The first tag and how many there are besides; where a table is narrow, how many there are. */
function FewTags({ tags }: { tags: readonly string[] }) {
	const [first, ...others] = tags;
	if (first === undefined) return <span className="sr-only">none</span>;
	return (
		<span title={tags.join(", ")} className="flex min-w-0 items-center gap-1 text-small">
			<span className="sr-only">{tags.join(", ")}</span>
			<span aria-hidden className="text-muted md:max-[120rem]:inline hidden">
				{tags.length}
			</span>
			<span aria-hidden className="min-w-0 truncate rounded-sm bg-sunken px-1.5 md:max-[120rem]:hidden">
				<bdi>{first}</bdi>
			</span>
			{others.length === 0 ? null : (
				<span aria-hidden className="shrink-0 text-muted md:max-[120rem]:hidden">
					+{others.length}
				</span>
			)}
		</span>
	);
}

function OneTag({ tag }: { tag: string }) {
	return (
		<span className="max-w-full truncate rounded-sm bg-sunken px-1.5 text-small">
			<bdi>{tag}</bdi>
		</span>
	);
}
