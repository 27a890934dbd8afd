import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { givenFilters } from "@/components/kit/table/given-filters";
import { type ListState, useListState } from "@/components/kit/table/use-list-state";
import type { DesignFilters } from "@/lib/browser/designs";
import { DESIGN_SHARES, DESIGN_SORTS, DESIGN_STATUSES, DESIGN_TYPES } from "@/lib/contract/constants";
import type { DesignSort } from "@/lib/contract/design-list";

const parsers = {
	q: parseAsString.withDefault(""),
	status: parseAsArrayOf(parseAsStringLiteral(DESIGN_STATUSES)).withDefault([]),
	type: parseAsStringLiteral(DESIGN_TYPES),
	mine: parseAsBoolean,
	owner: parseAsString,
	owner_org_id: parseAsString,
	shared: parseAsStringLiteral(DESIGN_SHARES),
	live: parseAsBoolean,
	stale_data: parseAsBoolean,
	visibility: parseAsString,
} satisfies Partial<Record<keyof DesignFilters, unknown>>;

export type DesignListState = ListState<typeof parsers, DesignSort>;

/** The filters and order of List Designs, kept in the URL under the same names. */
export const useDesignListState = (): DesignListState => useListState(parsers, DESIGN_SORTS);

/** The filters, order and page for the API. */
export function filtersOf({ values, sort, order, limit, offset }: DesignListState): DesignFilters {
	return { ...givenFilters(values), sort, order, limit, offset };
}
