"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import type { BulkResult } from "@/components/features/deployments/bulk-dialog";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { Button } from "@/components/kit/ui/button";
import { Pager } from "@/components/kit/ui/pager";
import { ErrorState, StaleNotice } from "@/components/kit/ui/states";
import { describeError } from "@/lib/browser/api-error";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { previewQuery } from "@/lib/browser/preview";
import { deploymentKeys } from "@/lib/browser/query-keys";
import { BULK_MOST_ITEMS } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { ApprovalBar } from "./approval-bar";
import { type ApprovalFilters, PAGE_SIZE, requestFilters } from "./approval-filters";
import { EmptyQueue } from "./empty-queue";
import { LeftApart } from "./left-apart";
import { PanelActions } from "./panel-actions";
import { RequestList, RequestListSkeleton } from "./request-list";
import { RequestPanel } from "./request-panel";
import { type BulkQuestion, SelectionBar } from "./selection-bar";
import { useActivation } from "./use-decisions";
import { useLastUndo } from "./use-last-undo";
import { usePanel } from "./use-panel";
import { useQueue } from "./use-queue";
import { useSelected } from "./use-selected";

const DONE: Record<BulkQuestion, string> = { activate: "activated", reject: "rejected", tag: "tagged" };

/** Pending requests at the left, the chosen one at the right; on small screens one step after the other. */
export function QueueView({ filters }: { filters: ApprovalFilters }) {
	const client = useQueryClient();
	const queue = useQueue(filters);
	const selected = useSelected();
	const undo = useLastUndo();
	const [note, setNote] = useState<string | null>(null);
	const { current, rows, place, total, step } = queue;
	const panel = usePanel(current);
	const left = (deployment: DeploymentDetail) => {
		// The focus goes on with the decision: to the request that comes next, or to the page where none is left.
		panel.focus(deployment.id);
		queue.leave([deployment.id]);
	};
	const activation = useActivation((deployment) => {
		undo.offer(deployment);
		left(deployment);
	});
	// What is looked at next is there when it is.
	const next = rows?.[place + 1]?.id;
	useEffect(() => {
		if (next !== undefined) void client.prefetchQuery(previewQuery(next));
	}, [client, next]);

	const clear = () => {
		selected.clear();
		setNote(null);
	};
	const selectAll = async () => {
		try {
			const filtered = deploymentsQuery({ ...requestFilters(filters), limit: BULK_MOST_ITEMS, offset: 0 });
			const { rows: found, total: matching } = await client.fetchQuery(filtered);
			selected.add(found);
			setNote(
				matching > found.length
					? `The first ${formatCount(found.length)} of ${formatCount(matching)} that match: more cannot be decided at once.`
					: null,
			);
		} catch (error) {
			toast.error("The requests could not be selected", { description: describeError(error) });
		}
	};
	const decided = (action: BulkQuestion, { done, failures }: BulkResult) => {
		if (action !== "tag") queue.leave(done);
		const all = client.getQueriesData<{ rows: DeploymentDetail[] }>({ queryKey: deploymentKeys.lists() });
		// Several lists may hold a row, some of them from before: the latest is what the page shows now.
		const rowsNow = all.flatMap(([, page]) => page?.rows ?? []).sort((a, b) => b.revision - a.revision);
		selected.keepFailures(failures, rowsNow);
		const words = `${formatPlural(done.length, "request")} ${DONE[action]}`;
		if (failures.size === 0) {
			setNote(null);
			toast.success(words);
		} else {
			setNote(`${words}; ${formatCount(failures.size)} not: they stay selected, each with its reason.`);
			toast.warning(words, { description: `${formatPlural(failures.size, "request")} could not be: each says why.` });
		}
	};
	const openPanel = (id: string | undefined) => {
		if (id === undefined) return;
		filters.open(id);
		const before = panel.shown?.id;
		panel.focus(id === before ? undefined : before);
	};
	useShortcuts("The queue", [
		{ keys: ["j", "ArrowDown"], does: "Next request", run: () => step(1), repeats: true, moves: true },
		{ keys: ["k", "ArrowUp"], does: "Previous request", run: () => step(-1), repeats: true, moves: true },
		{ keys: ["Enter"], does: "Open the request", run: () => openPanel(current?.id), moves: true },
		{
			keys: ["x"],
			does: "Select the request, or not",
			run: () => current !== null && queue.listed && selected.toggle(current),
			moves: true,
		},
		{ keys: ["*", "X"], does: "Select all that match", run: () => void selectAll() },
		{
			keys: ["u"],
			does: undo.does ?? "Undo the last activation",
			run: undo.run,
			unavailable: undo.does === null ? "Nothing was activated just now." : null,
		},
	]);

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
	const apart = [...selected.requests.values()].filter(
		({ id }) => selected.problems.has(id) && !rows.some((row) => row.id === id),
	);
	const leaveOut = () => {
		selected.leaveOut(apart.map(({ id }) => id));
		setNote(null);
		document.getElementById(`request-${current?.id}`)?.focus();
	};
	const stepIn = filters.request !== null && current !== null;
	const position = `${formatCount(filters.offset + place + 1)} of ${formatCount(total)}`;
	return (
		<>
			<div className={stepIn ? "max-md:hidden" : ""}>
				<ApprovalBar
					filters={filters}
					aside={
						total === 0 ? null : (
							<Button variant="link" shortcut="*" onClick={() => void selectAll()}>
								Select all {formatCount(total)}
							</Button>
						)
					}
				/>
			</div>
			{queue.error === null ? null : <StaleNotice error={queue.error} onRetry={queue.refetch} />}
			<LeftApart requests={apart} problems={selected.problems} onLeaveOut={leaveOut} />
			{current === null && rows.length === 0 ? (
				total > 0 ? (
					<RequestListSkeleton />
				) : (
					<EmptyQueue filters={filters} />
				)
			) : (
				<div className="grid min-h-0 grow md:grid-cols-[minmax(var(--spacing-list),30%)_minmax(0,1fr)] print:block">
					<div
						className={`min-h-0 flex-col border-line bg-surface md:flex md:border-e lg:overflow-y-auto print:border-0 ${stepIn ? "hidden print:flex" : "flex"} ${queue.stale ? "animate-dim" : ""}`}
						aria-busy={queue.stale}
					>
						<RequestList
							rows={rows}
							current={current?.id ?? null}
							selected={selected}
							onOpen={(id, byKey) => (byKey ? openPanel(id) : filters.open(id))}
						/>
						{total > PAGE_SIZE || filters.offset > 0 ? (
							<Pager
								offset={filters.offset}
								limit={PAGE_SIZE}
								total={total}
								onOffset={(offset) => filters.goTo(offset)}
							/>
						) : null}
					</div>
					<div className={`min-h-0 min-w-0 md:flex md:flex-col ${stepIn ? "flex flex-col" : "hidden"} print:hidden`}>
						{panel.shown === null ? null : (
							<RequestPanel
								key={panel.shown.id}
								deployment={panel.shown}
								gone={queue.gone && !panel.late}
								position={queue.listed ? position : "not in this list"}
								refused={activation.refused?.id === panel.shown.id ? activation.refused.words : null}
								heading={panel.heading}
								onLookedAgain={activation.forgive}
								onNext={() => step(1)}
								onBack={() => filters.open(null)}
							>
								{selected.requests.size > 0 ? null : (
									<PanelActions
										deployment={panel.shown}
										late={panel.late}
										position={queue.listed ? position : "not in this list"}
										activation={activation}
										onLeft={left}
									/>
								)}
							</RequestPanel>
						)}
					</div>
				</div>
			)}
			{selected.requests.size === 0 ? null : (
				<SelectionBar selected={selected} note={note} onClear={clear} onDone={decided} />
			)}
		</>
	);
}
