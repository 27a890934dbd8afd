import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { CreateDesign, createDesignBody, DesignDetail, DesignStatus } from "@/lib/contract/design";
import type { listDesignRowsParameters } from "@/lib/contract/design-list";
import type { QueryOf } from "@/lib/contract/parameters";
import { postForm, requestItem, requestPage } from "./fetcher";
import { unlessLive } from "./live-events";
import { buildKeys, designKeys } from "./query-keys";

/** Refresh intervals of design pages in milliseconds: while a build is under way, and otherwise. */
export const MOVING_INTERVAL = 1_000;
export const RESTING_INTERVAL = 10_000;

/** Whether the design's build is requested or running. */
export const isMoving = (status: DesignStatus): boolean => status === "requested" || status === "building";

/** Filters and order of List Designs. */
export type DesignFilters = QueryOf<typeof listDesignRowsParameters>;

/** A page of List Designs, with each design's newest build, live deployments and permissions. */
export const designsQuery = (filters: DesignFilters) =>
	queryOptions({
		queryKey: designKeys.list(filters),
		queryFn: ({ signal }) =>
			requestPage("/targeting/designs", (schemas) => schemas.designRow, {
				query: { detail: true, ...filters },
				signal,
			}),
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) =>
			unlessLive(state.data?.rows.some(({ status }) => isMoving(status)) === true ? MOVING_INTERVAL : RESTING_INTERVAL),
	});

/** Reads the current design past the cache. */
export const readDesign = (id: string, signal?: AbortSignal): Promise<DesignDetail> =>
	requestItem(`/targeting/designs/${id}`, (schemas) => schemas.designDetail, {
		query: { detail: true },
		...(signal === undefined ? {} : { signal }),
	});

/** One design with the contents of its sets. */
export const designQuery = (id: string) =>
	queryOptions({
		queryKey: designKeys.detail(id),
		queryFn: ({ signal }) => readDesign(id, signal),
		refetchInterval: ({ state }) =>
			unlessLive(state.data !== undefined && isMoving(state.data.status) ? MOVING_INTERVAL : RESTING_INTERVAL),
	});

/** Creates a design; gives it with its sets' ids. */
export function useCreateDesign() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: z.input<typeof createDesignBody> | CreateDesign) =>
			requestItem("/api/designs", (schemas) => schemas.designDetail, {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify(body),
			}),
		onSuccess: (created) => {
			client.setQueryData(designKeys.detail(created.id), created);
			return client.invalidateQueries({ queryKey: designKeys.lists() });
		},
	});
}

/** Request Build of a Design. */
export function useRequestBuild(designId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ reason }: { reason: string }) => postForm(`/targeting/designs/${designId}/request`, { reason }),
		onSettled: () =>
			Promise.all([
				client.invalidateQueries({ queryKey: designKeys.all }),
				client.invalidateQueries({ queryKey: buildKeys.all }),
			]),
	});
}
