import type { DeploymentLoader } from "@/lib/agent/deployment-loader";
import type { AgentReport } from "@/lib/agent/service-client";
import type { DeploymentState } from "@/lib/agent/tracked-deployment";

/** The service's limit in UTF-16 units; it rejects lone surrogates. */
const LONGEST_ERROR = 2000;

/**
 * Composes the report of the actual state (docs/contract.md, Agent API). A replaced deployment
 * counts as loaded while it still serves, with a note; an unusable row as failed.
 */
export function reportDeployments(loader: DeploymentLoader): AgentReport["deployments"] {
	const reported = loader.statuses.map(({ deployment, state, error, retiring }) => ({
		deployment_id: deployment.deploymentId,
		digest: `sha256:${deployment.sha256}`,
		state,
		error: retiring
			? "this deployment is no longer active; it answers until its successor is loaded"
			: (error?.slice(0, LONGEST_ERROR).toWellFormed() ?? null),
	}));
	const unusable = loader.unusable.map(({ deploymentId, digest, reason }) => ({
		deployment_id: deploymentId,
		// The service accepts well-formed digests only.
		digest: /^sha256:[0-9a-f]{64}$/.test(digest) ? digest : null,
		state: "failed" as const,
		error: reason,
	}));
	return [...reported, ...unusable];
}

export function countStates(loader: DeploymentLoader): Record<DeploymentState, number> {
	const counts = { pending: 0, downloading: 0, loaded: 0, failed: loader.unusable.length, refused: 0 };
	for (const { state, retiring } of loader.statuses) if (!retiring) counts[state]++;
	return counts;
}
