"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { toast } from "sonner";
import { useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { BulkBar } from "@/components/kit/table/bulk-bar";
import { Button } from "@/components/kit/ui/button";
import { describeError } from "@/lib/browser/api-error";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import { queueQuery } from "@/lib/browser/queue";
import { BULK_MOST_ITEMS } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { requestFilters } from "./approval-filters";
import { BulkActivateDialog, BulkDialog } from "./lazy-dialogs";
import { hiddenOf } from "./queue-look";
import type { BulkQuestion, QueueEvent, QueueState, UndoableDecision } from "./queue-types";
import type { ApprovalFilters } from "./use-approval-filters";
import { useBulkDecided } from "./use-bulk-decided";

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

/** Bulk decisions on the selected requests; while it is shown, the keys apply to them. */
export function SelectionBar({ state, dispatch, onUndo }: SelectionBarProps) {
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
	const decided = useBulkDecided(dispatch, onUndo);
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
					onDone={(result) => decided("activate", requests, result)}
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
					onDone={(result) => decided(asked, requests, result)}
					onClose={() => dispatch({ type: "dismissed" })}
				/>
			)}
		</BulkBar>
	);
}
