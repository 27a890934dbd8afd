import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { read, send } from "./api";
import { ApiError } from "./api-error";
import type { Input } from "./api-types";
import { RESTING_INTERVAL } from "./designs";
import { refresh } from "./refresh";

/** While something is to be sent, its outcome is near. */
const SENDING_INTERVAL = 2_000;

/** Before a call that was refused for its rate is made again. */
const THROTTLED_PAUSE_MS = 5_000;

/** A page of webhooks: for administrators their organization's; for operators all. */
export const webhooksQuery = (page: { limit: number; offset: number }) =>
	queryOptions({
		...read("GET /api/webhooks", page),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});

export const webhookQuery = (webhook_id: string) =>
	queryOptions({
		...read("GET /api/webhooks/[webhook_id]", { webhook_id }),
		refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? SENDING_INTERVAL : RESTING_INTERVAL),
	});

/** A page of a webhook's log. */
export const deliveriesQuery = (filters: Input<"GET /api/webhooks/[webhook_id]/deliveries">) =>
	queryOptions({
		...read("GET /api/webhooks/[webhook_id]/deliveries", filters),
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) =>
			state.data?.rows.some(({ status }) => status === "pending") === true ? SENDING_INTERVAL : RESTING_INTERVAL,
	});

/** One message with what was sent and answered. */
export const deliveryQuery = (webhook_id: string, delivery_id: string) =>
	queryOptions({
		...read("GET /api/webhooks/[webhook_id]/deliveries/[delivery_id]", { webhook_id, delivery_id }),
		refetchInterval: ({ state }) => (state.data?.status === "pending" ? SENDING_INTERVAL : false),
	});

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

/** Sends one message again. */
export const REPLAY_DELIVERY = "POST /api/webhooks/[webhook_id]/deliveries/[delivery_id]/replay";
const REPLAY = "POST /api/webhooks/[webhook_id]/replay";

/** Sends everything since a time again, call after call; gives the number of messages. */
export function useReplaySince(webhook_id: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (since: string) => {
			let queued = 0;
			let after: string | null = null;
			do {
				const body: Input<typeof REPLAY>["body"] = after === null ? { since } : { since, after };
				const part = await whenAdmitted(() => send(REPLAY, { webhook_id, body }));
				queued += part.queued;
				after = part.next;
			} while (after !== null);
			return queued;
		},
		onSettled: () => refresh(client, REPLAY),
	});
}
