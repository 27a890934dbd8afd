import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BulkAction } from "@/lib/contract/bulk";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isSettling } from "./deployments";
import { type Page, postForm, request, requestItem, requestPage } from "./fetcher";
import { unlessLive } from "./live-events";
import { deploymentKeys, designKeys, targetKeys } from "./query-keys";
import { writtenMessage } from "./written-message";

const FOLLOWING_INTERVAL = 2_000;
const RESTING_INTERVAL = 10_000;
const JSON_BODY = { "Content-Type": "application/json" };
/** The number of events on a deployment's page. */
export const HISTORY_LENGTH = 100;

type Pinned = Pick<DeploymentDetail, "id" | "revision">;
const pinnedTo = ({ revision }: Pinned) => ({ "If-Match": `"${revision}"` });

/** One deployment in any status. */
export const deploymentQuery = (id: string) =>
	queryOptions({
		queryKey: deploymentKeys.detail(id),
		queryFn: ({ signal }) => requestItem(`/api/deployments/${id}`, (schemas) => schemas.deploymentDetail, { signal }),
		refetchInterval: ({ state }) =>
			unlessLive(state.data !== undefined && isSettling(state.data) ? FOLLOWING_INTERVAL : RESTING_INTERVAL),
	});

/** The steps that make the deployment live, with their states. */
export const checklistQuery = (id: string) =>
	queryOptions({
		queryKey: deploymentKeys.checklist(id),
		queryFn: ({ signal }) =>
			requestItem(`/api/deployments/${id}/checklist`, (schemas) => schemas.deploymentChecklist, { signal }),
		refetchInterval: ({ state }) => unlessLive(state.data?.live === true ? RESTING_INTERVAL : FOLLOWING_INTERVAL),
	});

/** The events of a deployment, newest first. */
export const historyQuery = (id: string) =>
	queryOptions({
		queryKey: deploymentKeys.history(id),
		queryFn: ({ signal }) =>
			requestPage(`/api/deployments/${id}/history`, (schemas) => schemas.auditEvent, {
				query: { limit: HISTORY_LENGTH },
				signal,
			}),
	});

/**
 * The tags of a target's deployments and agents; without a target, of all targets that the user
 * administers.
 */
export const tagsInUseQuery = (targetId: string | null) =>
	queryOptions({
		queryKey: deploymentKeys.tags(targetId),
		queryFn: ({ signal }) =>
			requestItem("/api/deployments/tags", (schemas) => schemas.tagsInUse, {
				query: { target_id: targetId ?? undefined },
				signal,
			}),
		staleTime: 30_000,
	});

/** Invalidates everything that a change of a deployment affects. */
function useForget(): () => Promise<unknown> {
	const client = useQueryClient();
	return () =>
		Promise.all(
			[deploymentKeys.all, designKeys.all, targetKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })),
		);
}

/** Activates the target's previous deployment again, if the revision is still current. */
export function useRollback() {
	const forget = useForget();
	return useMutation({
		mutationFn: (deployment: Pinned) =>
			request(`/api/deployments/${deployment.id}/rollback`, (schemas) => schemas.anything, {
				method: "POST",
				headers: pinnedTo(deployment),
			}),
		onSettled: forget,
	});
}

/** Takes back the reader's own decision on a request, if the revision is still current. */
export function useUndoDecision() {
	const forget = useForget();
	return useMutation({
		mutationFn: (deployment: Pinned) =>
			requestItem(`/api/deployments/${deployment.id}/undo`, (schemas) => schemas.deploymentDetail, {
				method: "POST",
				headers: pinnedTo(deployment),
			}),
		// Not awaited: the answer is all that the page needs to go on.
		onSettled: () => void forget(),
	});
}

export interface Plan {
	activate_at: string | null;
	deactivate_at: string | null;
}

/** Schedules activation and deactivation; without times it removes the schedule. */
export function useSchedule() {
	const forget = useForget();
	return useMutation({
		mutationFn: ({ deployment, plan }: { deployment: Pinned; plan: Plan }) =>
			requestItem(
				`/api/deployments/${deployment.id}/schedule`,
				(schemas) => schemas.deploymentDetail,
				plan.activate_at === null && plan.deactivate_at === null
					? { method: "DELETE", headers: pinnedTo(deployment) }
					: { method: "PUT", headers: { ...pinnedTo(deployment), ...JSON_BODY }, body: JSON.stringify(plan) },
			),
		onSettled: forget,
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
	const forget = useForget();
	return useMutation({
		mutationFn: ({ action, deployments, asProposed, tags, message, override_reason }: BulkDecision) =>
			requestItem("/api/deployments/bulk", (schemas) => schemas.bulkResult, {
				method: "POST",
				headers: JSON_BODY,
				body: JSON.stringify({
					action,
					items: deployments.map(({ id, revision, digest }) =>
						action === "activate" ? { id, revision, digest } : { id, revision },
					),
					...(tags === undefined ? {} : { tags }),
					...(asProposed === true ? { as_proposed: true } : {}),
					message: writtenMessage(message),
					override_reason: writtenMessage(override_reason),
				}),
			}),
		onSettled: forget,
	});
}

/**
 * Replaces the tags of a deployment. The change shows at once, since it can be undone, and is
 * reverted if the service refuses it.
 */
export function useTag() {
	const client = useQueryClient();
	const forget = useForget();
	return useMutation({
		mutationFn: ({ deployment, tags }: { deployment: Pinned; tags: readonly string[] }) =>
			postForm(`/targeting/deployments/${deployment.id}/tag`, { tags: tags.join(",") }, pinnedTo(deployment)),
		onMutate: async ({ deployment, tags }) => {
			await client.cancelQueries({ queryKey: deploymentKeys.all });
			const lists = client.getQueriesData<Page<DeploymentDetail>>({ queryKey: deploymentKeys.lists() });
			const one = client.getQueryData<DeploymentDetail>(deploymentKeys.detail(deployment.id));
			const tagged = (row: DeploymentDetail): DeploymentDetail =>
				row.id === deployment.id ? { ...row, tags: tags.join(",") } : row;
			for (const [key, page] of lists) {
				if (page !== undefined) client.setQueryData(key, { ...page, rows: page.rows.map(tagged) });
			}
			if (one !== undefined) client.setQueryData(deploymentKeys.detail(deployment.id), tagged(one));
			return { lists, one };
		},
		onError: (_error, { deployment }, before) => {
			for (const [key, page] of before?.lists ?? []) client.setQueryData(key, page);
			if (before?.one !== undefined) client.setQueryData(deploymentKeys.detail(deployment.id), before.one);
		},
		onSettled: forget,
	});
}

/** Reads the current deployment past the cache, for undo. */
export const readDeployment = (id: string): Promise<DeploymentDetail> =>
	requestItem(`/api/deployments/${id}`, (schemas) => schemas.deploymentDetail);
