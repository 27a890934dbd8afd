import fc from "fast-check";
import { WORLD_SIZES, WORLD_TAGS } from "./draft";
import { holdsWords, searchText } from "./text";

/** A search, and whether a row of that id and those words must be found. */
export interface Search {
	readonly q: string;
	finds(id: string, words: readonly string[]): boolean;
}

/**
 * Searches for words, for one of the ids, for an unknown id, for punctuation only, and empty ones.
 */
export function search(ids: readonly string[]): fc.Arbitrary<Search> {
	const id = fc.tuple(fc.constantFrom(...ids, "00000000-0000-4000-8000-000000000000"), fc.boolean()).map(
		([wanted, upper]): Search => ({
			q: upper ? ` ${wanted.toUpperCase()} ` : wanted,
			finds: (candidate) => candidate === wanted,
		}),
	);
	const words = searchText.map(
		(asked): Search => ({
			q: asked.written,
			finds: (_, candidates) => holdsWords(candidates, asked.words),
		}),
	);
	return fc.oneof(
		{ weight: 8, arbitrary: words },
		{ weight: 2, arbitrary: id },
		{ weight: 1, arbitrary: fc.constant<Search>({ q: " -&- ", finds: () => false }) },
		{ weight: 1, arbitrary: fc.constant<Search>({ q: "  ", finds: () => true }) },
	);
}

/** Parameters that every list has. */
export interface PagedQuery {
	readonly order: "asc" | "desc";
	readonly limit: number;
	readonly offset: number;
	readonly visibility?: readonly string[] | undefined;
	readonly type?: "proximity" | "audience" | undefined;
	readonly search?: Search | undefined;
}

const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2, nil: undefined });

/** Generates the parameters that every list has. */
export function pagedQuery(ids: readonly string[]): fc.Arbitrary<PagedQuery> {
	return fc.record({
		order: fc.constantFrom("asc" as const, "desc" as const),
		limit: fc.constantFrom(0, 1, 3, 20, 500),
		offset: fc.constantFrom(0, 0, 0, 1, 5, 1_000_000),
		visibility: seldom(fc.subarray([...WORLD_TAGS, "unknown"])),
		type: seldom(fc.constantFrom("proximity" as const, "audience" as const)),
		search: seldom(search(ids)),
	});
}

/** Bounds on sizes in order; either may be missing. */
export const sizeBounds: fc.Arbitrary<{ min_size?: number | undefined; max_size?: number | undefined }> = bounds(
	fc.nat(WORLD_SIZES + 1),
).map(([min_size, max_size]) => ({ min_size, max_size }));

/** A lower and an upper bound in order, one of them, or none. */
export function bounds(value: fc.Arbitrary<number>): fc.Arbitrary<readonly [number | undefined, number | undefined]> {
	return fc
		.tuple(value, value, fc.constantFrom("none", "none", "lower", "upper", "both"))
		.map(([a, b, which]) => [
			which === "lower" || which === "both" ? Math.min(a, b) : undefined,
			which === "upper" || which === "both" ? Math.max(a, b) : undefined,
		]);
}

/**
 * The parameters as strings, as a client sends them: lists with blanks around their items, without
 * absent ones.
 */
export function asSent(parameters: Record<string, string | number | boolean | readonly string[] | undefined>) {
	return Object.fromEntries(
		Object.entries(parameters).flatMap(([name, value]) => {
			if (value === undefined) return [];
			return [[name, typeof value === "object" ? value.join(" , ") : String(value)]];
		}),
	);
}

/**
 * Rows in the order of a list: by the key, rows without one last in both directions, equal ones by
 * id (docs/contract.md, Order).
 */
export function inOrder<Row extends { readonly id: string }>(
	rows: readonly Row[],
	keyOf: (row: Row) => number | null,
	order: "asc" | "desc",
): Row[] {
	return [...rows].sort((a, b) => {
		const [left, right] = [keyOf(a), keyOf(b)];
		if (left !== right) {
			if (left === null) return 1;
			if (right === null) return -1;
			return order === "asc" ? left - right : right - left;
		}
		return a.id < b.id ? -1 : 1;
	});
}

/** Whether a row satisfies the parameters that every list has. */
export function passes(
	query: PagedQuery,
	row: {
		readonly id: string;
		readonly type: string;
		readonly visibility_tags: readonly string[];
		readonly words: readonly string[];
	},
): boolean {
	if (query.type !== undefined && query.type !== row.type) return false;
	if (query.visibility !== undefined && !row.visibility_tags.some((tag) => query.visibility?.includes(tag)))
		return false;
	return query.search === undefined || query.search.finds(row.id, row.words);
}

/** One page of the rows' ids, and the number of rows. */
export function pageOf(query: PagedQuery, rows: readonly { readonly id: string }[]): { ids: string[]; total: number } {
	return {
		ids: rows.slice(query.offset, query.offset + query.limit).map(({ id }) => id),
		total: rows.length,
	};
}
