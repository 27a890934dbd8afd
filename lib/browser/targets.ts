import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { createTargetBody, EditTarget, TargetDetail } from "@/lib/contract/target";
import { request, requestItem, requestPage } from "./fetcher";
import { unlessLive } from "./live-events";
import { deploymentKeys, targetKeys } from "./query-keys";

const FOLLOWING_INTERVAL = 5_000;
const JSON_BODY = { "Content-Type": "application/json" };
/** The limit of one answer: filters and dialogs offer all targets. */
const MOST = 500;

/** The targets that the user may request deployments to, or administers. */
export const targetsQuery = () =>
	queryOptions({
		queryKey: targetKeys.list(),
		queryFn: ({ signal }) =>
			requestPage("/api/targets", (schemas) => schemas.target, { query: { limit: MOST }, signal }),
		staleTime: 60_000,
	});

/** A page of these targets, with an overview of each. */
export const targetPageQuery = (page: { limit: number; offset: number }) =>
	queryOptions({
		queryKey: targetKeys.page(page),
		queryFn: ({ signal }) => requestPage("/api/targets", (schemas) => schemas.target, { query: { ...page }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: () => unlessLive(FOLLOWING_INTERVAL),
	});

/** One target with its settings, for its administrators. */
export const targetQuery = (id: string) =>
	queryOptions({
		queryKey: targetKeys.detail(id),
		queryFn: ({ signal }) => requestItem(`/api/targets/${id}`, (schemas) => schemas.targetDetail, { signal }),
	});

/** The deployments that a target should have loaded, and the reports of its agents. */
export const targetStateQuery = (id: string) =>
	queryOptions({
		queryKey: targetKeys.state(id),
		queryFn: ({ signal }) => requestItem(`/api/targets/${id}/state`, (schemas) => schemas.targetState, { signal }),
		refetchInterval: () => unlessLive(FOLLOWING_INTERVAL),
	});

/** The keys of a target's agents, newest first, including revoked ones. */
export const agentKeysQuery = (id: string) =>
	queryOptions({
		queryKey: targetKeys.agentKeys(id),
		queryFn: ({ signal }) =>
			requestPage(`/api/targets/${id}/agent-keys`, (schemas) => schemas.agentKey, { query: { limit: MOST }, signal }),
	});

function useForgetTargets(): () => Promise<unknown> {
	const client = useQueryClient();
	return () =>
		Promise.all([
			client.invalidateQueries({ queryKey: targetKeys.all }),
			client.invalidateQueries({ queryKey: deploymentKeys.all }),
		]);
}

/** Creates a target; gives it. */
export function useCreateTarget() {
	const forget = useForgetTargets();
	return useMutation({
		mutationFn: (body: z.input<typeof createTargetBody>) =>
			requestItem("/api/targets", (schemas) => schemas.targetDetail, {
				method: "POST",
				headers: JSON_BODY,
				body: JSON.stringify(body),
			}),
		onSuccess: forget,
	});
}

/** Changes a target, if its revision is still current. */
export function useEditTarget() {
	const forget = useForgetTargets();
	return useMutation({
		mutationFn: ({
			target: { id, revision },
			body,
		}: {
			target: Pick<TargetDetail, "id" | "revision">;
			body: EditTarget;
		}) =>
			requestItem(`/api/targets/${id}`, (schemas) => schemas.targetDetail, {
				method: "PATCH",
				headers: { ...JSON_BODY, "If-Match": `"${revision}"` },
				body: JSON.stringify(body),
			}),
		onSettled: forget,
	});
}

/** Issues a key for an agent; the answer shows its value once. */
export function useCreateAgentKey(targetId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ label }: { label: string }) =>
			requestItem(`/api/targets/${targetId}/agent-keys`, (schemas) => schemas.issuedAgentKey, {
				method: "POST",
				headers: JSON_BODY,
				body: JSON.stringify({ label }),
			}),
		// Only the dialog may keep the value.
		gcTime: 0,
		onSettled: () => client.invalidateQueries({ queryKey: targetKeys.agentKeys(targetId) }),
	});
}

/** Revokes an agent key. */
export function useRevokeAgentKey(targetId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id }: { id: string }) =>
			request(`/api/targets/${targetId}/agent-keys/${id}`, (schemas) => schemas.anything, { method: "DELETE" }),
		onSettled: () => client.invalidateQueries({ queryKey: targetKeys.all }),
	});
}
