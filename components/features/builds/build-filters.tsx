import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parsersOf } from "@/components/kit/table/filter-parsers";
import { givenFilters } from "@/components/kit/table/given-filters";
import { listFilter, SIZE_FILTER, TYPE_FILTER, VISIBILITY_FILTER } from "@/components/kit/table/list-filter";
import type { ListState } from "@/components/kit/table/use-list-state";
import type { BuildListFilters } from "@/lib/browser/builds";
import { type BUILD_SORTS, DEPLOYMENT_STATUS_FILTERS } from "@/lib/contract/constants";
import { PlaceFilter } from "./place-filter";

/** Every filter of List Builds (docs/contract.md, Filters), under the same names. */
export const BUILD_FILTERS = [
	TYPE_FILTER,
	listFilter({
		parsers: {
			deployment_status: parseAsArrayOf(parseAsStringLiteral(DEPLOYMENT_STATUS_FILTERS)).withDefault([]),
			deployment_target: parseAsArrayOf(parseAsString).withDefault([]),
		},
		shown: "always",
		Control: PlaceFilter,
	}),
	{ ...SIZE_FILTER, shown: "always" as const },
	{ ...VISIBILITY_FILTER, shown: "always" as const },
];

export const buildParsers = {
	q: parseAsString.withDefault(""),
	...parsersOf(BUILD_FILTERS),
} satisfies Partial<Record<keyof BuildListFilters, unknown>>;

type BuildListState = ListState<typeof buildParsers, (typeof BUILD_SORTS)[number]>;

/** The filters and order for the API. */
export function buildFiltersOf({ values, sort, order }: BuildListState): BuildListFilters {
	const { deployment_target, ...others } = givenFilters(values);
	// The target restricts the statuses, so it means nothing without them.
	const targets = others.deployment_status === undefined ? {} : { deployment_target };
	return { ...others, ...targets, sort, order };
}
