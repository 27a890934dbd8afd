import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useSend } from "@/lib/browser/api";
import { describeError, failureTitle } from "@/lib/browser/api-error";
import { pinned, ROLLBACK, readDeployment, UNDO } from "@/lib/browser/deployment-work";
import { useDecide } from "@/lib/browser/deployments";
import { keyOf } from "@/lib/browser/refresh";
import type { DeploymentDetail, DeploymentStatus } from "@/lib/contract/deployment";
import type { DeploymentAction } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";

const TIME_TO_UNDO = 15_000;
const TIME_TO_READ = 20_000;

/** Options of a toast with an undo button. */
export const undoAction = (undo: () => void, label = "Undo") => ({
	duration: TIME_TO_UNDO,
	action: { label, onClick: undo },
});

export interface Undo {
	/** After the decision on a request: it is pending again. */
	decision: (deployment: DeploymentDetail) => void;
	/** After a deactivation, or after an activation that replaced nothing. */
	reverse: (deployment: DeploymentDetail, left: DeploymentStatus, action: DeploymentAction) => void;
	/** After an activation that replaced another one: rolls back to it. */
	rollback: (deployment: DeploymentDetail) => void;
	/** After new tags: those that `deployment` had. */
	retag: (deployment: DeploymentDetail) => void;
}

/**
 * Undoes a decision unless the deployment has changed since, which would undo another user's
 * change. `deployment` is the version before the decision.
 */
export function useUndo(): Undo {
	const { mutateAsync } = useDecide();
	const { mutateAsync: rollBack } = useSend(ROLLBACK);
	const { mutateAsync: undoDecision } = useSend(UNDO, { quick: true });
	const client = useQueryClient();
	const attempt = async (deployment: DeploymentDetail, work: (now: DeploymentDetail) => Promise<unknown>) => {
		const there = `${isolate(deployment.design_name)} on ${isolate(deployment.target)}`;
		try {
			const now = await readDeployment(deployment.id);
			if (now.revision !== deployment.revision + 1) {
				toast.warning(`Not undone: ${there} has changed`, {
					description: "Review it before you decide.",
					duration: TIME_TO_READ,
				});
				await client.invalidateQueries({ queryKey: keyOf("deployments") });
				return;
			}
			await work(now);
			toast.success(`Undone: ${there} restored`);
		} catch (error) {
			toast.error(failureTitle(error, there, "restored"), {
				description: describeError(error),
				duration: TIME_TO_READ,
			});
		}
	};
	return {
		decision: (deployment) => void attempt(deployment, (now) => undoDecision(pinned(now))),
		reverse: (deployment, left, action) =>
			void attempt(deployment, async (now) => {
				if (now.status === left) await mutateAsync({ action, deployment: now });
			}),
		rollback: (deployment) => void attempt(deployment, (now) => rollBack(pinned(now))),
		retag: (deployment) =>
			void attempt(deployment, (now) => mutateAsync({ action: "tag", deployment: now, tags: deployment.tags })),
	};
}
