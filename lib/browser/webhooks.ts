import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { QueryOf } from "@/lib/contract/parameters";
import type { createWebhookBody, EditWebhook, listDeliveriesParameters, Webhook } from "@/lib/contract/webhook";
import { ApiError } from "./api-error";
import { RESTING_INTERVAL } from "./designs";
import { request, requestItem, requestPage, sendJson } from "./fetcher";
import { webhookKeys } from "./query-keys";

/** While something is to be sent, its outcome is near. */
const SENDING_INTERVAL = 2_000;

/** Before a call that was refused for its rate is made again. */
const THROTTLED_PAUSE_MS = 5_000;

/** A page of webhooks: for administrators their organization's; for operators all. */
export const webhooksQuery = (page: { limit: number; offset: number }) =>
	queryOptions({
		queryKey: webhookKeys.list(page),
		queryFn: ({ signal }) => requestPage("/api/webhooks", (schemas) => schemas.webhook, { query: { ...page }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});

export const webhookQuery = (id: string) =>
	queryOptions({
		queryKey: webhookKeys.detail(id),
		queryFn: ({ signal }) => requestItem(`/api/webhooks/${id}`, (schemas) => schemas.webhook, { signal }),
		refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? SENDING_INTERVAL : RESTING_INTERVAL),
	});

/** A page of a webhook's log. */
export const deliveriesQuery = (id: string, filters: QueryOf<typeof listDeliveriesParameters>) =>
	queryOptions({
		queryKey: webhookKeys.deliveries(id, filters),
		queryFn: ({ signal }) =>
			requestPage(`/api/webhooks/${id}/deliveries`, (schemas) => schemas.webhookDelivery, {
				query: { ...filters },
				signal,
			}),
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) =>
			state.data?.rows.some(({ status }) => status === "pending") === true ? SENDING_INTERVAL : RESTING_INTERVAL,
	});

/** One message with what was sent and answered. */
export const deliveryQuery = (id: string, deliveryId: string) =>
	queryOptions({
		queryKey: webhookKeys.delivery(id, deliveryId),
		queryFn: ({ signal }) =>
			requestItem(`/api/webhooks/${id}/deliveries/${deliveryId}`, (schemas) => schemas.webhookDeliveryDetail, {
				signal,
			}),
		refetchInterval: ({ state }) => (state.data?.status === "pending" ? SENDING_INTERVAL : false),
	});

function useForgetWebhooks(): () => Promise<unknown> {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: webhookKeys.all });
}

/** Creates a webhook; the answer shows its secret once. */
export function useCreateWebhook() {
	const forget = useForgetWebhooks();
	return useMutation({
		mutationFn: (body: z.input<typeof createWebhookBody>) =>
			sendJson("POST", "/api/webhooks", (schemas) => schemas.issuedWebhook, body),
		// Only the dialog may keep the value.
		gcTime: 0,
		onSettled: forget,
	});
}

/** Changes a webhook. Rejects with 412 if it has changed. */
export function useEditWebhook() {
	const forget = useForgetWebhooks();
	return useMutation({
		mutationFn: ({ webhook: { id, revision }, changes }: { webhook: Webhook; changes: EditWebhook }) =>
			sendJson("PATCH", `/api/webhooks/${id}`, (schemas) => schemas.webhook, changes, { revision }),
		onSettled: forget,
	});
}

/** Deletes a webhook. Rejects with 412 if it has changed. */
export function useDeleteWebhook() {
	const client = useQueryClient();
	const forget = useForgetWebhooks();
	return useMutation({
		mutationFn: ({ id, revision }: Webhook) =>
			request(`/api/webhooks/${id}`, (schemas) => schemas.anything, {
				method: "DELETE",
				headers: { "If-Match": `"${revision}"` },
			}),
		// The page of the deleted webhook leads to the list, and does not ask for it again.
		onSuccess: () => client.invalidateQueries({ queryKey: webhookKeys.lists() }),
		onError: forget,
	});
}

/** Adds a secret, shown once; those before sign for a day more. */
export function useRotateSecret() {
	const forget = useForgetWebhooks();
	return useMutation({
		mutationFn: ({ id, revision }: Webhook) =>
			sendJson("POST", `/api/webhooks/${id}/secrets`, (schemas) => schemas.issuedWebhook, {}, { revision }),
		gcTime: 0,
		onSettled: forget,
	});
}

/** Ends a pause. */
export function useResumeWebhook() {
	const forget = useForgetWebhooks();
	return useMutation({
		mutationFn: ({ id, revision }: Webhook) =>
			sendJson("POST", `/api/webhooks/${id}/resume`, (schemas) => schemas.webhook, {}, { revision }),
		onSettled: forget,
	});
}

/** Sends a message of the type `webhook.test`. */
export function useTestWebhook() {
	const forget = useForgetWebhooks();
	return useMutation({
		mutationFn: ({ id }: Webhook) =>
			sendJson("POST", `/api/webhooks/${id}/test`, (schemas) => schemas.webhookDelivery, {}),
		onSettled: forget,
	});
}

/** Sends one message again. */
export function useReplayDelivery(webhookId: string) {
	const forget = useForgetWebhooks();
	return useMutation({
		mutationFn: (deliveryId: string) =>
			sendJson(
				"POST",
				`/api/webhooks/${webhookId}/deliveries/${deliveryId}/replay`,
				(schemas) => schemas.webhookDelivery,
				{},
			),
		onSettled: forget,
	});
}

/** A minute has room for so many calls: a further one waits. */
async function whenAdmitted<T>(call: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await call();
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 429) throw error;
			await new Promise((resolve) => setTimeout(resolve, THROTTLED_PAUSE_MS));
		}
	}
}

/** Sends everything since a time again, call after call; gives the number of messages. */
export function useReplaySince(webhookId: string) {
	const forget = useForgetWebhooks();
	return useMutation({
		mutationFn: async (since: string) => {
			let queued = 0;
			let after: string | null = null;
			do {
				const body: object = after === null ? { since } : { since, after };
				const part = await whenAdmitted(() =>
					sendJson("POST", `/api/webhooks/${webhookId}/replay`, (schemas) => schemas.replayed, body),
				);
				queued += part.queued;
				after = part.next;
			} while (after !== null);
			return queued;
		},
		onSettled: forget,
	});
}
