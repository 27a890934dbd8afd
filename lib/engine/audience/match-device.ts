import type { Audience } from "@/lib/contract/audience";
import type { DeviceId } from "@/lib/formats/device-id";
import { WORD_BITS } from "./compile-expression";
import { type DuckDbOptions, withDuckDb } from "./duckdb";
import { bitsOf } from "./evaluate";
import { type EvaluationSource, makeMembers } from "./members";

/**
 * The audiences that a device is in, as ascending indexes: by the evaluation that a build runs, over this device's visits.
 * @throws AudienceRefusedError as an evaluation
 */
export async function matchDevice(
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	device: DeviceId,
	options: DuckDbOptions,
): Promise<number[]> {
	return withDuckDb(options, async (db) => {
		const { words } = await makeMembers(db, sets, sources, device);
		const [row] = await db.rows(`SELECT ${words.join(", ")} FROM members`);
		if (row === undefined) return [];
		return words.flatMap((word, index) => bitsOf(row[word] as bigint).map((bit) => index * WORD_BITS + bit));
	});
}
