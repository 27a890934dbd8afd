import type { DeploymentLoader } from "@/lib/agent/deployment-loader";
import type { AgentReport } from "@/lib/agent/service-client";
import type { DeploymentState } from "@/lib/agent/tracked-deployment";

/** The service's limit, in UTF-16 units; it takes no half of a pair of surrogates. */
const LONGEST_ERROR = 2000;

/**
 * What this agent really has, for the service (design.md section 8). A replaced deployment is reported as loaded while it still
 * answers, with a sentence that says so; a row that the service listed in an unusable form as failed.
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
		// The service takes well-formed digests alone.
		digest: /^sha256:[0-9a-f]{64}$/.test(digest) ? digest : null,
		state: "failed" as const,
		error: reason,
	}));
	return [...reported, ...unusable];
}

/** Number of desired deployments in each state. */
export function countStates(loader: DeploymentLoader): Record<DeploymentState, number> {
	const counts = { pending: 0, downloading: 0, loaded: 0, failed: loader.unusable.length, refused: 0 };
	for (const { state, retiring } of loader.statuses) if (!retiring) counts[state]++;
	return counts;
}
