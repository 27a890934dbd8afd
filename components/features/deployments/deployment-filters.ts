import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { parseAsSeconds } from "@/components/kit/table/parse-as-seconds";
import { type ListState, useListState } from "@/components/kit/table/use-list-state";
import type { DeploymentFilters } from "@/lib/browser/deployments";
import { ACTUAL_STATES, DEPLOYMENT_STATUSES, DESIGN_TYPES } from "@/lib/contract/constants";
import { LIVE_STATUSES } from "@/lib/contract/transitions";

const SORTS = ["updated_at", "approved_at", "build_date", "build_size"] as const;

const parsers = {
	q: parseAsString.withDefault(""),
	/** What is decided on or waits; what has ended is kept for the record and shown on demand. */
	status: parseAsArrayOf(parseAsStringLiteral(DEPLOYMENT_STATUSES)).withDefault([...LIVE_STATUSES]),
	type: parseAsStringLiteral(DESIGN_TYPES),
	target_type: parseAsString,
	target_id: parseAsString,
	design_id: parseAsString,
	visibility: parseAsString,
	min_size: parseAsInteger,
	max_size: parseAsInteger,
	start_date: parseAsSeconds,
	end_date: parseAsSeconds,
	new_build: parseAsBoolean,
	/** What the product API knows besides. */
	actual: parseAsStringLiteral(ACTUAL_STATES),
	scheduled: parseAsBoolean,
	tag: parseAsString,
	build_id: parseAsString,
	requested_by: parseAsStringLiteral(["me"]),
};

export type DeploymentListState = ListState<typeof parsers, (typeof SORTS)[number]>;

/** The list's state: every filter and sort of List Deployments (specification), in the URL under the same names. */
export const useDeploymentListState = (): DeploymentListState => useListState(parsers, SORTS);

/** The list's filters and order as the service takes them, without the page: what the export takes too. */
export function filtersOf({ values, sort, order }: DeploymentListState): Omit<DeploymentFilters, "limit" | "offset"> {
	const { q, status, ...rest } = values;
	const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== ""));
	return {
		...given,
		...(q.trim() === "" ? {} : { q }),
		status: (status.length === 0 ? LIVE_STATUSES : status).join(","),
		sort,
		order,
	};
}
