import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BulkAction } from "@/lib/contract/bulk";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { read, send } from "./api";
import { isSettling } from "./deployments";
import type { Page } from "./fetcher";
import { unlessLive } from "./live-events";
import { keyOf, refresh } from "./refresh";
import { writtenMessage } from "./written-message";

const FOLLOWING_INTERVAL = 2_000;
const RESTING_INTERVAL = 10_000;
/** The number of events on a deployment's page. */
export const HISTORY_LENGTH = 100;

export const ROLLBACK = "POST /api/deployments/[deployment_id]/rollback";
export const UNDO = "POST /api/deployments/[deployment_id]/undo";

type Pinned = Pick<DeploymentDetail, "id" | "revision">;
/** A deployment at the revision that the reader has seen, as operations on it take it. */
export const pinned = ({ id, revision }: Pinned) => ({ deployment_id: id, revision });

/** One deployment in any status. */
export const deploymentQuery = (deployment_id: string) =>
	queryOptions({
		...read("GET /api/deployments/[deployment_id]", { deployment_id }),
		refetchInterval: ({ state }) =>
			unlessLive(state.data !== undefined && isSettling(state.data) ? FOLLOWING_INTERVAL : RESTING_INTERVAL),
	});

/** The steps that make the deployment live, with their states. */
export const checklistQuery = (deployment_id: string) =>
	queryOptions({
		...read("GET /api/deployments/[deployment_id]/checklist", { deployment_id }),
		refetchInterval: ({ state }) => unlessLive(state.data?.live === true ? RESTING_INTERVAL : FOLLOWING_INTERVAL),
	});

/** The events of a deployment, newest first. */
export const historyQuery = (deployment_id: string) =>
	read("GET /api/deployments/[deployment_id]/history", { deployment_id, limit: HISTORY_LENGTH });

/**
 * The tags of a target's deployments and agents; without a target, of all targets that the user
 * administers.
 */
export const tagsInUseQuery = (targetId: string | null) =>
	queryOptions({
		...read("GET /api/deployments/tags", { target_id: targetId ?? undefined }),
		staleTime: 30_000,
	});

export interface Plan {
	activate_at: string | null;
	deactivate_at: string | null;
}

/** Schedules activation and deactivation; without times it removes the schedule. */
export function useSchedule() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ deployment, plan }: { deployment: Pinned; plan: Plan }) =>
			plan.activate_at === null && plan.deactivate_at === null
				? send("DELETE /api/deployments/[deployment_id]/schedule", pinned(deployment))
				: send("PUT /api/deployments/[deployment_id]/schedule", { ...pinned(deployment), body: plan }),
		onSettled: () => refresh(client, "PUT /api/deployments/[deployment_id]/schedule"),
	});
}

export interface BulkDecision {
	action: BulkAction;
	deployments: readonly Pick<DeploymentDetail, "id" | "revision" | "digest">[];
	/** For `activate` alone: at the times that the requesters proposed. */
	asProposed?: boolean;
	/** For `tag` alone; they replace all earlier tags. */
	tags?: string[] | undefined;
	/** For `activate` and `reject` alone. */
	message?: string | undefined;
	/** For `activate` alone: why it cannot wait until the targets open. */
	override_reason?: string | undefined;
}

/** Decides on many deployments at once, each at its revision; gives an outcome for each. */
export function useBulk() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ action, deployments, asProposed, tags, message, override_reason }: BulkDecision) =>
			send("POST /api/deployments/bulk", {
				body: {
					action,
					items: deployments.map(({ id, revision, digest }) =>
						action === "activate" ? { id, revision, digest } : { id, revision },
					),
					...(tags === undefined ? {} : { tags }),
					...(asProposed === true ? { as_proposed: true } : {}),
					message: writtenMessage(message),
					override_reason: writtenMessage(override_reason),
				},
			}),
		onSettled: () => refresh(client, "POST /api/deployments/bulk"),
	});
}

/** Lists that have rows of deployments. */
export const DEPLOYMENT_LISTS = ["GET /targeting/deployments", "GET /api/deployments/queue"] as const;

const TAG = "POST /targeting/deployments/[deployment_id]/tag";

/**
 * Replaces the tags of a deployment. The change shows at once, since it can be undone, and is
 * reverted if the service refuses it.
 */
export function useTag() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ deployment, tags }: { deployment: Pinned; tags: readonly string[] }) =>
			send(TAG, { ...pinned(deployment), body: { tags: tags.join(",") } }),
		onMutate: async ({ deployment, tags }) => {
			const { queryKey } = deploymentQuery(deployment.id);
			await client.cancelQueries({ queryKey: keyOf("deployments") });
			const lists = DEPLOYMENT_LISTS.flatMap((one) =>
				client.getQueriesData<Page<DeploymentDetail>>({ queryKey: keyOf(one) }),
			);
			const one = client.getQueryData(queryKey);
			const tagged = (row: DeploymentDetail): DeploymentDetail =>
				row.id === deployment.id ? { ...row, tags: tags.join(",") } : row;
			for (const [key, page] of lists) {
				if (page !== undefined) client.setQueryData(key, { ...page, rows: page.rows.map(tagged) });
			}
			if (one !== undefined) client.setQueryData(queryKey, tagged(one));
			return { lists, one };
		},
		onError: (_error, { deployment }, before) => {
			for (const [key, page] of before?.lists ?? []) client.setQueryData(key, page);
			if (before?.one !== undefined) client.setQueryData(deploymentQuery(deployment.id).queryKey, before.one);
		},
		onSettled: () => refresh(client, TAG),
	});
}

/** Reads the current deployment past the cache, for undo. */
export const readDeployment = (deployment_id: string) =>
	send("GET /api/deployments/[deployment_id]", { deployment_id });
