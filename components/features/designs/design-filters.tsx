import { parseAsBoolean, parseAsString } from "nuqs/server";
import { DESIGN_STATUS } from "@/components/kit/status/status-words";
import { parsersOf } from "@/components/kit/table/filter-parsers";
import { givenFilters } from "@/components/kit/table/given-filters";
import {
	choiceFilter,
	listFilter,
	manyFilter,
	TYPE_FILTER,
	VISIBILITY_FILTER,
	wordsOf,
	yesNoFilter,
} from "@/components/kit/table/list-filter";
import type { ListState } from "@/components/kit/table/use-list-state";
import type { DesignFilters } from "@/lib/browser/designs";
import { DESIGN_STATUSES } from "@/lib/contract/constants";
import type { DesignSort } from "@/lib/contract/design-list";
import { OwnerFilter } from "./owner-filter";

/** Every filter of List Designs and of the product API, under the same names. */
export const DESIGN_FILTERS = [
	manyFilter("status", {
		label: "Status",
		words: wordsOf(DESIGN_STATUSES, (status) => DESIGN_STATUS[status].word),
		shown: "always",
	}),
	TYPE_FILTER,
	listFilter({
		parsers: { mine: parseAsBoolean, owner: parseAsString, owner_org_id: parseAsString },
		shown: "always",
		Control: OwnerFilter,
	}),
	yesNoFilter("live", { label: "Deployed", yes: "yes", no: "no", shown: "always" }),
	yesNoFilter("stale_data", { label: "Data", yes: "newer than the build", no: "as built" }),
	choiceFilter("shared", { label: "Shared", words: { with_me: "with me", by_me: "by me" } }),
	VISIBILITY_FILTER,
];

export const designParsers = {
	q: parseAsString.withDefault(""),
	...parsersOf(DESIGN_FILTERS),
} satisfies Partial<Record<keyof DesignFilters, unknown>>;

/** The filters, order and page for the API. */
export function filtersOf({
	values,
	sort,
	order,
	limit,
	offset,
}: ListState<typeof designParsers, DesignSort>): DesignFilters {
	return { ...givenFilters(values), sort, order, limit, offset };
}

/** What each order is called. */
export const DESIGN_ORDERS: Record<DesignSort, readonly [desc: string, asc: string]> = {
	updated_at: ["changed last", "changed first"],
	name: ["name, Z to A", "name, A to Z"],
	last_build_date: ["built last", "built first"],
	last_build_size: ["largest build", "smallest build"],
};
