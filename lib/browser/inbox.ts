import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import type { Filters } from "./api-types";
import { unlessLive } from "./live-events";

const INTERVAL = 10_000;
const IN_BACKGROUND = 30_000;

/** The reader's notices, newest first, and the number of unread ones. */
export const inboxQuery = (filters: Filters<"GET /api/inbox">) =>
	queryOptions({
		...read("GET /api/inbox", filters),
		placeholderData: keepPreviousData,
		refetchInterval: () => unlessLive(INTERVAL),
	});

/** The number of unread items, for badges. */
export const unreadQuery = () =>
	queryOptions({
		...read("GET /api/inbox", { limit: 0 }),
		select: ({ unread_count }) => unread_count,
		refetchInterval: () => unlessLive(INTERVAL),
	});

/**
 * The newest unread items, also while the tab is hidden: hidden tabs receive no live changes, and
 * browser notifications are for them.
 */
export const newestUnreadQuery = () =>
	queryOptions({
		...read("GET /api/inbox", { unread: true, limit: 5 }),
		select: ({ rows }) => rows,
		refetchInterval: IN_BACKGROUND,
		refetchIntervalInBackground: true,
	});
