import { toast } from "sonner";
import { describeError } from "@/lib/browser/api-error";
import { useBulk } from "@/lib/browser/deployment-work";
import { formatPlural } from "@/lib/browser/format";
import type { BulkOutcome } from "@/lib/contract/bulk";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isClosed } from "./closed-words";

const TIME_TO_READ = 20_000;

/**
 * Reactivates the deployments that a bulk decision deactivated (`outcomes`), unless they have
 * changed since. `deployments` are the earlier versions.
 */
export function useReactivate(): (
	deployments: readonly DeploymentDetail[],
	outcomes: readonly BulkOutcome[],
) => Promise<void> {
	const { mutateAsync } = useBulk();
	return async (deployments, outcomes) => {
		const left = deployments.flatMap((deployment) => {
			const outcome = outcomes.find(({ id }) => id === deployment.id);
			return outcome?.ok === true && outcome.revision !== null ? [{ ...deployment, revision: outcome.revision }] : [];
		});
		try {
			const { done, failed } = await mutateAsync({ action: "activate", deployments: left });
			const words = `${formatPlural(done, "deployment")} reactivated`;
			if (failed === 0) toast.success(words);
			else {
				toast.warning(`${words}, ${failed} not`, {
					description: left.some(isClosed)
						? "A target is closed for activations: activate these with a reason."
						: "The others have changed since. Review them before you decide.",
					duration: TIME_TO_READ,
				});
			}
		} catch (error) {
			toast.error("The deployments were not reactivated", {
				description: describeError(error),
				duration: TIME_TO_READ,
			});
		}
	};
}
