import type { Audience } from "@/lib/contract/audience";
import {
	bitColumn,
	ConditionIndex,
	compileExpression,
	holdsForNone,
	type IndexedCondition,
	ubigint,
	WORD_BITS,
} from "./compile-expression";
import { literal } from "./duckdb";

/** A source's data: distinct rows `device_id, segment, seen_at`, and the newest `seen_at`. */
export interface SourceTable {
	/** the SQL relation, such as `read_parquet('…')` */
	relation: string;
	/** microseconds since 1970; null for a source without rows */
	newestSeenAt: bigint | null;
}

/** Time windows per pass over the rows, each a column of the grouping. */
const WINDOWS_PER_PASS = 32;
const DAY_MICROSECONDS = 86_400_000_000n;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Columns `s0`, `s1`, … with a bit per set. */
export const setWords = (setCount: number): string[] =>
	range(Math.ceil(setCount / WORD_BITS)).map((word) => `s${word}`);

/**
 * Statements that evaluate audiences over the same sources into a table `name` of `device_id` and
 * the set columns, with the devices in any set. `sets` are indexes into the design's sets.
 *
 * A row that several sources share is one visit; it is within a window if it is for any of them.
 */
export function groupStatements(
	name: string,
	sources: readonly SourceTable[],
	sets: readonly { index: number; where: Audience["where"] }[],
	setCount: number,
): string[] {
	const index = new ConditionIndex();
	const holds = sets.map((set) => ({ set: set.index, sql: compileExpression(set.where, index) }));
	const columns = range(index.words).map((word) => `c${word}`);
	const windows = [...new Set(index.conditions.map((condition) => condition.withinDays))];
	const passes = range(Math.ceil(windows.length / WINDOWS_PER_PASS)).map((pass) =>
		windows.slice(pass * WINDOWS_PER_PASS, (pass + 1) * WINDOWS_PER_PASS),
	);
	const branches = passes.map((pass, number) => passSql(name, sources, pass, number * WINDOWS_PER_PASS, columns));
	if (sets.some((set) => holdsForNone(set.where))) {
		const none = columns.map((column) => `0::UBIGINT AS ${column}`);
		for (const { relation } of sources)
			branches.push(`SELECT DISTINCT ${["device_id", ...none].join(", ")} FROM ${relation}`);
	}
	const merged = columns.map((column) => `bit_or(${column}) AS ${column}`);
	const grouped =
		branches.length === 1
			? (branches[0] as string)
			: `SELECT ${["device_id", ...merged].join(", ")} FROM (${branches.join(" UNION ALL ")}) GROUP BY device_id`;
	const words = setWords(setCount);
	const inAny = words.map((word) => `${word} <> 0`).join(" OR ");
	return [
		conditionTable(name, index.conditions, windows),
		`CREATE TEMP TABLE ${name} AS SELECT * FROM (SELECT device_id, ${words
			.map((word, number) => `${wordSql(number, holds)} AS ${word}`)
			.join(", ")} FROM (${grouped})) WHERE ${inAny}`,
		`DROP TABLE ${name}_conditions`,
	];
}

/** One set column, from the bits of a device's conditions. */
function wordSql(word: number, holds: readonly { set: number; sql: string }[]): string {
	const terms = holds
		.filter(({ set }) => Math.floor(set / WORD_BITS) === word)
		.map(({ set, sql }) => `(CASE WHEN ${sql} THEN ${ubigint(bitColumn(set, "s").mask)} ELSE 0::UBIGINT END)`);
	return terms.length === 0 ? "0::UBIGINT" : terms.join(" | ");
}

/** The conditions as a table, so that a row joins only those of its segment. */
function conditionTable(name: string, conditions: readonly IndexedCondition[], windows: (number | null)[]): string {
	const rows = conditions.map(({ segment, minVisits, withinDays, bit }) => {
		const values = [windows.indexOf(withinDays), minVisits, Math.floor(bit / WORD_BITS)];
		return `(${literal(segment)}, ${values.join(", ")}, ${ubigint(bitColumn(bit, "c").mask)})`;
	});
	return `CREATE TEMP TABLE ${name}_conditions AS SELECT * FROM (VALUES ${rows.join(", ")}) AS v(segment, time_window, min_visits, word, mask)`;
}

/** Devices with the bits of their conditions, for the windows from `offset` on. */
function passSql(
	name: string,
	sources: readonly SourceTable[],
	windows: readonly (number | null)[],
	offset: number,
	columns: readonly string[],
): string {
	const conditions = `${name}_conditions`;
	const flags = range(windows.length).map((window) => `w${window}`);
	const visits =
		sources.length === 1
			? visitsSql(sources[0] as SourceTable, windows, conditions, [])
			: `SELECT device_id, segment, ${flags.map((flag) => `bool_or(${flag}) AS ${flag}`).join(", ")}
				FROM (${sources.map((source) => visitsSql(source, windows, conditions, ["seen_at"])).join(" UNION ALL ")})
				GROUP BY device_id, segment, seen_at`;
	const counts = flags.map((flag, window) => `count(*) FILTER (${flag}) AS n${window}`);
	const count = `CASE time_window ${flags.map((_flag, window) => `WHEN ${offset + window} THEN n${window}`).join(" ")} END`;
	const bits = columns.map(
		(column, word) => `bit_or(CASE WHEN word = ${word} THEN mask ELSE 0::UBIGINT END) AS ${column}`,
	);
	return `SELECT device_id, ${bits.join(", ")}
		FROM (SELECT device_id, segment, ${counts.join(", ")} FROM (${visits}) GROUP BY device_id, segment)
		JOIN ${conditions} USING (segment)
		WHERE time_window BETWEEN ${offset} AND ${offset + windows.length - 1} AND ${count} >= min_visits
		GROUP BY device_id`;
}

function visitsSql(
	source: SourceTable,
	windows: readonly (number | null)[],
	conditions: string,
	kept: readonly string[],
): string {
	const flags = windows.map((days, window) => `${windowSql(source, days)} AS w${window}`);
	return `SELECT ${["device_id", "segment", ...kept, ...flags].join(", ")} FROM ${source.relation}
		WHERE segment IN (SELECT segment FROM ${conditions})`;
}

function windowSql({ newestSeenAt }: SourceTable, days: number | null): string {
	if (days === null || newestSeenAt === null) return "TRUE";
	return `seen_at >= make_timestamp(${newestSeenAt - BigInt(days) * DAY_MICROSECONDS})`;
}
