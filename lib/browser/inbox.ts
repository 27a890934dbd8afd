import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InboxItem } from "@/lib/contract/inbox";
import { type Page, request, sendJson } from "./fetcher";
import { unlessLive } from "./live-events";
import { inboxKeys } from "./query-keys";

export interface InboxFilters {
	readonly unread?: boolean;
	readonly limit: number;
	readonly offset?: number;
}

/** A page of the inbox, and how many of its items are unread. */
export interface InboxPage extends Page<InboxItem> {
	unread: number;
}

const INTERVAL = 10_000;
const IN_BACKGROUND = 30_000;

async function requestInbox(filters: InboxFilters, signal: AbortSignal): Promise<InboxPage> {
	const answer = await request("/api/inbox", (schemas) => schemas.inboxResponse, { query: { ...filters }, signal });
	const { data, total_row_count, unread_count } = answer.response;
	return { rows: data, total: total_row_count, unread: unread_count };
}

/** What the reader was told, newest first. */
export const inboxQuery = (filters: InboxFilters) =>
	queryOptions({
		queryKey: inboxKeys.list(filters),
		queryFn: ({ signal }) => requestInbox(filters, signal),
		placeholderData: keepPreviousData,
		refetchInterval: () => unlessLive(INTERVAL),
	});

/** The number of unread items, for badges. */
export const unreadQuery = () =>
	queryOptions({
		queryKey: inboxKeys.unread(),
		queryFn: async ({ signal }) => (await requestInbox({ limit: 0 }, signal)).unread,
		refetchInterval: () => unlessLive(INTERVAL),
	});

/**
 * The newest unread items, also while the tab is hidden: hidden tabs receive no live changes, and
 * browser notifications are for them.
 */
export const newestUnreadQuery = () =>
	queryOptions({
		queryKey: inboxKeys.list({ unread: true, limit: 5 }),
		queryFn: async ({ signal }) => (await requestInbox({ unread: true, limit: 5 }, signal)).rows,
		refetchInterval: IN_BACKGROUND,
		refetchIntervalInBackground: true,
	});

/** Marks items as read, or as unread again. */
export function useReadInbox() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: { ids: string[]; read?: boolean } | { until: string }) =>
			sendJson("POST", "/api/inbox/read", (schemas) => schemas.inboxCount, body),
		onSettled: () => client.invalidateQueries({ queryKey: inboxKeys.all }),
	});
}
