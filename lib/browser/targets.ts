import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { createTargetBody, EditTarget, TargetDetail } from "@/lib/contract/target";
import { request, requestItem, requestPage } from "./fetcher";
import { unlessLive } from "./live-events";
import { deploymentKeys, targetKeys } from "./query-keys";

const FOLLOWING_INTERVAL = 5_000;
const JSON_BODY = { "Content-Type": "application/json" };
/** As many as one answer holds: filters and dialogs offer them all. */
const MOST = 500;

/** The targets that the signed-in user may request deployments to, or administers. */
export const targetsQuery = () =>
	queryOptions({
		queryKey: targetKeys.list(),
		queryFn: ({ signal }) =>
			requestPage("/api/targets", (schemas) => schemas.target, { query: { limit: MOST }, signal }),
		staleTime: 60_000,
	});

/** A page of the same, with what is on each. */
export const targetPageQuery = (page: { limit: number; offset: number }) =>
	queryOptions({
		queryKey: targetKeys.page(page),
		queryFn: ({ signal }) => requestPage("/api/targets", (schemas) => schemas.target, { query: { ...page }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: () => unlessLive(FOLLOWING_INTERVAL),
	});

/** One target with its settings, for those who administer it. */
export const targetQuery = (id: string) =>
	queryOptions({
		queryKey: targetKeys.detail(id),
		queryFn: ({ signal }) => requestItem(`/api/targets/${id}`, (schemas) => schemas.targetDetail, { signal }),
	});

/** What it should have loaded against what its agents say. */
export const targetStateQuery = (id: string) =>
	queryOptions({
		queryKey: targetKeys.state(id),
		queryFn: ({ signal }) => requestItem(`/api/targets/${id}/state`, (schemas) => schemas.targetState, { signal }),
		refetchInterval: () => unlessLive(FOLLOWING_INTERVAL),
	});

/** The keys of its agents, the newest first, revoked ones too. */
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

/** Changes a target as it was looked at. */
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

/** Issues a key for an agent; its value is in the answer, this once. */
export function useCreateAgentKey(targetId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ label }: { label: string }) =>
			requestItem(`/api/targets/${targetId}/agent-keys`, (schemas) => schemas.issuedAgentKey, {
				method: "POST",
				headers: JSON_BODY,
				body: JSON.stringify({ label }),
			}),
		// The value shall be nowhere but in the dialog that shows it.
		gcTime: 0,
		onSettled: () => client.invalidateQueries({ queryKey: targetKeys.agentKeys(targetId) }),
	});
}

/** Makes a key open nothing any more. */
export function useRevokeAgentKey(targetId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id }: { id: string }) =>
			request(`/api/targets/${targetId}/agent-keys/${id}`, (schemas) => schemas.anything, { method: "DELETE" }),
		onSettled: () => client.invalidateQueries({ queryKey: targetKeys.all }),
	});
}
