import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { ApiError, describeError, failureTitle } from "@/lib/browser/api-error";
import { useDecide } from "@/lib/browser/deployments";
import { previewQuery } from "@/lib/browser/preview";
import { deploymentKeys } from "@/lib/browser/query-keys";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";

const TIME_TO_READ = 20_000;
/** What is asked about before it is done; all other warnings are said and leave the key as quick as ever. */
const ASKED: readonly ActivationWarning["code"][] = ["abnormally_large", "exceeds_memory"];

export interface Activation {
	pending: boolean;
	error: unknown;
	/** What is out of the ordinary and waits for a second word; null: nothing. */
	asking: { deployment: DeploymentDetail; warnings: ActivationWarning[] } | null;
	/** Activates what is shown, or asks first where it is out of the ordinary. */
	start: (deployment: DeploymentDetail) => Promise<void>;
	confirm: () => Promise<void>;
	dismiss: () => void;
	/** The request whose activation was refused because it had changed, and the words of the service. */
	refused: { id: string; words: string } | null;
	forgive: () => void;
}

/** Activates one request as it is shown. Waits for the service's word: nothing is shown as done before it is. */
export function useActivation(onActivated: (deployment: DeploymentDetail) => void): Activation {
	const client = useQueryClient();
	const decide = useDecide({ quick: true });
	const [looking, setLooking] = useState(false);
	const [asking, setAsking] = useState<Activation["asking"]>(null);
	const [refused, setRefused] = useState<Activation["refused"]>(null);

	const activate = async (deployment: DeploymentDetail) => {
		try {
			await decide.mutateAsync({ action: "activate", deployment });
		} catch (error) {
			if (error instanceof ApiError && (error.status === 412 || error.status === 409 || error.status === 404)) {
				setAsking(null);
				setRefused({ id: deployment.id, words: error.message });
				void client.invalidateQueries({ queryKey: deploymentKeys.all });
			} else {
				toast.error(failureTitle(error, deployment.design_name, "activated"), {
					description: describeError(error),
					duration: TIME_TO_READ,
				});
			}
			return;
		}
		setAsking(null);
		onActivated(deployment);
	};
	return {
		pending: looking || decide.isPending,
		error: decide.error,
		asking,
		refused,
		forgive: () => setRefused(null),
		dismiss: () => setAsking(null),
		start: async (deployment) => {
			setRefused(null);
			decide.reset();
			setLooking(true);
			// Without the preview nothing out of the ordinary is known: the service still judges what it must.
			const preview = await client.fetchQuery(previewQuery(deployment.id)).catch(() => null);
			setLooking(false);
			const warnings = preview?.warnings.filter(({ code }) => ASKED.includes(code)) ?? [];
			if (warnings.length > 0) setAsking({ deployment, warnings });
			else await activate(deployment);
		},
		confirm: async () => {
			if (asking !== null) await activate(asking.deployment);
		},
	};
}
