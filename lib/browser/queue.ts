import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import type { Filters } from "./api-types";
import { unlessLive } from "./live-events";

const INTERVAL = 5_000;

export type QueueFilters = Filters<"GET /api/deployments/queue">;

/** A page of the requests that wait for the reader, with warnings, and the whole queue in figures. */
export const queueQuery = (filters: QueueFilters) =>
	queryOptions({
		...read("GET /api/deployments/queue", filters),
		placeholderData: keepPreviousData,
		refetchInterval: () => unlessLive(INTERVAL),
	});

/** The queue in figures alone. */
export const queueFiguresQuery = () => queueQuery({ limit: 0 });
