import type { Dispatch } from "react";
import { toast } from "sonner";
import { bulkResult } from "@/components/features/deployments/bulk-result";
import { describeError } from "@/lib/browser/api-error";
import { useBulk } from "@/lib/browser/deployment-work";
import { formatPlural } from "@/lib/browser/format";
import type { QueueEvent, QueueRow, UndoableDecision } from "../queue-types";
import { useBulkDecided } from "../use-bulk-decided";

/** Activates requests together, as they were seen; gives whether the service has answered. */
export function useActivateStack(dispatch: Dispatch<QueueEvent>, onUndo: (decision: UndoableDecision) => void) {
	const bulk = useBulk();
	const decided = useBulkDecided(dispatch, onUndo);
	const activate = async (requests: readonly QueueRow[]): Promise<boolean> => {
		for (const { id, revision } of requests) dispatch({ type: "ownChange", id, revision });
		dispatch({ type: "allSelected", requests, note: null });
		try {
			const { outcomes } = await bulk.mutateAsync({ action: "activate", deployments: requests });
			decided("activate", requests, { ...bulkResult("activate", outcomes), failures: new Map() });
			const refused = outcomes.flatMap((one) => (one.ok ? [] : [one.message]));
			if (refused.length > 0) {
				toast.warning(`${formatPlural(refused.length, "request")} not activated`, { description: refused[0] });
			}
			return true;
		} catch (error) {
			dispatch({ type: "cleared" });
			toast.error("The requests were not activated", { description: describeError(error) });
			return false;
		}
	};
	return { activate, isPending: bulk.isPending };
}
