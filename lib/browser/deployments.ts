import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeploymentDetail, listDeploymentDetailsParameters } from "@/lib/contract/deployment";
import type { QueryOf } from "@/lib/contract/parameters";
import type { DeploymentAction } from "@/lib/contract/transitions";
import { postForm, requestPage } from "./fetcher";
import { unlessLive } from "./live-events";
import { deploymentKeys, designKeys } from "./query-keys";
import { writtenMessage } from "./written-message";

/** How often a page of deployments looks again (milliseconds): while agents have yet to follow, and otherwise. */
const FOLLOWING_INTERVAL = 2_000;
const WAITING_INTERVAL = 5_000;

/** What List Deployments is narrowed and ordered by. */
export type DeploymentFilters = QueryOf<typeof listDeploymentDetailsParameters>;

/** Whether the target's agents have yet to do what was decided: to load what is activated, to drop what is not. */
export function isSettling({ status, agents }: Pick<DeploymentDetail, "status" | "agents">): boolean {
	if (status === "activated") return agents.length === 0 || agents.some(({ state }) => state !== "loaded");
	return agents.some(({ state }) => state === "loaded" || state === "downloading");
}

/** A page of List Deployments, in any internal status. */
export const deploymentsQuery = (filters: DeploymentFilters) =>
	queryOptions({
		queryKey: deploymentKeys.list(filters),
		queryFn: ({ signal }) =>
			requestPage("/targeting/deployments", (schemas) => schemas.deploymentDetail, {
				query: { detail: true, ...filters },
				signal,
			}),
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) =>
			unlessLive(state.data?.rows.some(isSettling) === true ? FOLLOWING_INTERVAL : WAITING_INTERVAL),
	});

/** Request Deployment of a Built Design. */
export function useRequestDeployment() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ buildId, targetId, message }: { buildId: string; targetId: string; message: string }) =>
			postForm(`/targeting/builds/${buildId}/request`, {
				targetId,
				message: writtenMessage(message),
			}),
		onSettled: () => client.invalidateQueries({ queryKey: deploymentKeys.all }),
	});
}

export interface Decision {
	action: DeploymentAction;
	deployment: Pick<DeploymentDetail, "id" | "revision" | "digest">;
	/** Read by the requester; on reject and cancel alone. */
	message?: string;
	/** Comma-delimited; on tag alone, where it replaces all earlier tags. */
	tags?: string;
}

/** Sends a decision that holds only for what was looked at: the revision and, on activate, the file's digest (412 otherwise). */
const sendDecision = ({ action, deployment, message, tags }: Decision) =>
	postForm(
		`/targeting/deployments/${deployment.id}/${action}`,
		{ message: writtenMessage(message), tags },
		{
			"If-Match": `"${deployment.revision}"`,
			...(action === "activate" ? { "X-Build-Digest": deployment.digest } : {}),
		},
	);

/**
 * Activate, reject, deactivate, cancel, delete or tag; done once the pages show it. `quick`: done with the service's word,
 * for whoever goes on to the next decision while the pages follow.
 */
export function useDecide({ quick = false }: { quick?: boolean } = {}) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: sendDecision,
		onSettled: () => {
			const shown = Promise.all([
				client.invalidateQueries({ queryKey: deploymentKeys.all }),
				client.invalidateQueries({ queryKey: designKeys.all }),
			]);
			return quick ? undefined : shown;
		},
	});
}
