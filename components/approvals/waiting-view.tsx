"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/keyboard/shortcuts";
import { Button } from "@/components/ui/button";
import { EmptyState, ErrorState, StaleNotice } from "@/components/ui/states";
import { deploymentsQuery } from "@/lib/client/deployments";
import { formatCount } from "@/lib/client/format";
import { ApprovalBar } from "./approval-bar";
import type { ApprovalFilters } from "./approval-filters";
import { RequestList, RequestListSkeleton } from "./request-list";
import { RequestPanel } from "./request-panel";

const STEP = 100;
const MOST = 500;

/** Pending requests at the left, the chosen one at the right; on small screens one step after the other. */
export function WaitingView({ filters }: { filters: ApprovalFilters }) {
	const [limit, setLimit] = useState(STEP);
	const { data, error, isPlaceholderData, refetch } = useQuery(
		deploymentsQuery({
			status: "requested",
			q: filters.q.trim() === "" ? undefined : filters.q,
			type: filters.type === "any" ? undefined : filters.type,
			order: filters.order,
			limit,
		}),
	);
	const rows = data?.rows ?? [];
	const found = rows.findIndex(({ id }) => id === filters.request);
	// A request that was decided leaves the list: the one that takes its place is the next to look at.
	const place = useRef(0);
	const index = found >= 0 ? found : Math.min(place.current, rows.length - 1);
	const selected = rows[index];
	const shown = selected?.id ?? null;
	const { request, open } = filters;
	const heading = useRef<HTMLHeadingElement>(null);
	const deciding = useRef(false);
	const follow = (work: Promise<unknown>) => {
		deciding.current = true;
		work.catch(() => {
			deciding.current = false;
		});
	};
	const answered = data !== undefined && !isPlaceholderData;
	const lastShown = useRef(shown);
	useEffect(() => {
		place.current = Math.max(0, index);
		if (!answered) return;
		if (request !== null && request !== shown) open(shown, "replace");
		if (deciding.current && lastShown.current !== shown) {
			deciding.current = false;
			(heading.current ?? document.querySelector("h1"))?.focus();
		}
		lastShown.current = shown;
	});

	const move = (step: 1 | -1) => {
		const next = rows[index + step];
		if (next === undefined) return;
		filters.open(next.id, "replace");
		document.getElementById(`request-${next.id}`)?.focus();
	};
	useShortcuts("The queue", [
		{ keys: ["j"], does: "Next request", run: () => move(1), repeats: true, moves: true },
		{ keys: ["k"], does: "Previous request", run: () => move(-1), repeats: true, moves: true },
	]);

	if (data === undefined) {
		return (
			<>
				<ApprovalBar filters={filters} aside="…" />
				{error === null ? <RequestListSkeleton /> : <ErrorState error={error} what="The requests" onRetry={refetch} />}
			</>
		);
	}
	const stepIn = filters.request !== null && selected !== undefined;
	return (
		<>
			<div className={stepIn ? "max-md:hidden" : ""}>
				<ApprovalBar filters={filters} aside={`${formatCount(rows.length)} of ${formatCount(data.total)}`} />
			</div>
			{error === null ? null : <StaleNotice error={error} onRetry={refetch} />}
			{selected === undefined ? (
				<div className="grow bg-surface">
					{filters.narrowed ? (
						<EmptyState title="No request matches" action={<Button onClick={filters.reset}>Reset the filters</Button>}>
							There may be requests that these filters leave out.
						</EmptyState>
					) : (
						<EmptyState
							title="Nothing waits for you"
							action={<Button onClick={() => filters.show("live")}>See what is live</Button>}
						>
							New requests appear here by themselves.
						</EmptyState>
					)}
				</div>
			) : (
				<div className="grid min-h-0 grow md:grid-cols-[minmax(var(--spacing-list),30%)_minmax(0,1fr)]">
					<div
						className={`min-h-0 flex-col border-line bg-surface md:flex lg:overflow-y-auto md:border-e ${stepIn ? "hidden" : "flex"}`}
						aria-busy={isPlaceholderData}
					>
						<RequestList rows={rows} selected={selected.id} onOpen={filters.open} />
						{data.total > rows.length && limit < MOST ? (
							<div className="p-4">
								<Button onClick={() => setLimit(Math.min(MOST, limit + STEP))}>Show more</Button>
							</div>
						) : null}
					</div>
					<div className={`min-h-0 min-w-0 md:flex md:flex-col ${stepIn ? "flex flex-col" : "hidden"}`}>
						<RequestPanel
							key={selected.id}
							deployment={selected}
							position={`${formatCount(index + 1)} of ${formatCount(data.total)}`}
							heading={heading}
							onBack={() => filters.open(null)}
							onDecision={follow}
						/>
					</div>
				</div>
			)}
		</>
	);
}
