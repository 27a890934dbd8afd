import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DesignSort } from "@/lib/contract/design-list";
import type { DesignType } from "@/lib/contract/primitives";
import { isMoving, MOVING_INTERVAL, RESTING_INTERVAL } from "./designs";
import { requestPage } from "./fetcher";
import { unlessLive } from "./live-events";
import { designKeys } from "./query-keys";

/** What the list of designs is narrowed and ordered by; the names are those of `GET /api/designs`. */
export interface DesignListFilters {
	q?: string | undefined;
	type?: DesignType | undefined;
	/** Comma-delimited. */
	status?: string | undefined;
	owner?: string | undefined;
	owner_org_id?: string | undefined;
	visibility?: string | undefined;
	mine?: boolean | undefined;
	shared?: "with_me" | "by_me" | undefined;
	live?: boolean | undefined;
	sort: DesignSort;
	order: "asc" | "desc";
	limit: number;
	offset: number;
}

/** A page of designs, each with its newest build, where it is live, and who it is shared with. */
export const designRowsQuery = (filters: DesignListFilters) =>
	queryOptions({
		queryKey: designKeys.list({ rows: true, ...filters }),
		queryFn: ({ signal }) =>
			requestPage("/api/designs", (schemas) => schemas.designRow, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) =>
			unlessLive(state.data?.rows.some(({ status }) => isMoving(status)) === true ? MOVING_INTERVAL : RESTING_INTERVAL),
	});
