import { fenceArrays, fenceFeature, fencesAt } from "@/lib/formats/fences-at";
import { openTargetingFile, readTargetingBytes, type TargetingFile } from "@/lib/formats/open";
import { TOLD_GEOFENCES } from "./find-geofences";
import type { FileLookupJob, FoundGeofence, FoundSet, LookupOutcome } from "./jobs";

/** The file that was looked into last: whoever tests a point tests the next one too. */
let last: { sha256: string; bytes: Uint8Array; file: TargetingFile } | undefined;

/** What a targeting file answers, by the reader that agents use; and of a proximity filter the fences that make it so. */
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
		const told = found.get(fence.set) ?? [];
		if (told.length < TOLD_GEOFENCES) {
			told.push({ index: null, name: null, shape: fence.shape, feature: fenceFeature(arrays, fence) });
		}
		found.set(fence.set, told);
	}
	const sets: FoundSet[] = file.match(latitude, longitude).map((set) => ({
		set,
		geofenceCount: counts.get(set) ?? 0,
		geofences: found.get(set) ?? [],
	}));
	return { sets, falseMatchProbability: 0 };
}
