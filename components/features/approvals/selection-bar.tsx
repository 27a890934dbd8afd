"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { toast } from "sonner";
import type { BulkResult } from "@/components/features/deployments/bulk-dialog";
import { useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { BulkBar } from "@/components/kit/table/bulk-bar";
import { Button } from "@/components/kit/ui/button";
import { describeError } from "@/lib/browser/api-error";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import { deploymentKeys } from "@/lib/browser/query-keys";
import { BULK_MOST_ITEMS } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { type ApprovalFilters, requestFilters } from "./approval-filters";
import { BulkDialog } from "./lazy-dialogs";
import type { BulkQuestion, QueueEvent, QueueState } from "./queue-state";

const DONE: Record<BulkQuestion, string> = { activate: "activated", reject: "rejected", tag: "tagged" };

/** Selects the requests that match the filters, on all pages: as many as one decision takes. */
export function useSelectAll(filters: ApprovalFilters, dispatch: Dispatch<QueueEvent>) {
	const client = useQueryClient();
	return async () => {
		try {
			const { rows: requests, total } = await client.fetchQuery(
				deploymentsQuery({ ...requestFilters(filters), limit: BULK_MOST_ITEMS, offset: 0 }),
			);
			const [most, matching] = [formatCount(requests.length), formatCount(total)];
			const bounded = `Selected the first ${most} of ${matching}: this is the most that can be decided at once.`;
			dispatch({ type: "allSelected", requests, note: total > requests.length ? bounded : null });
		} catch (error) {
			toast.error("The requests could not be selected", { description: describeError(error) });
		}
	};
}

/** Bulk decisions on the selected requests; while it is shown, the keys apply to them. */
export function SelectionBar({ state, dispatch }: { state: QueueState; dispatch: Dispatch<QueueEvent> }) {
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
	const decided = (action: BulkQuestion, { done, failures }: BulkResult) => {
		const lists = client.getQueriesData<{ rows: DeploymentDetail[] }>({ queryKey: deploymentKeys.lists() });
		// Several cached lists may hold a row; the newest revision counts.
		const latest = lists.flatMap(([, page]) => page?.rows ?? []).sort((a, b) => b.revision - a.revision);
		const words = `${formatPlural(done.length, "request")} ${DONE[action]}`;
		const failed = `${words}; ${formatCount(failures.size)} not. These stay selected, each with its reason.`;
		dispatch({ type: "bulkDecided", action, done, failures, latest, note: failures.size === 0 ? null : failed });
		if (failures.size === 0) toast.success(words);
		else
			toast.warning(words, {
				description: `${formatPlural(failures.size, "request")} could not be ${DONE[action]}. Each row says why.`,
			});
	};
	return (
		<BulkBar count={requests.length} what="requests" onClear={clear}>
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
			{asked === null ? null : (
				<BulkDialog
					action={asked}
					deployments={requests}
					what="request"
					toldByPage
					onSend={(sent) => {
						for (const { id, revision } of sent) dispatch({ type: "ownChange", id, revision });
					}}
					onDone={(result) => decided(asked, result)}
					onClose={() => dispatch({ type: "dismissed" })}
				/>
			)}
		</BulkBar>
	);
}
