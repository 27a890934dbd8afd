import { fenceArrays, fenceFeature, fencesAt } from "@/lib/formats/fences-at";
import { openTargetingFile, readTargetingBytes, type TargetingFile } from "@/lib/formats/open";
import { MOST_GEOFENCES } from "./find-geofences";
import type { FileLookupJob, FoundGeofence, FoundSet, LookupOutcome } from "./jobs";

/** The last file, because callers mostly test several points. */
let last: { sha256: string; bytes: Uint8Array; file: TargetingFile } | undefined;

/**
 * Looks up a point or device with the agents' reader; of a proximity filter also the geofences that
 * match.
 */
export async function lookUpFile({ path, size, sha256, point, deviceId }: FileLookupJob): Promise<LookupOutcome> {
	if (last?.sha256 !== sha256) {
		last = undefined;
		const bytes = await readTargetingBytes(path, { expectedSize: size, expectedSha256: sha256 });
		last = { sha256, bytes, file: openTargetingFile(bytes) };
	}
	const { file, bytes } = last;
	if (file.kind === "audience") {
		const sets = file.match(deviceId ?? "").map((set) => ({ set, geofenceCount: null, geofences: null }));
		return { sets, falseMatchProbability: file.meta.false_match_probability };
	}
	if (point === null) return { sets: [], falseMatchProbability: 0 };
	const { latitude, longitude } = point;
	const arrays = fenceArrays(bytes);
	const found = new Map<number, FoundGeofence[]>();
	const counts = new Map<number, number>();
	for (const fence of fencesAt(arrays, latitude, longitude)) {
		counts.set(fence.set, (counts.get(fence.set) ?? 0) + 1);
		const listed = found.get(fence.set) ?? [];
		if (listed.length < MOST_GEOFENCES) {
			listed.push({ index: null, name: null, shape: fence.shape, feature: fenceFeature(arrays, fence) });
		}
		found.set(fence.set, listed);
	}
	const sets: FoundSet[] = file.match(latitude, longitude).map((set) => ({
		set,
		geofenceCount: counts.get(set) ?? 0,
		geofences: found.get(set) ?? [],
	}));
	return { sets, falseMatchProbability: 0 };
}
