"use client";

import { Bookmark, Plus } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { Popover } from "radix-ui";
import { useState } from "react";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { lazyDialog, lazyPart } from "@/components/kit/ui/lazy-part";
import { Skeleton } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useQuery } from "@/lib/browser/use-query";
import { viewsQuery } from "@/lib/browser/views-query";
import type { ViewPage } from "@/lib/contract/view";
import { useDefaultView } from "./use-default-view";
import type { ViewDialogKind } from "./view-dialog";
import { viewQuery } from "./view-query";

const ViewDialog = lazyDialog(() => import("./view-dialog").then((module) => module.ViewDialog));
const ViewList = lazyPart(
	"The views",
	() => import("./view-list").then((module) => module.ViewList),
	<div className="p-3" aria-busy="true">
		<Skeleton className="w-40" />
	</div>,
);
const PARTS = [ViewDialog, ViewList] as const;

/**
 * The page's filters under names: those of the reader, and those that their organization shares.
 * Opens the page with the default one.
 */
export function SavedViews({ page }: { page: ViewPage }) {
	useAtHand(PARTS);
	const search = useSearchParams().toString();
	const { data } = useQuery(viewsQuery(page));
	const [open, setOpen] = useState(false);
	const [asked, setAsked] = useState<ViewDialogKind | null>(null);
	useDefaultView(page, search, data?.rows);
	const shown = viewQuery(search);
	const current = data?.rows.find(({ query }) => viewQuery(query) === shown && shown !== "") ?? null;
	const ask = (next: ViewDialogKind) => {
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
						<ViewList page={page} current={current} shown={shown} onAsk={ask} onOpen={() => setOpen(false)} />
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
