import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { DesignDetail, DesignStatus } from "@/lib/contract/design";
import { read } from "./api";
import type { Filters } from "./api-types";
import { isViewed } from "./embedding";
import { unlessLive } from "./live-events";

/** Refresh intervals of design pages in milliseconds: while a build is under way, and otherwise. */
export const MOVING_INTERVAL = 1_000;
export const RESTING_INTERVAL = 10_000;

/** Whether the design's build is requested or running. */
export const isMoving = (status: DesignStatus): boolean => status === "requested" || status === "building";

/** Filters and order of List Designs. */
export type DesignFilters = Filters<"GET /targeting/designs">;

/** A page of List Designs, with each design's newest build, live deployments and permissions. */
export const designsQuery = (filters: DesignFilters) =>
	queryOptions({
		...read("GET /targeting/designs", { detail: true, ...filters }),
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) =>
			unlessLive(state.data?.rows.some(({ status }) => isMoving(status)) === true ? MOVING_INTERVAL : RESTING_INTERVAL),
	});

/** A design as the page shows it: where it is only viewed, nobody may change it. */
const shownDesign = (design: DesignDetail): DesignDetail => {
	if (!isViewed()) return design;
	const { see_contents, duplicate, ...others } = design.permissions;
	const no = Object.fromEntries(Object.keys(others).map((name) => [name, false])) as typeof others;
	return { ...design, permissions: { ...no, see_contents, duplicate } };
};

/** One design with the contents of its sets. */
export const designQuery = (design_id: string) =>
	queryOptions({
		...read("GET /targeting/designs/[design_id]", { design_id, detail: true }),
		select: shownDesign,
		refetchInterval: ({ state }) =>
			unlessLive(state.data !== undefined && isMoving(state.data.status) ? MOVING_INTERVAL : RESTING_INTERVAL),
	});

/** Keeps a design that a write has answered with for its pages. */
export function useKeepDesign(): (design: DesignDetail) => void {
	const client = useQueryClient();
	return (design) => void client.setQueryData(designQuery(design.id).queryKey, design);
}
