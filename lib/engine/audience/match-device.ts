import type { Audience } from "@/lib/contract/audience";
import type { DeviceId } from "@/lib/formats/device-id";
import type { EvaluationOptions } from "./audience-engine";
import { WORD_BITS } from "./compile-expression";
import { bitsOf } from "./evaluate";
import { type EvaluationSource, makeMembers } from "./members";
import { withAudienceEngine } from "./with-audience-engine";

/**
 * The audiences that contain a device, as ascending indexes, by a build's evaluation over its
 * visits.
 * @throws AudienceRefusedError like an evaluation
 */
export async function matchDevice(
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	device: DeviceId,
	options: EvaluationOptions,
): Promise<number[]> {
	return withAudienceEngine(options, async (db, engine) => {
		const { words } = await makeMembers(db, engine, sets, sources, { device });
		const [row] = await db.rows(`SELECT ${words.join(", ")} FROM members`);
		if (row === undefined) return [];
		return words.flatMap((word, index) => bitsOf(row[word] as bigint).map((bit) => index * WORD_BITS + bit));
	});
}
