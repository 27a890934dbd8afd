"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { toast } from "sonner";
import { type BulkResult, bulkCounts } from "@/components/features/deployments/bulk-result";
import { useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { BulkBar } from "@/components/kit/table/bulk-bar";
import { Button } from "@/components/kit/ui/button";
import { describeError } from "@/lib/browser/api-error";
import { LISTS } from "@/lib/browser/deployment-work";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import { queueQuery } from "@/lib/browser/queue";
import { keyOf } from "@/lib/browser/refresh";
import { BULK_MOST_ITEMS } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { ActivationOutcome } from "./activation-outcome";
import { requestFilters } from "./approval-filters";
import { BulkActivateDialog, BulkDialog } from "./lazy-dialogs";
import { hiddenOf } from "./queue-look";
import { undoOf } from "./queue-state";
import type { BulkQuestion, QueueEvent, QueueState, UndoableDecision } from "./queue-types";
import type { ApprovalFilters } from "./use-approval-filters";
import { tell } from "./use-decisions";

const DONE: Record<BulkQuestion, string> = { activate: "activated", reject: "rejected", tag: "tagged" };

/** Selects the requests that match the filters, on all pages: as many as one decision takes. */
export function useSelectAll(filters: ApprovalFilters, dispatch: Dispatch<QueueEvent>) {
	const client = useQueryClient();
	return async () => {
		dispatch({ type: "selecting", on: true });
		try {
			const { rows: requests, total } = await client.fetchQuery(
				queueQuery({ ...requestFilters(filters), limit: BULK_MOST_ITEMS, offset: 0 }),
			);
			const [most, matching] = [formatCount(requests.length), formatCount(total)];
			const bounded = `Selected the first ${most} of ${matching}: this is the most that can be decided at once.`;
			dispatch({ type: "allSelected", requests, note: total > requests.length ? bounded : null });
		} catch (error) {
			dispatch({ type: "selecting", on: false });
			toast.error("The requests could not be selected", { description: describeError(error) });
		}
	};
}

export interface SelectionBarProps {
	state: QueueState;
	dispatch: Dispatch<QueueEvent>;
	onUndo: (decision: UndoableDecision) => void;
}

/** Activations whose outcome is followed to the agents; each takes a request of its own. */
const FOLLOWED_AT_MOST = 20;

/** Bulk decisions on the selected requests; while it is shown, the keys apply to them. */
export function SelectionBar({ state, dispatch, onUndo }: SelectionBarProps) {
	const client = useQueryClient();
	const { note, question } = state;
	const asked = question?.about === "selection" ? question.action : null;
	const ask = (action: BulkQuestion) => dispatch({ type: "asked", question: { about: "selection", action } });
	const clear = () => dispatch({ type: "cleared" });
	const requests = [...state.selected.values()];
	const what = formatPlural(requests.length, "selected request");
	useShortcuts("Selected requests", [
		{ keys: ["a"], does: `Activate ${what}…`, run: () => ask("activate") },
		{ keys: ["r"], does: `Reject ${what}…`, run: () => ask("reject") },
		{ keys: ["t"], does: `Tag ${what}…`, run: () => ask("tag") },
		{ keys: ["Escape"], does: "Clear selection", run: clear },
	]);
	useKeysHeldBack(asked !== null);
	const announce = (sent: readonly DeploymentDetail[]) => {
		for (const { id, revision } of sent) dispatch({ type: "ownChange", id, revision });
	};
	const decided = (action: BulkQuestion, { done, scheduled, approved, failures }: BulkResult) => {
		const lists = LISTS.flatMap((one) => client.getQueriesData<{ rows: DeploymentDetail[] }>({ queryKey: keyOf(one) }));
		// Several cached lists may hold a row; the newest revision counts.
		const latest = lists.flatMap(([, page]) => page?.rows ?? []).sort((a, b) => b.revision - a.revision);
		const carriedOut = done.filter((id) => !scheduled.includes(id) && !approved.includes(id));
		const words = bulkCounts({ done, scheduled, approved }, "request", DONE[action]);
		const failed = `${words}; ${formatCount(failures.size)} not. What is still pending stays selected, each with its reason.`;
		dispatch({
			type: "bulkDecided",
			action,
			done,
			scheduled,
			approved,
			failures,
			latest,
			note: failures.size === 0 ? null : failed,
		});
		const rest = `${formatPlural(failures.size, "request")} not ${DONE[action]}. Each row says why.`;
		if (done.length === 0) {
			toast.warning(words, { description: rest });
			return;
		}
		const decision = undoOf({ action, decided: requests.filter(({ id }) => done.includes(id)), scheduled, approved });
		if (decision === null) {
			toast.success(words, failures.size === 0 ? {} : { description: rest });
			return;
		}
		const followed = action === "activate" && carriedOut.length > 0 && carriedOut.length <= FOLLOWED_AT_MOST;
		tell(decision, words, {
			description: (
				<>
					{followed ? <ActivationOutcome ids={carriedOut} agents={null} since={Date.now()} /> : null}
					{failures.size === 0 ? null : <span className="block">{rest}</span>}
				</>
			),
			undo: onUndo,
		});
	};
	return (
		<BulkBar count={requests.length} hidden={hiddenOf(state).length} what="requests" onClear={clear}>
			<Button variant="primary" shortcut="a" onClick={() => ask("activate")}>
				Activate {requests.length}…
			</Button>
			<Button shortcut="t" onClick={() => ask("tag")}>
				Tag…
			</Button>
			<Button variant="danger" shortcut="r" onClick={() => ask("reject")}>
				Reject…
			</Button>
			<p role="status" className="text-muted text-small">
				{note ?? `${formatBytes(requests.reduce((sum, { filesize }) => sum + filesize, 0))} in total`}
			</p>
			{asked === "activate" ? (
				<BulkActivateDialog
					requests={requests}
					onSend={announce}
					onDone={(result) => decided("activate", result)}
					onClose={() => dispatch({ type: "dismissed" })}
				/>
			) : null}
			{asked === null || asked === "activate" ? null : (
				<BulkDialog
					action={asked}
					deployments={requests}
					what="request"
					toldByPage
					onSend={announce}
					onDone={(result) => decided(asked, result)}
					onClose={() => dispatch({ type: "dismissed" })}
				/>
			)}
		</BulkBar>
	);
}
