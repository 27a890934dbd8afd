import type { Asked } from "@/lib/domain/access/access";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Planned } from "@/lib/platform/db/prisma-client";
import type { Transaction } from "@/lib/platform/service";
import { all } from "./all";
import {
	type CountedRows,
	type CountedSource,
	countedTotal,
	keyOf,
	type PageStatement,
	rememberedTotal,
} from "./counted-totals";
import { type SearchedWords, searchCondition } from "./search-condition";
import { isWithinWalk, noteVain, rowsOfWalk, type Walk, walkQuery, wasVain } from "./walk";

/** A page of rows with the number available in total, both under the same conditions. */
export interface Page<Row> {
	readonly rows: readonly Row[];
	readonly total: number;
}

/** Rows of a list; no row is in two parts of one query. */
export interface IdPart {
	/** `FROM` with its joins. */
	readonly from: Prisma.Sql;
	readonly where: readonly Prisma.Sql[];
	/** The sort column; a list of several parts has them in one type. */
	readonly sort: Prisma.Sql;
	/** Of a list whose sort columns can be null: whether those of this part never are, so that an index serves its order. */
	readonly neverNull?: boolean;
	/** Whether these are a few rows only: all of them are sorted, in place of looking for the first among everybody's in the order of the list. */
	readonly few?: boolean;
	/** `FROM` and conditions for the total, where fewer do; `total` where it is another aggregate than the number of rows. */
	readonly counted?: {
		readonly from: Prisma.Sql;
		readonly where: readonly Prisma.Sql[];
		readonly total?: Prisma.Sql;
	};
}

/** One page of ids: conditions and joins shared by the list and its count, a total order so that paging is stable. */
export interface IdQuery {
	readonly parts: readonly IdPart[];
	/** The id column, in every part. */
	readonly id: Prisma.Sql;
	/** The words that are searched for, as a further condition on every part. */
	readonly search?: SearchedWords | undefined;
	/** Whether conditions ask for tags, of which the planner does not know how rare they are, as little as of words. */
	readonly tagged?: boolean;
	/** Another way to the same rows, for a list in an order of which everybody's rows have an index. */
	readonly walk?: Walk | undefined;
	/** Whether sort columns can be null: such rows come last in both directions. */
	readonly nullable?: boolean;
	readonly order: "asc" | "desc";
	readonly limit: number;
	readonly offset: number;
	/**
	 * Whatever the conditions look at, and the column with the id of the design that a row belongs to, in every part: a total is counted again
	 * when one of these has changed, for the designs near the changed one. No condition may look at the rows of another design. Absent: it
	 * always is, as a whole.
	 */
	readonly counts?: { readonly sources: readonly CountedSource[]; readonly design: Prisma.Sql };
	/** `once` for conditions that any value takes through the same index; absent: anew. With tags, and where rows are found by their words, it is always anew. */
	readonly planned?: Planned;
}

/**
 * Reads the ids of one page and the total (specification, Paging). The total comes first, as it decides how rows with some words or tags are
 * found: what many have is soon met in the order of the list, for what few have all of it would have to be read.
 */
export async function pageOfIds(db: Transaction, query: IdQuery): Promise<{ ids: string[]; total: number }> {
	const { search, tagged = false } = query;
	const byWords = search !== undefined || tagged;
	const planned = byWords ? "always anew" : (query.planned ?? "anew");
	const many = searching(query, "of many");
	const inOrder = () => searching(query, "of few");
	const count = countedRows(many, inOrder);
	const byParts = (total: number): PageStatement => {
		if (planned !== "once" && isRare(total, query)) return { statement: pageQuery(sortedAfterwards(many)), planned };
		if (!isCommon(total, query)) return { statement: pageQuery(many), planned };
		// Words in the form that no index serves: how many rows have them is known here, and to the planner a guess.
		return { statement: pageQuery(inOrder()), planned: tagged ? planned : (query.planned ?? "anew") };
	};
	const walk = walkOf(query, count);
	let walked = false;
	const page = (total: number): PageStatement => {
		walked = walk !== undefined && isWorthWalk(total, query) && !wasVain(db, walk.list);
		return walk !== undefined && walked ? { statement: walk.statement(), planned: "once" } : byParts(total);
	};
	const read = async ({ statement, planned }: PageStatement) =>
		(await db.$rows<{ id: string }>(statement, planned)).map(({ id }) => id);
	const countAndRead = async () => {
		const total = await countedTotal(db, count, planned);
		return { total, ids: await read(page(total)) };
	};
	const remembered = query.counts && (await rememberedTotal(db, count, page));
	const found = remembered ?? (await countAndRead());
	const { total } = found;
	let { ids } = found;
	if (walk !== undefined && walked && ids.length < query.limit) {
		// Not where rows went away meanwhile that the page was to end with.
		if (isWorthWalk(total, query)) noteVain(db, walk.list);
		ids = await read(byParts(total));
	}
	return { ids, total: totalBeside(ids.length, total, query) };
}

/**
 * The total for a page that was read after it, as rows may have been added or removed in between: a page that ends before its limit shows how
 * many there are, and no answer says that there are more than it shows.
 */
function totalBeside(rows: number, total: number, { limit, offset }: IdQuery): number {
	const end = offset + rows;
	if (limit === 0) return total;
	if (rows === limit) return Math.max(total, end);
	return rows > 0 ? end : Math.min(total, offset);
}

/** The statement of a query's walk, and what its list is known by, with the walk's length. */
function walkOf({ walk, parts, order, search, ...page }: IdQuery, count: CountedRows) {
	const [part, ...others] = parts;
	// Of one part alone an index has the order anyway.
	if (walk === undefined || order === "asc" || part === undefined || others.length === 0) return undefined;
	// Looked for before a row is asked whether it is seen, which takes longer.
	const words = search === undefined ? [] : [searchCondition(search, "of few")];
	return {
		list: `${rowsOfWalk(page)} ${part.sort.sql} ${keyOf(count)}`,
		statement: () => walkQuery({ ...page, walk: { ...walk, indexed: [...walk.indexed, ...words] }, sort: part.sort }),
	};
}

/**
 * Measured at 200,000 deployments, a page of 20: of 3 with a word, the order of the list takes 36 to 111 ms and the word 2 to 5; of 191
 * with two words that many have, the order takes 10 ms and the words 17.
 */
const RARE_FOR_EACH = 5;
/** Deep pages, measured at the same: what has the words takes 2 to 3 µs a row, what is passed in the order of the list 0.7. */
const RARE_SQUARED_FOR_EACH = 60_000;
/**
 * Of fewer with the words, the planner chooses for each part: of an administrator's 191 in 9 ms, where the order takes 14 and a walk 17. Of
 * 571 a walk takes 5 ms, and the parts of designs seen through a target 14.
 */
const COMMON_FOR_EACH = 15;

/** Whether rows are sooner found by their words, or whatever else is asked for, and then sorted, than met in the order of the list. */
function isRare(total: number, { limit, offset }: IdQuery): boolean {
	const end = limit + offset;
	return total <= Math.min(RARE_FOR_EACH * end, Math.sqrt(RARE_SQUARED_FOR_EACH * end));
}

/** Whether so many rows have the words, if any, that in the order of the list the next is never far. */
function isCommon(total: number, { search, limit, offset }: IdQuery): boolean {
	return search === undefined || total >= COMMON_FOR_EACH * (limit + offset);
}

/** Whether everybody's rows may be read in their order. */
function isWorthWalk(total: number, query: IdQuery): boolean {
	return isWithinWalk(query, total) && isCommon(total, query);
}

function sortedAfterwards(query: IdQuery): IdQuery {
	return { ...query, parts: query.parts.map((part) => ({ ...part, few: true })) };
}

/** So often is a page read: beyond that, with what is left of its rows. */
const READINGS = 3;

/**
 * A page of ids with its rows, which are read by another statement. Where somebody removed one of them in between, or changed it so
 * that it does not belong here any more, the page is read anew: a short page in the middle would look like the last one.
 * @param load gives the rows that still belong to the list, in the order of the ids
 */
export async function pageOfRows<Row>(
	readIds: () => Promise<{ readonly ids: readonly string[]; readonly total: number }>,
	load: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
	for (let reading = 1; ; reading += 1) {
		const { ids, total } = await readIds();
		const rows = await load(ids);
		if (rows.length === ids.length || reading === READINGS) return { rows, total };
	}
}

function pageQuery({ parts, id, nullable, order, limit, offset }: IdQuery): Prisma.Sql {
	const direction = Prisma.raw(order === "asc" ? "ASC" : "DESC");
	// The default places of nulls (last when ascending, first when descending) need no words where there are none, and the plain form is what an index serves.
	const nulls = nullable ? Prisma.raw("NULLS LAST") : Prisma.empty;
	const [only, ...others] = parts;
	if (only !== undefined && others.length === 0 && !only.few) {
		return Prisma.sql`SELECT ${id} AS id FROM ${only.from} WHERE ${all(only.where)}
			ORDER BY ${only.sort} ${direction} ${nulls}, ${id} LIMIT ${limit} OFFSET ${offset}`;
	}
	// Of each part as many rows as the page could take from it.
	const firsts = parts.map(({ from, where, sort, neverNull, few }) =>
		few
			? // OFFSET keeps the order, and the limit with it, out of the planning of what is inside.
				Prisma.sql`SELECT * FROM (SELECT ${id} AS id, ${sort} AS sort FROM ${from} WHERE ${all(where)} OFFSET 0) AS few`
			: Prisma.sql`(SELECT ${id} AS id, ${sort} AS sort FROM ${from} WHERE ${all(where)}
				ORDER BY ${sort} ${direction} ${neverNull ? Prisma.empty : nulls}, ${id} LIMIT ${limit + offset})`,
	);
	return Prisma.sql`SELECT id FROM (${Prisma.join(firsts, " UNION ALL ")}) AS firsts
		ORDER BY sort ${direction} ${nulls}, id LIMIT ${limit} OFFSET ${offset}`;
}

/** The query with the searched words among the conditions of its parts, each in the form for so many rows; `asked` is of those that are not few by themselves. */
function searching(query: IdQuery, asked: Asked): IdQuery {
	const { search } = query;
	if (search === undefined) return query;
	const conditions = { "of many": searchCondition(search, "of many"), "of few": searchCondition(search, "of few") };
	return {
		...query,
		parts: query.parts.map(({ counted, ...part }) => {
			const condition = conditions[part.few ? "of few" : asked];
			return {
				...part,
				where: [...part.where, condition],
				...(counted ? { counted: { ...counted, where: [...counted.where, condition] } } : {}),
			};
		}),
	};
}

/** @param ofFew the query as it is asked of a few rows */
function countedRows({ parts, counts }: IdQuery, ofFew: () => IdQuery): CountedRows {
	const whole = sumOf(parts.map(({ counted, ...part }) => countOf(counted ?? part)));
	const bySlice = parts.filter(isSliced);
	if (counts === undefined || bySlice.length === 0) return { whole, sliced: null, sources: counts?.sources ?? [] };
	const { sources, design } = counts;
	return {
		whole,
		sources,
		sliced: {
			all: () =>
				Prisma.join(
					bySlice.map(({ counted, ...part }) => {
						const { from, where } = counted ?? part;
						return Prisma.sql`SELECT fine_slice_of_design(${design})::int AS slice, count(*) AS n FROM ${from} WHERE ${all(where)} GROUP BY 1`;
					}),
					" UNION ALL ",
				),
			// Of a few rows: under the conditions of a page, which ask row by row. An array of their designs, so that the database
			// begins with these, whatever else has an index.
			between: (first, last) =>
				sumOf(
					ofFew()
						.parts.filter(isSliced)
						.map(({ from, where }) =>
							countOf({
								from,
								where: [
									Prisma.sql`${design} = ANY (ARRAY(SELECT id FROM designs WHERE id BETWEEN ${first} AND ${last}))`,
									...where,
								],
							}),
						),
				),
			rest: () => sumOf(parts.flatMap(({ counted }) => (counted?.total === undefined ? [] : [countOf(counted)]))),
		},
	};
}

/** What tallies count has no slices. */
function isSliced({ counted }: IdPart): boolean {
	return counted?.total === undefined;
}

function countOf({ from, where, total = Prisma.sql`count(*)` }: NonNullable<IdPart["counted"]>): Prisma.Sql {
	return Prisma.sql`(SELECT ${total} FROM ${from} WHERE ${all(where)})`;
}

function sumOf(numbers: readonly Prisma.Sql[]): Prisma.Sql {
	return numbers.length === 0 ? Prisma.sql`0` : Prisma.sql`(${Prisma.join([...numbers], " + ")})`;
}
