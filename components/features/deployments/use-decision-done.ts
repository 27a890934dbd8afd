import { toast } from "sonner";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DeploymentAction } from "@/lib/contract/transitions";
import { decisionWords } from "./decision-words";
import { undoAction, useUndo } from "./use-undo";

/** Reports a decision and offers its undo. `deployment` is the earlier version. */
export function useDecisionDone(): (action: DeploymentAction, deployment: DeploymentDetail) => void {
	const undo = useUndo();
	return (action, deployment) => {
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
