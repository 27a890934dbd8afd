import { decodeGeofenceChunk } from "@/lib/engine/geofences/chunks";
import type { FenceInput } from "@/lib/formats/fence-collector";
import { writeProximityFilter } from "@/lib/formats/write-proximity";
import { isolate } from "@/lib/rules/text/isolate";
import { FenceDigests } from "./fence-digests";
import { fenceInputOf } from "./fence-input-of";
import {
	BuildRefusedError,
	type ProductionContext,
	type ProximityProduction,
	type WrittenTargetingFile,
} from "./production";

/**
 * Writes the proximity filter of a design from the stored chunks of its geofences, one chunk at a
 * time.
 * @throws BuildRefusedError for a set without geofences; TargetingInputError for a geofence that
 *   cannot be indexed
 */
export async function produceProximityFilter(
	input: ProximityProduction,
	{ chunksOf, onProgress, signal }: ProductionContext,
): Promise<WrittenTargetingFile> {
	const perSet = input.sets.map(({ set_id }) => ({ set_id, itemCount: 0 }));
	const digests = input.sets.map(({ geofence_count: count = 0 }) => new FenceDigests(count));
	const expected = input.sets.reduce((sum, set) => sum + (set.geofence_count ?? 0), 0);
	let taken = 0;

	async function* fences(): AsyncGenerator<FenceInput> {
		for (const [set, { set_name }] of input.sets.entries()) {
			const count = perSet[set] as { itemCount: number };
			for await (const chunk of chunksOf(set)) {
				signal.throwIfAborted();
				const geofences = await decodeGeofenceChunk(chunk);
				for (const geofence of geofences) {
					digests[set]?.add(geofence);
					yield fenceInputOf(set, geofence);
				}
				count.itemCount += geofences.length;
				taken += geofences.length;
				const share = expected === 0 ? 0 : Math.min(taken / expected, 1);
				onProgress({ phase: "reading", percent: Math.floor(share * 70) });
			}
			if (count.itemCount === 0) throw new BuildRefusedError(`The set '${isolate(set_name)}' has no geofences.`);
		}
		onProgress({ phase: "writing", percent: 75 });
	}

	const written = await writeProximityFilter(
		input.outputPath,
		{ ...input.meta, kind: "proximity", sets: input.sets, sources: [] },
		fences(),
	);
	signal.throwIfAborted();
	const digested = perSet.map((counted, set) => ({ ...counted, digests: (digests[set] as FenceDigests).bytes() }));
	return { ...written, counts: { ...written.counts }, perSet: digested };
}
