"use client";

import { useCallback, useDeferredValue, useLayoutEffect, useRef } from "react";
import { useNow } from "@/components/kit/ui/relative-time";
import { Skeleton } from "@/components/kit/ui/states";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { RequestRow } from "./request-row";
import type { Selected } from "./use-selected";

export interface RequestListProps {
	rows: DeploymentDetail[];
	current: string | null;
	selected: Selected;
	/** `byKey`: whoever opens it by the keyboard goes on to read it. */
	onOpen: (id: string, byKey: boolean) => void;
}

/** The requests of a page; the arrow keys move between them. */
export function RequestList({ rows, current, selected, onOpen }: RequestListProps) {
	const now = useNow();
	// Rows of another page or filter are many: whoever presses a key meanwhile does not wait for them.
	const shown = useDeferredValue(rows);
	// Rows are drawn anew only when they change: what they are given to call stays the same.
	const latest = useRef({ rows, selected, onOpen });
	useLayoutEffect(() => {
		latest.current = { rows, selected, onOpen };
	});
	const last = useRef<string | null>(null);
	const open = useCallback((id: string, byKey: boolean) => latest.current.onOpen(id, byKey), []);
	const toggle = useCallback((deployment: DeploymentDetail, range: boolean) => {
		const { rows, selected } = latest.current;
		const from = rows.findIndex(({ id }) => id === last.current);
		const to = rows.findIndex(({ id }) => id === deployment.id);
		last.current = deployment.id;
		if (range && from >= 0) selected.add(rows.slice(Math.min(from, to), Math.max(from, to) + 1));
		else selected.toggle(deployment);
	}, []);
	return (
		<ul aria-label="Requests" data-arrow-keys>
			{shown.map((deployment) => (
				<RequestRow
					key={deployment.id}
					deployment={deployment}
					now={now}
					current={deployment.id === current}
					selected={selected.requests.has(deployment.id)}
					problem={selected.problems.get(deployment.id) ?? null}
					onOpen={open}
					onToggle={toggle}
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
				The requests are being loaded
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
