"use client";

import { useEffect, useRef } from "react";
import { EmptyState, ErrorState, Skeleton } from "@/components/kit/ui/states";
import { useQuery } from "@/lib/browser/use-query";
import { viewsQuery } from "@/lib/browser/views-query";
import type { SavedView, ViewPage } from "@/lib/contract/view";
import type { ViewDialogKind } from "./view-dialog";
import { ViewRow } from "./view-row";

export interface ViewListProps {
	page: ViewPage;
	/** The view whose filters the page shows. */
	current: SavedView | null;
	/** What the page shows, to take the place of a view's filters. */
	shown: string;
	onAsk: (asked: ViewDialogKind) => void;
	onOpen: () => void;
}

/** The saved views of a page, as far as the reader may use them. */
export function ViewList({ page, current, shown, onAsk, onOpen }: ViewListProps) {
	const { data, error, refetch } = useQuery(viewsQuery(page));
	const list = useRef<HTMLUListElement>(null);
	const isThere = data !== undefined;
	useEffect(() => {
		// What comes late comes above the button that has the focus in its place.
		const around = list.current?.closest("[role='dialog']");
		if (isThere && around?.contains(document.activeElement)) list.current?.querySelector("a")?.focus();
	}, [isThere]);
	if (data === undefined) {
		return error === null ? (
			<div className="grid gap-3 p-3" aria-busy="true">
				<Skeleton className="w-40" />
				<Skeleton className="w-52" />
			</div>
		) : (
			<ErrorState error={error} what="The views" onRetry={refetch} />
		);
	}
	if (data.rows.length === 0) {
		return (
			<EmptyState inCard title="No saved views yet">
				Set filters, then save them as a view.
			</EmptyState>
		);
	}
	return (
		<ul ref={list} aria-label="Saved views" className="divide-y divide-line">
			{data.rows.map((view) => (
				<ViewRow
					key={view.id}
					view={view}
					current={view.id === current?.id}
					shown={shown}
					onAsk={onAsk}
					onOpen={onOpen}
				/>
			))}
		</ul>
	);
}
