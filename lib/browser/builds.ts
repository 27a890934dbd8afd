import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BuildStatus } from "@/lib/contract/build";
import type { DesignType } from "@/lib/contract/primitives";
import { MOVING_INTERVAL, RESTING_INTERVAL } from "./designs";
import { requestItem, requestPage } from "./fetcher";
import { unlessLive } from "./live-events";
import { buildKeys } from "./query-keys";

const isRunning = (status: BuildStatus): boolean => status === "requested" || status === "building";

/** As a year of weekly builds, and some. */
const BUILDS_SHOWN = 100;

/**
 * The builds of a design, newest first. `moving`: the design itself waits for a build, so that a build row is about to
 * appear or to change even where none is running yet.
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

/** What List Builds (specification, Endpoints) is narrowed and ordered by. */
export interface BuildListFilters {
	q?: string | undefined;
	type?: DesignType | undefined;
	/** Comma-delimited, as the next two. */
	visibility?: string | undefined;
	deployment_status?: string | undefined;
	deployment_target?: string | undefined;
	min_size?: number | undefined;
	max_size?: number | undefined;
	sort: "build_date" | "requested_at" | "last_build_size";
	order: "asc" | "desc";
}

/** A page of List Builds: designs that have been built, with their builds and where they are deployed. */
export const buildListQuery = (filters: BuildListFilters & { limit: number; offset: number }) =>
	queryOptions({
		queryKey: buildKeys.list(filters),
		queryFn: ({ signal }) =>
			requestPage("/targeting/builds", (schemas) => schemas.buildListRow, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: () => unlessLive(RESTING_INTERVAL),
	});
