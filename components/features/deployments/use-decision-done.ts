import { toast } from "sonner";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DeploymentAction } from "@/lib/contract/transitions";
import { approvedWords } from "./approval-words";
import { decisionWords } from "./decision-words";
import { undoAction, useUndo } from "./use-undo";

/**
 * Reports a decision and offers its undo. `deployment` is the earlier version, `status` the one after
 * it, null for a deleted deployment.
 */
export function useDecisionDone(): (
	action: DeploymentAction,
	deployment: DeploymentDetail,
	status: string | null,
) => void {
	const undo = useUndo();
	return (action, deployment, status) => {
		// More administrators must approve it.
		if ((action === "activate" && status !== "activated") || (action === "delete" && status !== null)) {
			const { approvals } = deployment;
			toast.success(approvedWords(deployment, approvals && { missing: Math.max(1, approvals.missing - 1) }));
			return;
		}
		const { done } = decisionWords(action, deployment);
		if (action === "deactivate") {
			toast.success(
				done,
				undoAction(() => undo.reverse(deployment, "deactivated", "activate")),
			);
		} else if (action === "tag") {
			toast.success(
				done,
				undoAction(() => undo.retag(deployment)),
			);
		} else toast.success(done);
	};
}
