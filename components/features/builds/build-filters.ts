import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { givenFilters } from "@/components/kit/table/given-filters";
import { type ListState, useListState } from "@/components/kit/table/use-list-state";
import type { BuildListFilters } from "@/lib/browser/builds";
import { BUILD_SORTS, DEPLOYMENT_STATUS_FILTERS, DESIGN_TYPES } from "@/lib/contract/constants";

const parsers = {
	q: parseAsString.withDefault(""),
	type: parseAsStringLiteral(DESIGN_TYPES),
	deployment_status: parseAsArrayOf(parseAsStringLiteral(DEPLOYMENT_STATUS_FILTERS)).withDefault([]),
	deployment_target: parseAsArrayOf(parseAsString).withDefault([]),
	visibility: parseAsString,
	min_size: parseAsInteger,
	max_size: parseAsInteger,
} satisfies Partial<Record<keyof BuildListFilters, unknown>>;

export type BuildListState = ListState<typeof parsers, (typeof BUILD_SORTS)[number]>;

/**
 * The filters and order of List Builds (docs/contract.md, Filters), kept in the URL under the same
 * names.
 */
export const useBuildListState = (): BuildListState => useListState(parsers, BUILD_SORTS);

/** The filters and order for the API. */
export function buildFiltersOf({ values, sort, order }: BuildListState): BuildListFilters {
	const { deployment_target, ...others } = givenFilters(values);
	// The target restricts the statuses, so it means nothing without them.
	const targets = others.deployment_status === undefined ? {} : { deployment_target };
	return { ...others, ...targets, sort, order };
}
