import { type Planned, readRows } from "@/lib/db/read-rows";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";
import { addUpTallies } from "./tallies";

/** What totals depend on, as the triggers on the tables name it: the source of a row of `list_changes`. */
export type CountedSource = "designs" | "builds" | "deployments" | "targets";

/** A total, and the snapshot of the database that it was counted in. */
interface Counted {
	readonly total: number;
	readonly snapshot: string;
}

const MOST_TOTALS = 5_000;
const SWEEP_INTERVAL_MS = 300_000;
/** So often are changes that counts read added up: what each count has to read stays in proportion to the changes between two. */
const COUNTS_BETWEEN_SUMS = 100;

const KEY = Symbol.for("targeting-service.counted-totals");
/** Pages and routes are bundled apart, and remember together. Of each database its own; by the query that counts, oldest use first. */
const shared = globalThis as {
	[KEY]?: WeakMap<object, { totals: Map<string, Counted>; counted: number; sweptAt: number }>;
};

/**
 * The page with a total that was counted before, when nothing has changed since that the total depends on; null when it was
 * not counted yet, or no longer holds. Page and check are one statement, so that they are of one snapshot: whatever
 * transaction the page can see and the count could not has left its number in `list_changes` for the check to see. That it looks
 * between two bounds, though none lies above the upper one, tells the planner that these are few.
 */
export async function rememberedTotal(
	db: Transaction,
	count: Prisma.Sql,
	sources: readonly CountedSource[],
	page: Prisma.Sql,
	planned: Planned = "anew",
): Promise<{ ids: string[]; total: number } | null> {
	const { totals } = memoryOf(db);
	const key = keyOf(count);
	const counted = totals.get(key);
	if (counted === undefined) return null;
	const { total, snapshot } = counted;
	const [found] = await readRows<{ ids: string[]; changed: boolean }>(
		db,
		Prisma.sql`
		SELECT ARRAY(${page}) AS ids, EXISTS (SELECT 1 FROM list_changes c
			WHERE c.transaction BETWEEN pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint
					AND pg_snapshot_xmax(pg_current_snapshot())::text::bigint
				AND (c.source = 'swept' OR (c.source = ANY (${[...sources]}::text[])
					AND NOT pg_visible_in_snapshot(c.transaction::text::xid8, ${snapshot}::pg_snapshot)))) AS changed`,
		planned,
	);
	totals.delete(key);
	if (found === undefined || found.changed) return null;
	totals.set(key, counted);
	return { ids: found.ids, total };
}

/** Counts, and remembers it with the snapshot that it was counted in. */
export async function countedTotal(db: Transaction, count: Prisma.Sql, planned: Planned = "anew"): Promise<number> {
	const [counted] = await readRows<Counted>(
		db,
		Prisma.sql`
		SELECT ${count}::int AS total, pg_current_snapshot()::text AS snapshot`,
		planned,
	);
	if (counted === undefined) throw new Error("A count always has a row.");
	const memory = memoryOf(db);
	memory.totals.set(keyOf(count), counted);
	for (const oldest of memory.totals.keys()) {
		if (memory.totals.size <= MOST_TOTALS) break;
		memory.totals.delete(oldest);
	}
	memory.counted += 1;
	if (memory.counted % COUNTS_BETWEEN_SUMS === 0) await addUpTallies(db);
	const now = performance.now();
	if (now - memory.sweptAt > SWEEP_INTERVAL_MS) {
		memory.sweptAt = now;
		await sweepListChanges(db);
	}
	return counted.total;
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
	shared[KEY] ??= new WeakMap();
	const memory = shared[KEY].get(db) ?? { totals: new Map<string, Counted>(), counted: 0, sweptAt: performance.now() };
	shared[KEY].set(db, memory);
	return memory;
}

function keyOf(count: Prisma.Sql): string {
	return `${count.sql}\0${JSON.stringify(count.values)}`;
}
