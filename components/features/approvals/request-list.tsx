"use client";

import { type Dispatch, useCallback, useDeferredValue, useLayoutEffect, useRef } from "react";
import { useNow } from "@/components/kit/ui/relative-time";
import { Skeleton } from "@/components/kit/ui/states";
import type { QueueEvent, QueueRow, QueueState } from "./queue-types";
import { RequestRow } from "./request-row";

export interface RequestListProps {
	rows: readonly QueueRow[];
	current: string | null;
	selected: QueueState["selected"];
	problems: QueueState["problems"];
	dispatch: Dispatch<QueueEvent>;
	/** `byKey`: opened by the keyboard, to be read next. */
	onOpen: (id: string, byKey: boolean) => void;
}

/** The requests of a page; the arrow keys move between them. */
export function RequestList({ rows, current, selected, problems, dispatch, onOpen }: RequestListProps) {
	const now = useNow();
	// Deferred: rendering many rows must not delay a key press. Decided requests leave at once.
	const deferred = useDeferredValue(rows);
	const drawn = new Set(deferred);
	const shown = rows.every((row) => drawn.has(row)) ? rows : deferred;
	const sameOrganization = new Set(shown.map(({ requester_org }) => requester_org)).size === 1;
	// Rows are memoized, so their callbacks must stay the same.
	const latest = useRef(onOpen);
	useLayoutEffect(() => {
		latest.current = onOpen;
	});
	const open = useCallback((id: string, byKey: boolean) => latest.current(id, byKey), []);
	return (
		<ul aria-label="Requests" data-arrow-keys>
			{shown.map((deployment) => (
				<RequestRow
					key={deployment.id}
					deployment={deployment}
					now={now}
					current={deployment.id === current}
					selected={selected.has(deployment.id)}
					sameOrganization={sameOrganization}
					problem={problems.get(deployment.id) ?? null}
					onOpen={open}
					dispatch={dispatch}
				/>
			))}
		</ul>
	);
}

const PLACES = ["one", "two", "three", "four", "five", "six"];

export function RequestListSkeleton() {
	return (
		<div className="grid min-h-0 grow md:grid-cols-[minmax(var(--spacing-list),30%)_minmax(0,1fr)]" aria-busy="true">
			<p role="status" className="sr-only">
				Loading requests
			</p>
			<ul className="border-line bg-surface md:border-e">
				{PLACES.map((place) => (
					<li
						key={place}
						className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 border-line border-b px-4 py-3"
					>
						<Skeleton className="w-40" />
						<Skeleton className="w-12" />
						<Skeleton className="mt-1 w-52" />
						<Skeleton className="mt-1 w-12" />
					</li>
				))}
			</ul>
			<div className="hidden content-start gap-6 p-6 md:grid">
				<Skeleton className="h-5 w-60" />
				<Skeleton className="h-16 w-80" />
				<Skeleton className="h-40" />
			</div>
		</div>
	);
}
