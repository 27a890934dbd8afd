import type { Audience } from "@/lib/contract/audience";
import { slotShape } from "@/lib/formats/device-slots";
import { bitColumn, ubigint, WORD_BITS } from "./compile-expression";
import { type DuckDbOptions, withDuckDb } from "./duckdb";
import { expressionParts } from "./expression-parts";
import { type EvaluationSource, makeMembers } from "./members";

/** Estimated reach of an audience design. */
export interface ReachEstimate {
	/** devices of each set */
	readonly reach: number[];
	/** per set, the reach of every part of its expression; null unless requested */
	readonly parts: { path: string; reach: number }[][] | null;
	/** distinct devices in any set */
	readonly deviceCount: number;
	/** size of slots and combinations, nearly all of the targeting file */
	readonly bytes: number;
}

/** Bit sums per statement. */
const COUNTS_PER_QUERY = 256;

/**
 * Counts the devices that the sets of a design reach, and those that match each part of an
 * expression (docs/contract.md, Audience expressions). Runs the evaluation of a build, so the
 * numbers are equal for the same data.
 * @throws AudienceRefusedError like an evaluation
 */
export async function estimateReach(
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	{ parts: wanted, ...options }: DuckDbOptions & { readonly parts: boolean },
): Promise<ReachEstimate> {
	const parts = sets.map(({ where }) => (wanted ? expressionParts(where) : []));
	// Parts are evaluated like additional sets; the root of each expression is already one.
	const inner = parts.flatMap((ofSet, set) =>
		ofSet.slice(1).map(({ where }) => ({ sources: (sets[set] as Audience).sources, where })),
	);
	return withDuckDb(options, async (db) => {
		const { words } = await makeMembers(db, [...sets, ...inner], sources);
		const reach = await countBits(db.rows, sets.length + inner.length);
		const real = words.slice(0, Math.ceil(sets.length / WORD_BITS)).map((word, index) => {
			const bits = Math.min(WORD_BITS, sets.length - index * WORD_BITS);
			return bits === WORD_BITS ? word : `${word} & ${ubigint((1n << BigInt(bits)) - 1n)}`;
		});
		const columns = real.map((word, index) => `${word} AS r${index}`).join(", ");
		const inAny = real.map((_word, index) => `r${index} <> 0`).join(" OR ");
		const [counted] = await db.rows(`SELECT count(*) AS combinations, coalesce(sum(devices), 0)::BIGINT AS devices
			FROM (SELECT count(*) AS devices FROM (SELECT ${columns} FROM members) WHERE ${inAny} GROUP BY ALL)`);
		const deviceCount = Number(counted?.devices ?? 0);
		const combinations = Number(counted?.combinations ?? 0);
		let next = sets.length;
		return {
			reach: reach.slice(0, sets.length),
			parts: wanted
				? parts.map((ofSet, set) =>
						ofSet.map(({ path }, index) => ({ path, reach: reach[index === 0 ? set : next++] as number })),
					)
				: null,
			deviceCount,
			bytes: bytesOf(deviceCount, combinations, reach.slice(0, sets.length).length),
		};
	});
}

async function countBits(rows: (sql: string) => Promise<Record<string, unknown>[]>, count: number): Promise<number[]> {
	const counts: number[] = [];
	for (let from = 0; from < count; from += COUNTS_PER_QUERY) {
		const bits = Array.from({ length: Math.min(COUNTS_PER_QUERY, count - from) }, (_, index) => from + index);
		const sums = bits.map((bit) => {
			const { column, mask } = bitColumn(bit, "s");
			return `count(*) FILTER (${column} & ${ubigint(mask)} <> 0) AS n${bit}`;
		});
		const [row] = await rows(`SELECT ${sums.join(", ")} FROM members`);
		counts.push(...bits.map((bit) => Number(row?.[`n${bit}`] ?? 0)));
	}
	return counts;
}

/** Nearly all of it is slots (formats.md, "Audience"); combinations are mostly short. */
function bytesOf(devices: number, combinations: number, setCount: number): number {
	if (devices === 0) return 0;
	const shape = slotShape(devices, combinations);
	return shape.count * shape.words * 4 + combinations * 4 * (1 + Math.min(setCount, 4));
}
