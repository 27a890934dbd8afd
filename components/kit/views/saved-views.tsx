"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark, Plus } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { Popover } from "radix-ui";
import { useState } from "react";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { EmptyState, ErrorState, Skeleton } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { viewsQuery } from "@/lib/browser/views";
import type { SavedView, ViewPage } from "@/lib/contract/view";
import { useDefaultView } from "./use-default-view";
import type { AskedOfView } from "./view-dialog";
import { viewQuery } from "./view-query";
import { ViewRow } from "./view-row";

const ViewDialog = lazyDialog(() => import("./view-dialog").then((module) => module.ViewDialog));
const DIALOGS = [ViewDialog] as const;

/**
 * The page's filters under names: those of the reader, and those that their organization shares.
 * Opens the page with the default one.
 */
export function SavedViews({ page }: { page: ViewPage }) {
	useAtHand(DIALOGS);
	const search = useSearchParams().toString();
	const { data, error, refetch } = useQuery(viewsQuery(page));
	const [open, setOpen] = useState(false);
	const [asked, setAsked] = useState<AskedOfView | null>(null);
	useDefaultView(page, search, data?.rows);
	const shown = viewQuery(search);
	const current = data?.rows.find(({ query }) => viewQuery(query) === shown && shown !== "") ?? null;
	const ask = (next: AskedOfView) => {
		setOpen(false);
		setAsked(next);
	};
	return (
		<>
			<Popover.Root open={open} onOpenChange={setOpen}>
				<Popover.Trigger className={buttonClass("plain", "max-w-full")}>
					<Bookmark aria-hidden className="size-4 shrink-0" />
					<span className={current === null ? "truncate max-md:sr-only" : "truncate"}>
						{current === null ? "Saved views" : `View: ${current.name}`}
					</span>
				</Popover.Trigger>
				<Popover.Portal>
					<Popover.Content
						align="end"
						sideOffset={4}
						collisionPadding={8}
						aria-label="Saved views"
						className="z-30 grid max-h-[var(--radix-popover-content-available-height)] w-dialog max-w-[calc(100vw-var(--spacing-gutter))] animate-appear overflow-y-auto rounded-md border border-line-strong bg-raised shadow-float"
					>
						{data === undefined ? (
							error === null ? (
								<div className="grid gap-3 p-3">
									<Skeleton className="w-40" />
									<Skeleton className="w-52" />
								</div>
							) : (
								<ErrorState error={error} what="The views" onRetry={refetch} />
							)
						) : data.rows.length === 0 ? (
							<EmptyState inCard title="No saved views yet">
								Set filters, then save them as a view.
							</EmptyState>
						) : (
							<ul aria-label="Saved views" className="divide-y divide-line">
								{data.rows.map((view: SavedView) => (
									<ViewRow
										key={view.id}
										view={view}
										current={view.id === current?.id}
										shown={shown}
										onAsk={ask}
										onOpen={() => setOpen(false)}
									/>
								))}
							</ul>
						)}
						<div className="border-line border-t p-2">
							<Button variant="quiet" onClick={() => ask({ action: "create", page, query: shown })}>
								<Plus aria-hidden className="size-4" />
								Save current view…
							</Button>
						</div>
					</Popover.Content>
				</Popover.Portal>
			</Popover.Root>
			{asked === null ? null : <ViewDialog asked={asked} onClose={() => setAsked(null)} />}
		</>
	);
}
