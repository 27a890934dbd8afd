import type { Audience } from "@/lib/contract/audience";
import { bitColumn, ConditionIndex, compileExpression, holdsForNone, WORD_BITS } from "./compile-expression";
import type { ConditionRow, Dialect } from "./dialect";

/** A source's data: distinct rows `device_id, segment, seen_at`, and the newest `seen_at`. */
export interface SourceTable {
	/** the SQL relation, such as `read_parquet('…')` */
	relation: string;
	/** microseconds since 1970; null for a source without rows */
	newestSeenAt: bigint | null;
}

/** Sets of a design over the same sources; `index` is that of the set. */
export interface SetGroup {
	readonly sources: readonly SourceTable[];
	readonly sets: readonly { index: number; where: Audience["where"] }[];
	/** Sets of the whole design. */
	readonly setCount: number;
}

/** How an engine evaluates a group: `members` reads the rows of `conditions` as CONDITIONS. */
export interface GroupQuery {
	readonly conditions: string;
	/** `device_id` and the set columns of the devices in any set. */
	readonly members: string;
}

/** The relation of a group's conditions. */
export const CONDITIONS = "conditions";

/** Time windows per pass over the rows, each a column of the grouping. */
const WINDOWS_PER_PASS = 32;
const DAY_MICROSECONDS = 86_400_000_000n;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Columns `s0`, `s1`, … with a bit per set. */
export const setWords = (setCount: number): string[] =>
	range(Math.ceil(setCount / WORD_BITS)).map((word) => `s${word}`);

/**
 * The query that evaluates audiences over the same sources.
 *
 * A row that several sources share is one visit; it is within a window if it is for any of them.
 */
export function groupQuery({ sources, sets, setCount }: SetGroup, dialect: Dialect): GroupQuery {
	const index = new ConditionIndex();
	const holds = sets.map((set) => ({ set: set.index, sql: compileExpression(set.where, index, dialect) }));
	const columns = range(index.words).map((word) => `c${word}`);
	const windows = [...new Set(index.conditions.map((condition) => condition.withinDays))];
	const passes = range(Math.ceil(windows.length / WINDOWS_PER_PASS)).map((pass) =>
		windows.slice(pass * WINDOWS_PER_PASS, (pass + 1) * WINDOWS_PER_PASS),
	);
	const segments = [...new Set(index.conditions.map(({ segment }) => dialect.literal(segment)))].join(", ");
	const pass = new Pass(sources, segments, columns, dialect);
	const branches = passes.map((each, number) => pass.sql(each, number * WINDOWS_PER_PASS));
	if (sets.some((set) => holdsForNone(set.where))) {
		const none = columns.map((column) => `${dialect.word(0n)} AS ${column}`);
		for (const { relation } of sources)
			branches.push(`SELECT DISTINCT ${["device_id", ...none].join(", ")} FROM ${relation}`);
	}
	const merged = columns.map((column) => `${dialect.orOfGroup(column)} AS ${column}`);
	const grouped =
		branches.length === 1
			? (branches[0] as string)
			: `SELECT ${["device_id", ...merged].join(", ")} FROM (${branches.join(" UNION ALL ")}) GROUP BY device_id`;
	const words = setWords(setCount);
	const inAny = words.map((word) => `${word} <> 0`).join(" OR ");
	const ofSets = words.map((word, number) => `${wordSql(number, holds, dialect)} AS ${word}`);
	return {
		conditions: dialect.conditions(rowsOf(index, windows)),
		members: `SELECT * FROM (SELECT device_id, ${ofSets.join(", ")} FROM (${grouped})) WHERE ${inAny}`,
	};
}

/** One set column, from the bits of a device's conditions. */
function wordSql(word: number, holds: readonly { set: number; sql: string }[], dialect: Dialect): string {
	const none = dialect.word(0n);
	const terms = holds
		.filter(({ set }) => Math.floor(set / WORD_BITS) === word)
		.map(({ set, sql }) => `(CASE WHEN ${sql} THEN ${dialect.word(bitColumn(set, "s").mask)} ELSE ${none} END)`);
	return terms.length === 0 ? none : dialect.or(terms);
}

/** The conditions as rows, so that a visit joins only those of its segment. */
function rowsOf({ conditions }: ConditionIndex, windows: readonly (number | null)[]): ConditionRow[] {
	return conditions.map(({ segment, minVisits, withinDays, bit }) => ({
		segment,
		minVisits,
		window: windows.indexOf(withinDays),
		word: Math.floor(bit / WORD_BITS),
		mask: bitColumn(bit, "c").mask,
	}));
}

/** One pass over the visits of sources, for so many time windows. */
class Pass {
	readonly #sources: readonly SourceTable[];
	/** Literals of the segments with conditions. */
	readonly #segments: string;
	readonly #columns: readonly string[];
	readonly #dialect: Dialect;

	constructor(sources: readonly SourceTable[], segments: string, columns: readonly string[], dialect: Dialect) {
		this.#sources = sources;
		this.#segments = segments;
		this.#columns = columns;
		this.#dialect = dialect;
	}

	/** Devices with the bits of their conditions, for the windows from `offset` on. */
	sql(windows: readonly (number | null)[], offset: number): string {
		const flags = range(windows.length).map((window) => `w${window}`);
		const [only, ...others] = this.#sources.map((source) => (kept: string[]) => this.#visits(source, windows, kept));
		const visits =
			others.length === 0
				? only?.([])
				: `SELECT device_id, segment, ${flags.map((flag) => `max(${flag}) AS ${flag}`).join(", ")}
				FROM (${[only, ...others].map((visits) => visits?.(["seen_at"])).join(" UNION ALL ")})
				GROUP BY device_id, segment, seen_at`;
		const counts = flags.map((flag, window) => `count(*) FILTER (WHERE ${flag}) AS n${window}`);
		const count = `CASE time_window ${flags.map((_flag, window) => `WHEN ${offset + window} THEN n${window}`).join(" ")} END`;
		const none = this.#dialect.word(0n);
		const bits = this.#columns.map(
			(column, word) =>
				`${this.#dialect.orOfGroup(`CASE WHEN word = ${word} THEN mask ELSE ${none} END`)} AS ${column}`,
		);
		return `SELECT device_id, ${bits.join(", ")}
		FROM (SELECT device_id, segment, ${counts.join(", ")} FROM (${visits}) AS visits GROUP BY device_id, segment) AS counted
		JOIN ${CONDITIONS} USING (segment)
		WHERE time_window BETWEEN ${offset} AND ${offset + windows.length - 1} AND ${count} >= min_visits
		GROUP BY device_id`;
	}

	#visits(source: SourceTable, windows: readonly (number | null)[], kept: readonly string[]): string {
		const flags = windows.map((days, window) => `${this.#isWithin(source, days)} AS w${window}`);
		return `SELECT ${["device_id", "segment", ...kept, ...flags].join(", ")} FROM ${source.relation}
		WHERE segment IN (${this.#segments})`;
	}

	#isWithin({ newestSeenAt }: SourceTable, days: number | null): string {
		if (days === null || newestSeenAt === null) return "TRUE";
		return `seen_at >= ${this.#dialect.time(newestSeenAt - BigInt(days) * DAY_MICROSECONDS)}`;
	}
}
