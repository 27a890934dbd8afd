import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DeploymentAction } from "@/lib/contract/transitions";
import { read, send } from "./api";
import type { Filters } from "./api-types";
import { unlessLive } from "./live-events";
import { refresh, refreshSoon } from "./refresh";
import { writtenMessage } from "./written-message";

/**
 * Refresh intervals of deployment pages in milliseconds: while agents follow a decision, and
 * otherwise.
 */
const FOLLOWING_INTERVAL = 2_000;
const WAITING_INTERVAL = 5_000;

/** Filters and order of List Deployments. */
export type DeploymentFilters = Filters<"GET /targeting/deployments">;

/** Whether the target's agents have yet to load an activated deployment, or to unload another. */
export function isSettling({ status, agents }: Pick<DeploymentDetail, "status" | "agents">): boolean {
	if (status === "activated") return agents.length === 0 || agents.some(({ state }) => state !== "loaded");
	return agents.some(({ state }) => state === "loaded" || state === "downloading");
}

/**
 * Requests that the reader can decide on: on targets that they administer, neither scheduled nor
 * approved by them.
 */
export const PENDING = { status: "requested", administered: true, scheduled: false, approved_by_me: false } as const;

/** A page of List Deployments, in any internal status. */
export const deploymentsQuery = (filters: DeploymentFilters) =>
	queryOptions({
		...read("GET /targeting/deployments", { detail: true, ...filters }),
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) =>
			unlessLive(state.data?.rows.some(isSettling) === true ? FOLLOWING_INTERVAL : WAITING_INTERVAL),
	});

/** Request Deployment of a Built Design; `proposed` are the dates of the campaign. */
export function useRequestDeployment() {
	const client = useQueryClient();
	const operation = "POST /targeting/builds/[build_id]/request";
	return useMutation({
		mutationFn: ({ buildId, targetId, message, proposed }: NewRequest) => {
			const [activate_at, deactivate_at] = [proposed.activate_at ?? undefined, proposed.deactivate_at ?? undefined];
			const body = { targetId, message: writtenMessage(message), activate_at, deactivate_at };
			return send(operation, { build_id: buildId, body });
		},
		onSettled: () => refresh(client, operation),
	});
}

interface NewRequest {
	buildId: string;
	targetId: string;
	message: string;
	proposed: { activate_at: string | null; deactivate_at: string | null };
}

export interface Decision {
	action: DeploymentAction;
	deployment: Pick<DeploymentDetail, "id" | "revision" | "digest">;
	/** For `activate`, `reject` and `cancel` alone; the other side reads it. */
	message?: string;
	/** For `tag` alone: comma-delimited, replacing all earlier tags. */
	tags?: string;
	/** For `activate` alone: why it cannot wait until the target opens. */
	override_reason?: string;
	/** For `activate` alone: at the times that the requester proposed. */
	asProposed?: boolean;
}

/**
 * Sends a decision with the revision and, on activate, the file's digest; a change since then gives
 * 412.
 * @returns the status after it; null for a deleted deployment
 */
async function sendDecision(decision: Decision): Promise<string | null> {
	const { action, deployment, message, tags, asProposed, override_reason } = decision;
	// Each action takes the fields that it knows, and is given no others.
	const row = await send(`POST /targeting/deployments/[deployment_id]/${action as "activate"}`, {
		deployment_id: deployment.id,
		revision: deployment.revision,
		digest: action === "activate" ? deployment.digest : undefined,
		body: {
			message: writtenMessage(message),
			...(tags === undefined ? {} : { tags }),
			as_proposed: asProposed ? "true" : undefined,
			override_reason: writtenMessage(override_reason),
		},
	});
	return row?.status ?? null;
}

/**
 * Activate, reject, deactivate, cancel, delete or tag; resolves once the pages show the result.
 * `quick` resolves with the service's answer, so that the user can decide on the next request, and
 * the pages follow.
 */
export function useDecide({ quick = false }: { quick?: boolean } = {}) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: sendDecision,
		// Its event may come before its answer.
		onMutate: ({ deployment }) => (quick ? refreshSoon(client, deployment.id) : undefined),
		onSettled: (_status, error, { deployment }) => {
			if (quick && error === null) {
				refreshSoon(client, deployment.id);
				return;
			}
			const shown = refresh(client, "POST /targeting/deployments/[deployment_id]/activate");
			return quick ? undefined : shown;
		},
	});
}
