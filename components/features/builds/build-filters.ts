import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { type ListState, useListState } from "@/components/kit/table/use-list-state";
import type { BuildListFilters } from "@/lib/browser/builds";
import { DEPLOYMENT_STATUS_FILTERS, DESIGN_TYPES } from "@/lib/contract/constants";

const SORTS = ["build_date", "requested_at", "last_build_size"] as const;

const parsers = {
	q: parseAsString.withDefault(""),
	type: parseAsStringLiteral(DESIGN_TYPES),
	deployment_status: parseAsArrayOf(parseAsStringLiteral(DEPLOYMENT_STATUS_FILTERS)).withDefault([]),
	deployment_target: parseAsArrayOf(parseAsString).withDefault([]),
	visibility: parseAsString,
	min_size: parseAsInteger,
	max_size: parseAsInteger,
};

export type BuildListState = ListState<typeof parsers, (typeof SORTS)[number]>;

/** The list's state: every filter and sort of List Builds (specification), in the URL under the same names. */
export const useBuildListState = (): BuildListState => useListState(parsers, SORTS);

/** The list's filters and order as the service takes them. */
export function buildFiltersOf({ values, sort, order }: BuildListState): BuildListFilters {
	const { q, type, deployment_status: statuses, deployment_target: targets, visibility, min_size, max_size } = values;
	return {
		q: q.trim() === "" ? undefined : q,
		type: type ?? undefined,
		deployment_status: statuses.length === 0 ? undefined : statuses.join(","),
		// It says to which targets the statuses apply, and means nothing without them.
		deployment_target: statuses.length === 0 || targets.length === 0 ? undefined : targets.join(","),
		visibility: visibility ?? undefined,
		min_size: min_size ?? undefined,
		max_size: max_size ?? undefined,
		sort,
		order,
	};
}
