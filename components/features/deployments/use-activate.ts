import { toast } from "sonner";
import { describeError, failureTitle } from "@/lib/browser/api-error";
import { readDeployment } from "@/lib/browser/deployment-work";
import { useDecide } from "@/lib/browser/deployments";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { forgetDraft } from "./activation-drafts";
import { approvedWords } from "./approval-words";
import { decisionWords } from "./decision-words";
import { liveWords } from "./live-words";
import { type Undo, undoAction, useUndo } from "./use-undo";

const TIME_TO_READ = 20_000;

/**
 * Undoes an activation: puts a request back into the queue, reactivates the replaced deployment, or
 * deactivates this one.
 */
function wayBack(deployment: DeploymentDetail, undo: Undo) {
	if (deployment.status === "requested") return undoAction(() => undo.decision(deployment));
	if (deployment.replaces !== null) return undoAction(() => undo.rollback(deployment), "Roll back");
	if (deployment.status !== "deactivated") return {};
	return undoAction(() => undo.reverse(deployment, "activated", "deactivate"));
}

/**
 * Activates a deployment as shown. A toast reports the outcome, as the row may have left the page;
 * the promise rejects on failure.
 */
export function useActivate(deployment: DeploymentDetail): { activate: () => Promise<void>; pending: boolean } {
	const decide = useDecide();
	const undo = useUndo();
	const activate = async () => {
		let status: string | null;
		try {
			status = await decide.mutateAsync({ action: "activate", deployment });
		} catch (error) {
			toast.error(failureTitle(error, isolate(deployment.design_name), "activated"), {
				description: describeError(error),
				duration: TIME_TO_READ,
			});
			throw error;
		}
		forgetDraft([deployment.id]);
		const after = await readDeployment(deployment.id).catch(() => null);
		if (status !== "activated") {
			toast.success(approvedWords(deployment, after?.approvals ?? null));
			return;
		}
		const loads = after?.actual == null ? null : after.actual !== "no_agent";
		toast.success(decisionWords("activate", deployment).done, {
			description: liveWords(deployment.target, loads),
			...wayBack(deployment, undo),
		});
	};
	return { activate, pending: decide.isPending };
}
