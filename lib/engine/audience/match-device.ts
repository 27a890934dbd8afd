import type { Audience } from "@/lib/contract/audience";
import type { DeviceId } from "@/lib/formats/device-id";
import { WORD_BITS } from "./compile-expression";
import { type DuckDbOptions, withDuckDb } from "./duckdb";
import { bitsOf } from "./evaluate";
import { type EvaluationSource, makeMembers } from "./members";

/**
 * The audiences that contain a device, as ascending indexes, by a build's evaluation over its
 * visits.
 * @throws AudienceRefusedError like an evaluation
 */
export async function matchDevice(
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	device: DeviceId,
	options: DuckDbOptions,
): Promise<number[]> {
	return withDuckDb(options, async (db) => {
		const { words } = await makeMembers(db, sets, sources, { device });
		const [row] = await db.rows(`SELECT ${words.join(", ")} FROM members`);
		if (row === undefined) return [];
		return words.flatMap((word, index) => bitsOf(row[word] as bigint).map((bit) => index * WORD_BITS + bit));
	});
}
