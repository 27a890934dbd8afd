import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateFreeze } from "@/lib/contract/activation-window";
import { request, requestItem, requestPage } from "./fetcher";
import { deploymentKeys, targetKeys } from "./query-keys";

/** The most that a target has at once. */
const MOST = 100;

/** The freezes of a target that have not ended, the next first. */
export const freezesQuery = (targetId: string) =>
	queryOptions({
		queryKey: targetKeys.freezes(targetId),
		queryFn: ({ signal }) =>
			requestPage(`/api/targets/${targetId}/freezes`, (schemas) => schemas.targetFreeze, {
				query: { limit: MOST },
				signal,
			}),
	});

function useForgetWindows(): () => Promise<unknown> {
	const client = useQueryClient();
	return () =>
		Promise.all([targetKeys.all, deploymentKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Allows no activations on a target during a time. */
export function useCreateFreeze(targetId: string) {
	const forget = useForgetWindows();
	return useMutation({
		mutationFn: (freeze: CreateFreeze) =>
			requestItem(`/api/targets/${targetId}/freezes`, (schemas) => schemas.targetFreeze, {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify(freeze),
			}),
		onSettled: forget,
	});
}

/** Removes a freeze; one that has started ends. */
export function useRemoveFreeze(targetId: string) {
	const forget = useForgetWindows();
	return useMutation({
		mutationFn: ({ id }: { id: string }) =>
			request(`/api/targets/${targetId}/freezes/${id}`, (schemas) => schemas.anything, { method: "DELETE" }),
		onSettled: forget,
	});
}
