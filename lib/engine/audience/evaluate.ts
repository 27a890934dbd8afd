import type { Audience } from "@/lib/contract/audience";
import type { DeviceChunk } from "@/lib/formats/device-collector";
import type { DeviceIdKind } from "@/lib/formats/meta";
import type { EvaluationOptions } from "./audience-engine";
import { WORD_BITS } from "./compile-expression";
import type { DuckDb } from "./duckdb";
import { makeTargetedMembers } from "./make-targeted-members";
import type { EvaluationSource } from "./members";
import { readDeviceChunks } from "./read-device-chunks";
import { withAudienceEngine } from "./with-audience-engine";

export { AudienceRefusedError, type EvaluationSource } from "./members";

/** Result of an evaluation. */
export interface Evaluation {
	deviceIdKind: DeviceIdKind;
	reach: number[];
	/** The occurring combinations of sets, each as ascending set indexes; without the empty one. */
	combinations: number[][];
	/** devices in any set */
	deviceCount: number;
	/** Every device in any set, once, ordered by id; can be read once. */
	devices: AsyncIterable<DeviceChunk>;
}

/**
 * Evaluates the audiences of all sets of a design, in one pass per group of sets over the same
 * sources (docs/contract.md, Audience expressions). The result is valid while `use` runs. An
 * unknown segment matches no device, and a device that has opted out is in no set.
 * @throws AudienceRefusedError for a missing source, or sources with different kinds of device ids
 */
export async function evaluateAudiences<T>(
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	{ optOutsPath, ...options }: EvaluationOptions & { readonly optOutsPath: string | null },
	use: (evaluation: Evaluation) => Promise<T>,
): Promise<T> {
	return withAudienceEngine(options, async (db, engine) => {
		const list = { optOutsPath, tempDirectory: options.tempDirectory };
		const { deviceIdKind, words } = await makeTargetedMembers(db, engine, sets, sources, list);
		await db.run(`CREATE TEMP TABLE combinations AS
			SELECT ${words.join(", ")}, (row_number() OVER (ORDER BY ${words.join(", ")}) - 1)::UINTEGER AS combination,
				count(*) AS devices FROM members GROUP BY ${words.join(", ")}`);
		const counted = await readCombinations(db, words, sets.length);
		// Ordered, so that the same input gives the same file.
		const result = await db.connection.stream(`SELECT device_id, combination FROM members
			JOIN combinations USING (${words.join(", ")}) ORDER BY device_id`);
		return use({ deviceIdKind, ...counted, devices: readDeviceChunks(result, deviceIdKind) });
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

/** The positions of the set bits, ascending. */
export function bitsOf(word: bigint): number[] {
	const bits: number[] = [];
	for (let rest = word, bit = 0; rest !== 0n; rest >>= 1n, bit += 1) {
		if ((rest & 1n) === 1n) bits.push(bit);
	}
	return bits;
}
