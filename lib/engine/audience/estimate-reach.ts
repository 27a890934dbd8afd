import type { Audience } from "@/lib/contract/audience";
import { slotShape } from "@/lib/formats/device-slots";
import type { EvaluationOptions } from "./audience-engine";
import { bitColumn, WORD_BITS } from "./compile-expression";
import { duckDbDialect } from "./duckdb-dialect";
import { expressionParts, outermostParts } from "./expression-parts";
import { makeTargetedMembers } from "./make-targeted-members";
import type { EvaluationSource } from "./members";
import { withAudienceEngine } from "./with-audience-engine";

/** Estimated reach of an audience design. */
export interface ReachEstimate {
	/** devices of each set */
	readonly reach: number[];
	/** per set, the reach of every part of its expression; null unless requested */
	readonly parts: { path: string; reach: number }[][] | null;
	/**
	 * per set, the devices that are left (all of) or reached (any of) after each part of the outermost
	 * group; null unless parts are requested
	 */
	readonly steps: { path: string; reach: number }[][] | null;
	/** distinct devices in any set */
	readonly deviceCount: number;
	/** size of slots and combinations, nearly all of the targeting file */
	readonly bytes: number;
	/** devices whose ids were hashed for the list of opt-outs */
	readonly hashedDevices: number;
}

/** Bit sums per statement. */
const COUNTS_PER_QUERY = 256;

/**
 * Counts the devices that the sets of a design reach, and those that match each part of an
 * expression, without devices that have opted out (docs/contract.md, Audience expressions). Runs the evaluation of a build, so the
 * numbers are equal for the same data.
 * @throws AudienceRefusedError like an evaluation
 */
export async function estimateReach(
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	{
		parts: wanted,
		optOutsPath,
		...options
	}: EvaluationOptions & { readonly parts: boolean; readonly optOutsPath: string | null },
): Promise<ReachEstimate> {
	const parts = sets.map(({ where }) => (wanted ? expressionParts(where) : []));
	// Parts are evaluated like additional sets; the root of each expression is already one.
	const inner = parts.flatMap((ofSet, set) =>
		ofSet.slice(1).map(({ where }) => ({ sources: (sets[set] as Audience).sources, where })),
	);
	return withAudienceEngine(options, async (db, engine) => {
		const list = { optOutsPath, tempDirectory: options.tempDirectory };
		const targeted = await makeTargetedMembers(db, engine, [...sets, ...inner], sources, list);
		const { words, hashedDevices } = targeted;
		const reach = await countBits(db.rows, sets.length + inner.length);
		const bits = bitsOfParts(parts, sets.length);
		const steps: { path: string; reach: number }[][] = [];
		for (const [set, { where }] of wanted ? sets.entries() : []) {
			steps.push(await countSteps(db.rows, where, bits[set] as ReadonlyMap<string, number>));
		}
		const real = words.slice(0, Math.ceil(sets.length / WORD_BITS)).map((word, index) => {
			const bits = Math.min(WORD_BITS, sets.length - index * WORD_BITS);
			return bits === WORD_BITS ? word : duckDbDialect.and(word, (1n << BigInt(bits)) - 1n);
		});
		const columns = real.map((word, index) => `${word} AS r${index}`).join(", ");
		const inAny = real.map((_word, index) => `r${index} <> 0`).join(" OR ");
		const [counted] = await db.rows(`SELECT count(*) AS combinations, coalesce(sum(devices), 0)::BIGINT AS devices
			FROM (SELECT count(*) AS devices FROM (SELECT ${columns} FROM members) WHERE ${inAny} GROUP BY ALL)`);
		const deviceCount = Number(counted?.devices ?? 0);
		const combinations = Number(counted?.combinations ?? 0);
		return {
			reach: reach.slice(0, sets.length),
			parts: wanted
				? bits.map((ofSet) => [...ofSet].map(([path, bit]) => ({ path, reach: reach[bit] as number })))
				: null,
			steps: wanted ? steps : null,
			deviceCount,
			bytes: bytesOf(deviceCount, combinations, reach.slice(0, sets.length).length),
			hashedDevices,
		};
	});
}

/** The bit of every part, by its path: that of its set for the whole expression. */
function bitsOfParts(parts: readonly (readonly { path: string }[])[], setCount: number): Map<string, number>[] {
	let next = setCount;
	return parts.map((ofSet, set) => new Map(ofSet.map(({ path }, index) => [path, index === 0 ? set : next++])));
}

type Rows = (sql: string) => Promise<Record<string, unknown>[]>;

/** Counts the devices after each step of an expression, from the bits of its parts. */
async function countSteps(rows: Rows, where: Audience["where"], bits: ReadonlyMap<string, number>) {
	const { kind, paths } = outermostParts(where);
	const masks = new Map<string, bigint>();
	const conditions = paths.map((path) => {
		const { column, mask } = bitColumn(bits.get(path) as number, "s");
		masks.set(column, (masks.get(column) ?? 0n) | mask);
		const words = [...masks].map(
			([word, all]) => `${duckDbDialect.and(word, all)} ${kind === "all" ? `= ${duckDbDialect.word(all)}` : "<> 0"}`,
		);
		return words.map((word) => `(${word})`).join(kind === "all" ? " AND " : " OR ");
	});
	const counts = await countWhere(rows, conditions);
	return paths.map((path, index) => ({ path, reach: counts[index] as number }));
}

async function countWhere(rows: Rows, conditions: readonly string[]): Promise<number[]> {
	const counts: number[] = [];
	for (let from = 0; from < conditions.length; from += COUNTS_PER_QUERY) {
		const batch = conditions.slice(from, from + COUNTS_PER_QUERY);
		const sums = batch.map((condition, index) => `count(*) FILTER (${condition}) AS n${index}`);
		const [row] = await rows(`SELECT ${sums.join(", ")} FROM members`);
		counts.push(...batch.map((_condition, index) => Number(row?.[`n${index}`] ?? 0)));
	}
	return counts;
}

const countBits = (rows: Rows, count: number): Promise<number[]> =>
	countWhere(
		rows,
		Array.from({ length: count }, (_, bit) => {
			const { column, mask } = bitColumn(bit, "s");
			return `${duckDbDialect.and(column, mask)} <> 0`;
		}),
	);

/** Nearly all of it is slots (formats.md, "Audience"); combinations are mostly short. */
function bytesOf(devices: number, combinations: number, setCount: number): number {
	if (devices === 0) return 0;
	const shape = slotShape(devices, combinations);
	return shape.count * shape.words * 4 + combinations * 4 * (1 + Math.min(setCount, 4));
}
