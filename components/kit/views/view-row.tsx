"use client";

import { Check, Ellipsis, Star } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { toast } from "sonner";
import { buttonClass } from "@/components/kit/ui/button";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { nameOfPerson } from "@/components/kit/ui/person-words";
import { copyText } from "@/components/kit/ui/use-copy";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { serviceAddress } from "@/lib/browser/service-path";
import type { EditView, SavedView } from "@/lib/contract/view";
import { isolate } from "@/lib/rules/text/isolate";
import type { ViewDialogKind } from "./view-dialog";
import { viewAddress } from "./view-query";

export interface ViewRowProps {
	view: SavedView;
	/** Its filters are those that the page shows. */
	current: boolean;
	/** What the page shows, to take the place of the view's filters. */
	shown: string;
	onAsk: (asked: ViewDialogKind) => void;
	onOpen: () => void;
}

const ITEM = "block rounded-md px-2 py-1.5 outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent";

async function copyLink(view: SavedView) {
	const link = `${serviceAddress()}${viewAddress(view.page, view.query)}`;
	if (await copyText(link)) toast.success(`Copied the link of ${isolate(view.name)}`);
	// The link is shown whole, to be copied by hand.
	else toast(link, { description: "The link could not be copied. Copy it manually.", duration: 20_000 });
}

/** One view: a link that opens it, its kind, and its actions. */
export function ViewRow({ view, current, shown, onAsk, onOpen }: ViewRowProps) {
	const edit = useSend("PATCH /api/views/[view_id]");
	const change = (body: EditView, done: string) =>
		// The list of views may be closed before the answer is here: callbacks given to `mutate` would
		// go with it.
		void edit.mutateAsync({ view_id: view.id, body }).then(
			() => toast.success(done),
			(error: unknown) => toast.error(`${isolate(view.name)} was not changed`, { description: describeError(error) }),
		);
	const about = [
		view.default ? "your default" : null,
		view.owned
			? view.shared
				? "shared with your organization"
				: null
			: `shared by ${nameOfPerson(view.owner_person, view.owner)}`,
	].filter((words) => words !== null);
	return (
		<li className="flex items-center gap-2 px-3 py-1.5">
			<span className="grid size-4 shrink-0 place-items-center text-accent">
				{view.default ? (
					<Star aria-hidden className="size-4" />
				) : current ? (
					<Check aria-hidden className="size-4" />
				) : null}
			</span>
			<div className="grid min-w-0 grow">
				<Link
					href={viewAddress(view.page, view.query)}
					onClick={onOpen}
					aria-current={current || undefined}
					className={HEAD_LINK}
				>
					<bdi>{view.name}</bdi>
				</Link>
				{about.length === 0 ? null : <span className="text-muted text-small">{about.join(", ")}</span>}
			</div>
			<DropdownMenu.Root modal={false}>
				<DropdownMenu.Trigger
					aria-label={`Actions on the view ${isolate(view.name)}`}
					className={buttonClass("quiet", "px-2")}
				>
					<Ellipsis aria-hidden className="size-4" />
				</DropdownMenu.Trigger>
				<DropdownMenu.Portal>
					<DropdownMenu.Content
						align="end"
						collisionPadding={8}
						className="z-50 w-menu animate-appear rounded-md border border-line-strong bg-raised p-1 shadow-float"
					>
						<DropdownMenu.Item className={ITEM} onSelect={() => void copyLink(view)}>
							Copy link
						</DropdownMenu.Item>
						<DropdownMenu.Item
							className={ITEM}
							onSelect={() =>
								change(
									{ default: !view.default },
									view.default
										? `${isolate(view.name)} is no longer your default`
										: `${isolate(view.name)} is now your default`,
								)
							}
						>
							{view.default ? "Remove as my default" : "Set as my default"}
						</DropdownMenu.Item>
						{view.owned ? (
							<>
								<DropdownMenu.Item
									className={ITEM}
									onSelect={() =>
										change(
											{ shared: !view.shared },
											view.shared
												? `${isolate(view.name)} is no longer shared`
												: `${isolate(view.name)} is now shared with your organization`,
										)
									}
								>
									{view.shared ? "Stop sharing" : "Share with my organization"}
								</DropdownMenu.Item>
								<DropdownMenu.Item
									className={ITEM}
									onSelect={() => change({ query: shown }, `Updated ${isolate(view.name)} to the current filters`)}
								>
									Update to current filters
								</DropdownMenu.Item>
								<DropdownMenu.Item className={ITEM} onSelect={() => onAsk({ action: "rename", view })}>
									Rename…
								</DropdownMenu.Item>
							</>
						) : null}
						{view.deletable ? (
							<DropdownMenu.Item className={`${ITEM} text-bad`} onSelect={() => onAsk({ action: "delete", view })}>
								Delete…
							</DropdownMenu.Item>
						) : null}
					</DropdownMenu.Content>
				</DropdownMenu.Portal>
			</DropdownMenu.Root>
		</li>
	);
}
