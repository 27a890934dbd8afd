import { toast } from "sonner";
import { describeError } from "@/lib/client/api-error";
import { useDecide } from "@/lib/client/deployments";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { decisionWords } from "./decision-words";

const TIME_TO_READ = 20_000;

/**
 * Activates a deployment as it is shown. The outcome is told by a toast, because the row may have left the page by
 * then; the promise fails when the activation does.
 */
export function useActivate(deployment: DeploymentDetail): { activate: () => Promise<void>; pending: boolean } {
	const decide = useDecide();
	const activate = async () => {
		try {
			await decide.mutateAsync({ action: "activate", deployment });
		} catch (error) {
			toast.error(`${deployment.design_name} was not activated`, {
				description: describeError(error),
				duration: TIME_TO_READ,
			});
			throw error;
		}
		toast.success(decisionWords("activate", deployment).done, {
			description: `The agents of ${deployment.target} load it now.`,
		});
	};
	return { activate, pending: decide.isPending };
}
