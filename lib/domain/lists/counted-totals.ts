import { Prisma } from "@/lib/generated/prisma/client";
import type { Planned } from "@/lib/platform/db/prisma-client";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Transaction } from "@/lib/platform/service";
import { addUpTallies } from "./tallies";

/** What totals depend on, as the triggers on the tables name it: the source of a row of `list_changes`. */
export type CountedSource = "designs" | "design_statuses" | "builds" | "deployments" | "targets";

/** How a list's total is counted. */
export interface CountedRows {
	/** The whole of it, as one expression. */
	readonly whole: Prisma.Sql;
	/**
	 * What a slice of the designs contributes: as rows of `slice` and `n` for all of them, and as an expression for the designs between
	 * two ids. Null where nothing is counted slice by slice.
	 */
	readonly sliced: {
		readonly all: () => Prisma.Sql;
		readonly between: (first: Prisma.Sql, last: Prisma.Sql) => Prisma.Sql;
		/** The rest of the total, as one expression. */
		readonly rest: () => Prisma.Sql;
	} | null;
	/** Whatever the conditions look at. */
	readonly sources: readonly CountedSource[];
}

/** A total, and the last snapshot of the database that it is known to hold in. */
interface Counted {
	readonly total: number;
	readonly snapshot: string;
	/** What each slice contributes to it; null before it was counted a second time. */
	readonly slices: Int32Array | null;
}

/** How the ids of a page are read. */
export interface PageStatement {
	readonly statement: Prisma.Sql;
	readonly planned: Planned;
}

const MOST_TOTALS = 5_000;
/** Slices of the designs, by the first ten bits of their ids (function `fine_slice_of_design`). */
const SLICES = 1024;
/** When more have changed, all are counted. */
const MOST_SLICES = 64;
/** In the place of a slice: what concerns all of them, and what belongs to none. */
const EVERY_SLICE = -1;
const NO_SLICE = -2;
const SWEEP_INTERVAL_MS = 300_000;
/** So often are changes that counts read added up, and by the first count of a minute: what each has to read stays in proportion to the changes between two. */
const COUNTS_BETWEEN_SUMS = 100;
const SUM_INTERVAL_MS = 60_000;

/** Of each database its own; by the query that counts, oldest use first. */
const memories = new WeakMap<
	object,
	{ totals: Map<string, Counted>; counted: number; summedAt: number; sweptAt: number }
>();

/**
 * The page with a total that was counted before: as it is when nothing has changed since that the total depends on, and with
 * the slices of the designs counted anew that something did change in; null when it was not counted yet, or too much has changed. Page and
 * check are one statement, so that they are of one snapshot: whatever transaction the page can see and the count could not has left its
 * number in `list_changes` for the check to see.
 * @param page reads it, given about how many rows there are
 */
export async function rememberedTotal(
	db: Transaction,
	count: CountedRows,
	page: (total: number) => PageStatement,
): Promise<{ ids: string[]; total: number } | null> {
	const { totals } = memoryOf(db);
	const key = keyOf(count);
	const counted = totals.get(key);
	if (counted === undefined) return null;
	const { statement, planned: pagePlanned } = page(counted.total);
	const [found] = await db.$rows<{ ids: string[]; changed: number[]; snapshot: string }>(
		Prisma.sql`SELECT ARRAY(${statement}) AS ids, ARRAY(${changedSlices(count.sources, counted.snapshot)} LIMIT ${Prisma.raw(`${MOST_SLICES + 1}`)}) AS changed,
			pg_current_snapshot()::text AS snapshot`,
		pagePlanned,
	);
	totals.delete(key);
	if (found === undefined) return null;
	const { ids, changed, snapshot } = found;
	// What was looked through without a change that concerns this total is not looked through again, however much of it there is.
	const current = changed.length === 0 ? { ...counted, snapshot } : await countedAgain(db, count, counted, changed);
	if (current === null) return null;
	totals.set(key, current);
	await (changed.length === 0 ? sweepInTime(db) : tidyUp(db));
	return { ids, total: current.total };
}

/** Counts all there is, and remembers it with the snapshot that it was counted in. */
export async function countedTotal(db: Transaction, count: CountedRows, planned: Planned = "anew"): Promise<number> {
	const [counted] = await db.$rows<{ total: number; snapshot: string }>(
		Prisma.sql`
		SELECT ${count.whole}::int AS total, pg_current_snapshot()::text AS snapshot`,
		planned,
	);
	if (counted === undefined) throw new Error("A count always has a row.");
	const memory = memoryOf(db);
	memory.totals.set(keyOf(count), { ...counted, slices: null });
	for (const oldest of memory.totals.keys()) {
		if (memory.totals.size <= MOST_TOTALS) break;
		memory.totals.delete(oldest);
	}
	await tidyUp(db);
	return counted.total;
}

/** After every count, of whatever part: keeps what the next ones have to read small. */
async function tidyUp(db: Transaction): Promise<void> {
	const memory = memoryOf(db);
	const now = performance.now();
	memory.counted += 1;
	if (memory.counted % COUNTS_BETWEEN_SUMS === 0 || now - memory.summedAt > SUM_INTERVAL_MS) {
		memory.summedAt = now;
		await nobodyFails(addUpTallies(db));
	}
	await sweepInTime(db);
}

async function sweepInTime(db: Transaction): Promise<void> {
	const memory = memoryOf(db);
	const now = performance.now();
	if (now - memory.sweptAt <= SWEEP_INTERVAL_MS) return;
	memory.sweptAt = now;
	await nobodyFails(sweepListChanges(db));
}

/** Whoever reads a list has it by now, also from a database that only reads. */
async function nobodyFails(tidying: Promise<void>): Promise<void> {
	await tidying.catch((err: unknown) => reportFailure("sweep", err, "a sweep failed"));
}

/** Of a list that is asked for time and again: by slices the first time that something has changed, and then only those where it has. */
async function countedAgain(
	db: Transaction,
	count: CountedRows,
	before: Counted,
	changed: readonly number[],
): Promise<Counted | null> {
	if (count.sliced === null) return null;
	const few = changed.length <= MOST_SLICES && !changed.includes(EVERY_SLICE);
	if (before.slices === null || !few) return countedBySlices(db, count.sliced);
	// Planned once: whoever asks, and for whatever, it begins with the few designs of each slice.
	const found = await db.$rows<SliceCount>(
		Prisma.sql`
		WITH changed AS MATERIALIZED (${changedSlices(count.sources, before.snapshot)})
		SELECT slice, total, pg_current_snapshot()::text AS snapshot FROM (
			SELECT slice, ${count.sliced.between(Prisma.sql`first`, Prisma.sql`last`)}::int AS total FROM (
				SELECT slice, (lpad(to_hex(slice << 6), 4, '0') || '0000-0000-0000-0000-000000000000')::uuid AS first,
					(lpad(to_hex((slice << 6) | 63), 4, '0') || 'ffff-ffff-ffff-ffff-ffffffffffff')::uuid AS last
				FROM changed WHERE slice >= 0 OFFSET 0) slices
			UNION ALL SELECT slice, 0 FROM changed WHERE slice = ${Prisma.raw(`${EVERY_SLICE}`)}
			UNION ALL SELECT ${Prisma.raw(`${NO_SLICE}`)}, ${count.sliced.rest()}::int) counted`,
		"once",
	);
	// Something that concerns all of them, in the moment between the two statements.
	if (found.some(({ slice }) => slice === EVERY_SLICE)) return countedBySlices(db, count.sliced);
	return summed(found, before.slices);
}

interface SliceCount {
	readonly slice: number;
	readonly total: number;
	readonly snapshot: string;
}

async function countedBySlices(db: Transaction, sliced: NonNullable<CountedRows["sliced"]>): Promise<Counted> {
	const found = await db.$rows<SliceCount>(
		Prisma.sql`
		SELECT slice, total, pg_current_snapshot()::text AS snapshot FROM (
			SELECT slice, sum(n)::int AS total FROM (${sliced.all()}) parts GROUP BY slice
			UNION ALL SELECT ${Prisma.raw(`${NO_SLICE}`)}, ${sliced.rest()}::int) counted`,
		"anew",
	);
	return summed(found, new Int32Array(SLICES));
}

/** The slices that were found in the place of what was known of them. */
function summed(found: readonly SliceCount[], known: Int32Array): Counted {
	const slices = Int32Array.from(known);
	let total = 0;
	for (const row of found) {
		if (row.slice === NO_SLICE) total += row.total;
		else slices[row.slice] = row.total;
	}
	const [{ snapshot } = { snapshot: "" }] = found;
	return { total: slices.reduce((sum, rows) => sum + rows, total), snapshot, slices };
}

/**
 * The slices that a snapshot could not see everything of that this statement sees. That it looks between two bounds, though none
 * lies above the upper one, tells the planner that these are few.
 */
function changedSlices(sources: readonly CountedSource[], snapshot: string): Prisma.Sql {
	return Prisma.sql`SELECT DISTINCT c.fine_slice::int AS slice FROM list_changes c
		WHERE c.transaction BETWEEN pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint
				AND pg_snapshot_xmax(pg_current_snapshot())::text::bigint
			AND (c.source = 'swept' OR (c.source = ANY (${[...sources]}::text[])
				AND NOT pg_visible_in_snapshot(c.transaction::text::xid8, ${snapshot}::pg_snapshot)))`;
}

/**
 * Removes the noted changes that are over; the row `swept` makes every total be counted again whose snapshot could not see
 * all of what it stands for.
 */
export async function sweepListChanges(db: Transaction): Promise<void> {
	await db.$executeRaw`
		WITH swept AS (DELETE FROM list_changes
			WHERE transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint RETURNING transaction)
		INSERT INTO list_changes (transaction, source)
		SELECT max(transaction), 'swept' FROM swept HAVING max(transaction) IS NOT NULL
		ON CONFLICT DO NOTHING`;
}

function memoryOf(db: Transaction) {
	const memory = memories.get(db) ?? {
		totals: new Map<string, Counted>(),
		counted: 0,
		summedAt: Number.NEGATIVE_INFINITY,
		sweptAt: performance.now(),
	};
	memories.set(db, memory);
	return memory;
}

/** What a total is remembered by. */
export function keyOf({ whole }: CountedRows): string {
	return `${whole.sql}\0${JSON.stringify(whole.values)}`;
}
