import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BuildStatus, listBuildsParameters } from "@/lib/contract/build";
import type { QueryOf } from "@/lib/contract/parameters";
import { MOVING_INTERVAL, RESTING_INTERVAL } from "./designs";
import { requestItem, requestPage } from "./fetcher";
import { unlessLive } from "./live-events";
import { buildKeys } from "./query-keys";

const isRunning = (status: BuildStatus): boolean => status === "requested" || status === "building";

/** Enough for a year of weekly builds. */
const BUILDS_SHOWN = 100;

/**
 * The builds of a design, newest first. `moving`: the design waits for a build, so that the list
 * may change before a build runs.
 */
export const designBuildsQuery = (designId: string, moving: boolean) =>
	queryOptions({
		queryKey: buildKeys.ofDesign(designId),
		queryFn: ({ signal }) =>
			requestPage(`/api/designs/${designId}/builds`, (schemas) => schemas.buildDetail, {
				query: { limit: BUILDS_SHOWN },
				signal,
			}),
		refetchInterval: ({ state }) =>
			unlessLive(
				moving || state.data?.rows.some(({ status }) => isRunning(status)) === true
					? MOVING_INTERVAL
					: RESTING_INTERVAL,
			),
	});

/** One build, in any status. */
export const buildQuery = (id: string) =>
	queryOptions({
		queryKey: buildKeys.detail(id),
		queryFn: ({ signal }) => requestItem(`/api/builds/${id}`, (schemas) => schemas.buildDetail, { signal }),
	});

/** Filters and order of List Builds. */
export type BuildListFilters = QueryOf<typeof listBuildsParameters>;

/** A page of List Builds: built designs, with their builds and deployments. */
export const buildListQuery = (filters: BuildListFilters) =>
	queryOptions({
		queryKey: buildKeys.list(filters),
		queryFn: ({ signal }) =>
			requestPage("/targeting/builds", (schemas) => schemas.buildListDetail, {
				query: { detail: true, ...filters },
				signal,
			}),
		placeholderData: keepPreviousData,
		refetchInterval: () => unlessLive(RESTING_INTERVAL),
	});
