import { fenceInputOf } from "@/lib/engine/build-threads/fence-input";
import { decodeGeofenceChunk } from "@/lib/engine/geofences/chunks";
import { FenceCollector } from "@/lib/formats/fence-collector";
import { type FenceArrays, fencesAt } from "@/lib/formats/fences-at";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { FoundGeofence, FoundSet, LookupOutcome, PointJob } from "./jobs";

/** Geofences of a set that are told; all are counted. */
export const TOLD_GEOFENCES = 50;

/**
 * The stored geofences that contain a point, set by set and a chunk at a time: by the geometry of a targeting file, so that
 * a test of the current contents and one of a build of them agree.
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
			const collector = new FenceCollector(decoded.length);
			for (const [index, geofence] of decoded.entries()) {
				if (mayReach(geofence, latitude)) collector.add(fenceInputOf(index, geofence));
			}
			// A geofence of several parts is found once.
			const indexes = new Set(fencesAt(arraysOf(collector), latitude, longitude).map((found) => found.set));
			geofenceCount += indexes.size;
			for (const index of [...indexes].sort((a, b) => a - b)) {
				const geofence = decoded[index];
				if (geofence === undefined || geofences.length === TOLD_GEOFENCES) continue;
				geofences.push({
					index: first + index,
					name: geofence.properties.name ?? null,
					shape: geofence.geometry.type === "Point" ? "circle" : "polygon",
					feature: { ...geofence },
				});
			}
			first += decoded.length;
		}
		if (geofenceCount > 0) sets.push({ set, geofenceCount, geofences });
	}
	return { sets, falseMatchProbability: 0 };
}

/** Metres of a degree of latitude, rounded down. */
const METRES_PER_DEGREE = 111_000;

/** Whether a geofence comes to a latitude at all: tells most of them without any trigonometry, and is never wrong with no. */
function mayReach({ geometry, properties }: Geofence, latitude: number): boolean {
	if (geometry.type === "Point") {
		const distance = Math.abs(geometry.coordinates[1] - latitude) * METRES_PER_DEGREE;
		return distance <= (properties as { radius: number }).radius + 1;
	}
	const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
	const outlines = polygons.flatMap(([outline]) => outline ?? []);
	return outlines.some(([, at]) => at <= latitude) && outlines.some(([, at]) => at >= latitude);
}

function arraysOf(collector: FenceCollector): FenceArrays {
	const chainStarts = collector.chainStarts.view();
	return {
		circleSets: collector.circleSets.view(),
		circles: collector.circleGeometry.view(),
		polygonSets: collector.polygonSets.view(),
		polygonStarts: Uint32Array.of(...collector.polygonStarts.view(), chainStarts.length),
		chainStarts: Uint32Array.of(...chainStarts, collector.vertices.view().length / 2),
		vertices: collector.vertices.view(),
	};
}
