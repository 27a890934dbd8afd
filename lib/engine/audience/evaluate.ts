import type { Audience } from "@/lib/contract/audience";
import { WORD_BITS } from "./compile-expression";
import { type DeviceChunk, readDeviceChunks } from "./device-chunks";
import { type DuckDb, type DuckDbOptions, withDuckDb } from "./duckdb";
import { type DeviceIdKind, type EvaluationSource, makeMembers } from "./members";

export { AudienceRefusedError, type EvaluationSource } from "./members";

/** The devices of a design's sets. */
export interface Evaluation {
	deviceIdKind: DeviceIdKind;
	/** devices of each set */
	reach: number[];
	/** The combinations of sets that occur, each as ascending indexes of sets; never empty ones. */
	combinations: number[][];
	/** devices in any set */
	deviceCount: number;
	/** Every device that is in any set, once, ordered by its id; to be read once. */
	devices: AsyncIterable<DeviceChunk>;
}

/**
 * Evaluates the audiences of all sets of a design in one pass for each group of sets over the same sources (design.md
 * section 7). The result lives as long as `use` runs. An unknown segment is one that no device was seen in.
 * @throws AudienceRefusedError for a source that is not given, or sources whose device ids are of different kinds
 */
export async function evaluateAudiences<T>(
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	options: DuckDbOptions,
	use: (evaluation: Evaluation) => Promise<T>,
): Promise<T> {
	return withDuckDb(options, async (db) => {
		const { deviceIdKind, words } = await makeMembers(db, sets, sources);
		await db.run(`CREATE TEMP TABLE combinations AS
			SELECT ${words.join(", ")}, (row_number() OVER (ORDER BY ${words.join(", ")}) - 1)::UINTEGER AS combination,
				count(*) AS devices FROM members GROUP BY ${words.join(", ")}`);
		const counted = await readCombinations(db, words, sets.length);
		// In order of the ids, so that the same input gives the same file.
		const result = await db.connection.stream(`SELECT device_id, combination FROM members
			JOIN combinations USING (${words.join(", ")}) ORDER BY device_id`);
		return use({ deviceIdKind, ...counted, devices: readDeviceChunks(result) });
	});
}

async function readCombinations(
	db: DuckDb,
	words: readonly string[],
	setCount: number,
): Promise<Pick<Evaluation, "reach" | "combinations" | "deviceCount">> {
	const reach = new Array<number>(setCount).fill(0);
	const combinations: number[][] = [];
	let deviceCount = 0;
	for (const row of await db.rows(`SELECT * FROM combinations ORDER BY combination`)) {
		const devices = Number(row.devices);
		const sets = words.flatMap((word, number) => bitsOf(row[word] as bigint).map((bit) => number * WORD_BITS + bit));
		for (const set of sets) reach[set] = (reach[set] as number) + devices;
		combinations.push(sets);
		deviceCount += devices;
	}
	return { reach, combinations, deviceCount };
}

/** The numbers of the bits that are set, ascending. */
export function bitsOf(word: bigint): number[] {
	const bits: number[] = [];
	for (let rest = word, bit = 0; rest !== 0n; rest >>= 1n, bit += 1) {
		if ((rest & 1n) === 1n) bits.push(bit);
	}
	return bits;
}
