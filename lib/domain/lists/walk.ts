import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { all } from "./all";

/**
 * A list read in its order from everybody's rows, each of which is asked whether it belongs to it. Who sees a good part of all rows has a page together
 * after a few; merged from the parts of what they see, it would begin with looking up all that is shared with them. It looks at a
 * bounded number of rows (of a search, of those with its words, which is for words that many have), so that whoever sees few of them, or none of the first, loses little before their page is read in the other way.
 */
export interface Walk {
	/** The table, which has an index in the order of the list. */
	readonly table: Prisma.Sql;
	readonly alias: Prisma.Sql;
	/** What every row of that index fulfils, and what is searched for: rows without it are passed, and not among those that are looked at. */
	readonly indexed: readonly Prisma.Sql[];
	/** All that makes a row one of the list, asked of each by itself. */
	readonly where: readonly Prisma.Sql[];
	/** What the list has a row under, where that may come later in its order than what the index has it under, and never earlier. */
	readonly listedUnder?: Prisma.Sql;
}

interface WalkedPage {
	readonly walk: Walk;
	readonly id: Prisma.Sql;
	/** Walked is what has the newest, or the most, first: as the indexes have it, with the ids of equal rows in the order of the list. */
	readonly sort: Prisma.Sql;
	readonly limit: number;
	readonly offset: number;
}

/** For each row up to the end of the page so many are looked at: beyond that, to look up what is shared costs less. */
const ROWS_FOR_EACH = 5;
/** Pages that end later are read in the other way. */
const LAST_ROW = 200;
const FEWEST_ROWS = 128;

/** Whether a page of a list with so many rows is worth the walk. */
export function isWithinWalk({ limit, offset }: { limit: number; offset: number }, total: number): boolean {
	return offset + limit <= Math.min(LAST_ROW, total);
}

/** At how many rows the walk to a page looks at the most: a power of two, as each number is a statement of its own. */
export function rowsOfWalk({ limit, offset }: { limit: number; offset: number }): number {
	return 2 ** Math.ceil(Math.log2(Math.max(FEWEST_ROWS, ROWS_FOR_EACH * (offset + limit))));
}

/** Ids of the page, fewer than its limit when the walk ended before its end. */
export function walkQuery({ walk, id, sort, limit, offset }: WalkedPage): Prisma.Sql {
	const { table, alias, indexed, where, listedUnder } = walk;
	const inOrder = Prisma.sql`FROM ${table} ${alias} WHERE ${all(indexed)} ORDER BY ${sort} DESC, ${id}`;
	// In words, as the plan is made once and depends on it.
	const rows = rowsOfWalk({ limit, offset });
	const walked = Prisma.sql`(SELECT ${alias}.* ${inOrder} LIMIT ${Prisma.raw(`${rows}`)}) ${alias}`;
	if (listedUnder === undefined) {
		return Prisma.sql`SELECT ${id} AS id FROM ${walked}
			WHERE ${all(where)} ORDER BY ${sort} DESC, ${id} LIMIT ${limit} OFFSET ${offset}`;
	}
	// Whatever the list has before the last row of the walk was met on it; without a last row, all there is was met.
	const last = Prisma.sql`(SELECT ${sort} ${inOrder} LIMIT 1 OFFSET ${Prisma.raw(`${rows - 1}`)})`;
	// OFFSET keeps it from being asked what the row is listed under before whether it is.
	return Prisma.sql`SELECT id FROM (SELECT ${id} AS id, ${listedUnder} AS listed FROM ${walked} WHERE ${all(where)} OFFSET 0) listed
		WHERE COALESCE(listed > ${last}, TRUE) ORDER BY listed DESC, id LIMIT ${limit} OFFSET ${offset}`;
}

const MOST_VAIN = 5_000;
const TRIED_AGAIN_AFTER_MS = 600_000;

/** Lists with the length of a walk that ended too soon, with when that was, in milliseconds of `performance.now()`. */
const vain = new WeakMap<Transaction, Map<string, number>>();

/** Whether a walk of a list has ended too soon some time ago. */
export function wasVain(db: Transaction, list: string): boolean {
	const at = vain.get(db)?.get(list);
	return at !== undefined && performance.now() - at < TRIED_AGAIN_AFTER_MS;
}

/** Notes that a walk of a list ended too soon. */
export function noteVain(db: Transaction, list: string): void {
	const lists = vain.get(db) ?? new Map<string, number>();
	lists.delete(list);
	vain.set(db, lists.set(list, performance.now()));
	const [oldest] = lists.keys();
	if (lists.size > MOST_VAIN && oldest !== undefined) lists.delete(oldest);
}
