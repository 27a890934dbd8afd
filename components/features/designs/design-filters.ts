import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { type ListState, useListState } from "@/components/kit/table/use-list-state";
import type { DesignListFilters } from "@/lib/browser/design-list";
import { DESIGN_SORTS, DESIGN_STATUSES, DESIGN_TYPES } from "@/lib/contract/constants";
import type { DesignSort } from "@/lib/contract/design-list";

const parsers = {
	q: parseAsString.withDefault(""),
	status: parseAsArrayOf(parseAsStringLiteral(DESIGN_STATUSES)).withDefault([]),
	type: parseAsStringLiteral(DESIGN_TYPES),
	mine: parseAsBoolean,
	owner: parseAsString,
	owner_org_id: parseAsString,
	shared: parseAsStringLiteral(["with_me", "by_me"]),
	live: parseAsBoolean,
	visibility: parseAsString,
};

export type DesignListState = ListState<typeof parsers, DesignSort>;

/** The list's state: every filter of List Designs (specification) and more, in the URL under the service's names. */
export const useDesignListState = (): DesignListState => useListState(parsers, DESIGN_SORTS);

/** The list's filters, order and page as the service takes them. */
export function filtersOf({ values, sort, order, limit, offset }: DesignListState): DesignListFilters {
	const { q, status, ...rest } = values;
	const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== ""));
	return {
		...given,
		...(q.trim() === "" ? {} : { q }),
		...(status.length === 0 ? {} : { status: status.join(",") }),
		sort,
		order,
		limit,
		offset,
	};
}
