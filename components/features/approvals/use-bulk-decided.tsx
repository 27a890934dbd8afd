import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { toast } from "sonner";
import { type BulkResult, bulkCounts } from "@/components/features/deployments/bulk-result";
import { DEPLOYMENT_LISTS } from "@/lib/browser/deployment-work";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { keyOf } from "@/lib/browser/refresh";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { ActivationOutcome } from "./activation-outcome";
import { undoOf } from "./queue-state";
import type { BulkQuestion, QueueEvent, UndoableDecision } from "./queue-types";
import { tell } from "./use-decisions";

const DONE: Record<BulkQuestion, string> = { activate: "activated", reject: "rejected", tag: "tagged" };
/** Activations whose outcome is followed to the agents; each takes a request of its own. */
const FOLLOWED_AT_MOST = 20;

/** Takes what became of a bulk decision into the queue, and says it, with the way back. */
export function useBulkDecided(dispatch: Dispatch<QueueEvent>, onUndo: (decision: UndoableDecision) => void) {
	const client = useQueryClient();
	return (
		action: BulkQuestion,
		requests: readonly DeploymentDetail[],
		{ done, scheduled, approved, failures }: BulkResult,
	) => {
		const lists = DEPLOYMENT_LISTS.flatMap((one) =>
			client.getQueriesData<{ rows: DeploymentDetail[] }>({ queryKey: keyOf(one) }),
		);
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
}
