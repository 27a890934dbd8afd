import { decodeGeofenceChunk } from "@/lib/engine/geofences/chunks";
import { covers, isCircle, reachesLatitude } from "@/lib/rules/geofences/covers";
import type { FoundGeofence, FoundSet, LookupOutcome, PointJob } from "./jobs";

/** Most geofences of a set in a result; all are counted. */
export const MOST_GEOFENCES = 50;

/**
 * Finds the stored geofences that contain a point, set by set and chunk by chunk. It uses the rule
 * of targeting files, so that tests of contents and of builds agree.
 */
export async function findGeofences(
	{ setCount, latitude, longitude }: PointJob,
	chunksOf: (set: number) => AsyncIterable<Uint8Array>,
	signal: AbortSignal,
): Promise<LookupOutcome> {
	const sets: FoundSet[] = [];
	for (let set = 0; set < setCount; set += 1) {
		const geofences: FoundGeofence[] = [];
		let geofenceCount = 0;
		let first = 0;
		for await (const chunk of chunksOf(set)) {
			signal.throwIfAborted();
			const decoded = await decodeGeofenceChunk(chunk);
			for (const [index, geofence] of decoded.entries()) {
				if (!reachesLatitude(geofence, latitude) || !covers(geofence, latitude, longitude)) continue;
				geofenceCount += 1;
				if (geofences.length === MOST_GEOFENCES) continue;
				geofences.push({
					index: first + index,
					name: geofence.properties.name ?? null,
					shape: isCircle(geofence) ? "circle" : "polygon",
					feature: { ...geofence },
				});
			}
			first += decoded.length;
		}
		if (geofenceCount > 0) sets.push({ set, geofenceCount, geofences });
	}
	return { sets, falseMatchProbability: 0 };
}
