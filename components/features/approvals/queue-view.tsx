"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Shortcut, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { Button } from "@/components/kit/ui/button";
import { Pager } from "@/components/kit/ui/pager";
import { ErrorState, StaleNotice } from "@/components/kit/ui/states";
import { formatCount } from "@/lib/browser/format";
import { previewQuery } from "@/lib/browser/preview";
import { ApprovalBar } from "./approval-bar";
import { PAGE_SIZE } from "./approval-filters";
import { byRisk } from "./by-risk";
import { EmptyQueue } from "./empty-queue";
import { ReviewMode } from "./lazy-dialogs";
import { LeftApart } from "./left-apart";
import { leftApart } from "./queue-look";
import { QueuePanel } from "./queue-panel";
import { RequestList, RequestListSkeleton } from "./request-list";
import { ScheduledGroup } from "./scheduled-group";
import { SelectionBar, useSelectAll } from "./selection-bar";
import type { ApprovalFilters } from "./use-approval-filters";
import { useDecisions } from "./use-decisions";
import { useQueue } from "./use-queue";

/** Pending requests at the left, the current one at the right; small screens show one of them. */
export function QueueView({ filters }: { filters: ApprovalFilters }) {
	const client = useQueryClient();
	const [isReviewing, setReviewing] = useState(false);
	const queue = useQueue(filters, { order: isReviewing ? byRisk : null });
	const { state, dispatch, current, shown, total, step, openPanel } = queue;
	const { rows, selected, problems } = state;
	const decisions = useDecisions(state, dispatch, openPanel);
	const selectAll = useSelectAll(filters, dispatch);
	// Prefetches the preview of the next request.
	const next = rows?.[queue.place + 1]?.id;
	useEffect(() => {
		if (next !== undefined) void client.prefetchQuery(previewQuery(next));
	}, [client, next]);
	const review = () => {
		dispatch({ type: "cleared" });
		filters.open(null, "replace");
		setReviewing(true);
	};
	const moves: Shortcut[] = [
		{ keys: ["j", "ArrowDown"], does: "Next request", run: () => step(1), repeats: true, moves: true },
		{ keys: ["k", "ArrowUp"], does: "Previous request", run: () => step(-1), repeats: true, moves: true },
		{
			keys: ["u"],
			does: decisions.undoes ?? "Undo the last decision",
			run: decisions.undo,
			unavailable: decisions.undoes === null ? "There is no decision to undo." : null,
		},
	];
	const selects: Shortcut[] = [
		{ keys: ["Enter"], does: "Open the request", run: () => current !== null && openPanel(current.id), moves: true },
		{
			keys: ["x"],
			does: "Toggle selection",
			run: () => current !== null && queue.listed && dispatch({ type: "toggled", request: current, range: false }),
			moves: true,
		},
		{ keys: ["*", "X"], does: "Select all that match", run: () => void selectAll() },
		{
			keys: ["R"],
			does: "Review all, those that are alike together",
			run: () => rows?.length && review(),
			unavailable: rows?.length ? null : "There is nothing to review.",
		},
	];
	useShortcuts("The queue", isReviewing ? moves : [...moves, ...selects]);

	if (rows === null) {
		return (
			<>
				<ApprovalBar filters={filters} aside="…" />
				{queue.error === null ? (
					<RequestListSkeleton />
				) : (
					<ErrorState error={queue.error} what="The requests" onRetry={queue.refetch} />
				)}
			</>
		);
	}
	const apart = leftApart(state);
	const dismiss = () => {
		dispatch({ type: "failuresRead", ids: apart.map(({ id }) => id) });
		document.getElementById(`request-${current?.id}`)?.focus();
	};
	const stepIn = filters.request !== null && current !== null;
	const back = () => {
		setReviewing(false);
		filters.open(null);
	};
	const panel = <QueuePanel queue={queue} filters={filters} decisions={decisions} onBack={back} />;
	if (isReviewing) {
		return (
			<ReviewMode rows={rows} dispatch={dispatch} onUndo={decisions.takeBack} onClose={() => setReviewing(false)}>
				{panel}
			</ReviewMode>
		);
	}
	return (
		<>
			<div className={stepIn ? "max-md:hidden" : ""}>
				<ApprovalBar
					filters={filters}
					aside={
						total === 0 ? null : (
							<>
								<Button onClick={review} className="sm:hidden">
									Review
								</Button>
								<Button variant="link" shortcut="*" onClick={() => void selectAll()}>
									Select all {formatCount(total)}
								</Button>
							</>
						)
					}
				/>
			</div>
			{queue.error === null ? null : <StaleNotice error={queue.error} onRetry={queue.refetch} />}
			<LeftApart requests={apart} problems={problems} onDismiss={dismiss} />
			{current === null && rows.length === 0 ? (
				total > 0 ? (
					<RequestListSkeleton />
				) : (
					<>
						<EmptyQueue filters={filters} />
						<ScheduledGroup filters={filters} scheduled={queue.scheduled} />
					</>
				)
			) : (
				<div className="grid min-h-0 grow md:grid-cols-[minmax(var(--spacing-list),30%)_minmax(0,1fr)] print:block">
					<div
						className={`min-h-0 flex-col border-line bg-surface md:flex md:border-e lg:overflow-y-auto print:border-0 ${stepIn ? "hidden print:flex" : "flex"} ${queue.stale ? "animate-dim" : ""}`}
						aria-busy={queue.stale}
					>
						<RequestList
							rows={rows}
							current={shown?.id ?? null}
							selected={selected}
							problems={problems}
							dispatch={dispatch}
							onOpen={(id, byKey) => (byKey ? openPanel(id) : queue.choose(id))}
						/>
						{total > PAGE_SIZE || filters.offset > 0 ? (
							<Pager
								offset={filters.offset}
								limit={PAGE_SIZE}
								total={total}
								onOffset={(offset) => filters.goTo(offset)}
							/>
						) : null}
						<ScheduledGroup filters={filters} scheduled={queue.scheduled} />
					</div>
					<div className={`min-h-0 min-w-0 md:flex md:flex-col ${stepIn ? "flex flex-col" : "hidden"} print:hidden`}>
						{panel}
					</div>
				</div>
			)}
			{selected.size === 0 ? null : <SelectionBar state={state} dispatch={dispatch} onUndo={decisions.takeBack} />}
		</>
	);
}
