import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ApiKey, createKeyBody, listKeysParameters } from "@/lib/contract/key";
import type { QueryOf } from "@/lib/contract/parameters";
import { RESTING_INTERVAL } from "./designs";
import { request, requestPage, sendJson } from "./fetcher";
import { apiKeyKeys } from "./query-keys";

/**
 * A page of API keys: the user's own; for administrators their organization's; for operators all.
 */
export const apiKeysQuery = (filters: QueryOf<typeof listKeysParameters>) =>
	queryOptions({
		queryKey: apiKeyKeys.list(filters),
		queryFn: ({ signal }) => requestPage("/api/keys", (schemas) => schemas.apiKey, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});

function useForgetKeys(): () => Promise<unknown> {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: apiKeyKeys.all });
}

/** Issues an API key; the answer shows its value once. */
export function useCreateKey() {
	const forget = useForgetKeys();
	return useMutation({
		mutationFn: (body: z.input<typeof createKeyBody>) =>
			sendJson("POST", "/api/keys", (schemas) => schemas.issuedKey, body),
		// Only the dialog may keep the value.
		gcTime: 0,
		onSettled: forget,
	});
}

/**
 * Gives a key a new value, shown once; the old one works for the grace period. Rejects with 412 if
 * the key has changed.
 */
export function useRegenerateKey() {
	const forget = useForgetKeys();
	return useMutation({
		mutationFn: ({ key: { id, revision }, graceSeconds }: { key: ApiKey; graceSeconds: number }) =>
			sendJson(
				"POST",
				`/api/keys/${id}/regenerate`,
				(schemas) => schemas.issuedKey,
				{ grace_seconds: graceSeconds },
				{ revision },
			),
		gcTime: 0,
		onSettled: forget,
	});
}

/** Revokes a key. Rejects with 412 if the key has changed. */
export function useRevokeKey() {
	const forget = useForgetKeys();
	return useMutation({
		mutationFn: ({ id, revision }: ApiKey) =>
			request(`/api/keys/${id}`, (schemas) => schemas.anything, {
				method: "DELETE",
				headers: { "If-Match": `"${revision}"` },
			}),
		onSettled: forget,
	});
}
