"use client";

import { useQueryStates, type Values } from "nuqs";
import { type ParserMap, parseAsInteger, parseAsStringLiteral } from "nuqs/server";
import { filtersInUse } from "./filter-parsers";

export const PAGE_SIZES = [50, 100, 200] as const;

export interface ListState<P extends ParserMap, S extends string> {
	/** The filters' values, as the URL has them. */
	values: Values<P>;
	sort: S;
	order: "asc" | "desc";
	limit: number;
	offset: number;
	/** Whether any filter leaves something out. */
	narrowed: boolean;
	/** Number of filters in use, without the search. */
	filtering: number;
	/**
	 * Changes filters; the list goes back to its first page. `typing`: a half-typed word is no step
	 * of the history.
	 */
	change: (part: Partial<{ [K in keyof P]: Values<P>[K] | null }>, typing?: boolean) => void;
	sortBy: (sort: S, order: "asc" | "desc") => void;
	goTo: (offset: number) => void;
	resize: (limit: number) => void;
	/** Removes all filters; the order stays. */
	reset: () => void;
}

/**
 * A list's state, kept in the URL alone: its filters (`parsers`), order and page. Any change but of
 * the page goes back to the first page.
 */
export function useListState<P extends ParserMap, const S extends string>(
	parsers: P,
	sorts: readonly [S, ...S[]],
): ListState<P, S> {
	const [values, set] = useQueryStates(parsers, { history: "push" });
	const [place, setPlace] = useQueryStates(
		{
			sort: parseAsStringLiteral<S>(sorts).withDefault(sorts[0] as NonNullable<S>),
			order: parseAsStringLiteral(["desc", "asc"]).withDefault("desc"),
			limit: parseAsInteger.withDefault(PAGE_SIZES[0]),
			offset: parseAsInteger.withDefault(0),
		},
		{ history: "push" },
	);
	const inUse = filtersInUse(parsers, values);
	return {
		values,
		sort: place.sort as S,
		order: place.order,
		limit: (PAGE_SIZES as readonly number[]).includes(place.limit) ? place.limit : PAGE_SIZES[0],
		offset: Math.max(0, place.offset),
		narrowed: inUse.length > 0,
		filtering: inUse.filter((name) => name !== "q").length,
		change: (part, typing = false) => {
			const options = { history: typing ? "replace" : "push" } as const;
			void set(part as Parameters<typeof set>[0], options);
			void setPlace({ offset: null }, options);
		},
		sortBy: (sort, order) => void setPlace({ sort: sort as NonNullable<S>, order, offset: null }),
		goTo: (offset) => void setPlace({ offset }),
		resize: (limit) => void setPlace({ limit, offset: null }),
		reset: () => {
			void set(null);
			void setPlace({ offset: null });
		},
	};
}
