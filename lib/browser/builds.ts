import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BuildStatus } from "@/lib/contract/build";
import { read } from "./api";
import type { Filters } from "./api-types";
import { MOVING_INTERVAL, RESTING_INTERVAL } from "./designs";
import { unlessLive } from "./live-events";

const isRunning = (status: BuildStatus): boolean => status === "requested" || status === "building";

/** Enough for a year of weekly builds. */
const MAX_BUILDS = 100;

/**
 * The builds of a design, newest first. `moving`: the design waits for a build, so that the list
 * may change before a build runs.
 */
export const designBuildsQuery = (design_id: string, moving: boolean) =>
	queryOptions({
		...read("GET /api/designs/[design_id]/builds", { design_id, limit: MAX_BUILDS }),
		refetchInterval: ({ state }) =>
			unlessLive(
				moving || state.data?.rows.some(({ status }) => isRunning(status)) === true
					? MOVING_INTERVAL
					: RESTING_INTERVAL,
			),
	});

/** Filters and order of List Builds. */
export type BuildListFilters = Filters<"GET /targeting/builds">;

/** A page of List Builds: built designs, with their builds and deployments. */
export const buildListQuery = (filters: BuildListFilters) =>
	queryOptions({
		...read("GET /targeting/builds", { detail: true, ...filters }),
		placeholderData: keepPreviousData,
		refetchInterval: () => unlessLive(RESTING_INTERVAL),
	});
