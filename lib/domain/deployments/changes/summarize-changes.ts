import type { GeofenceChanges } from "@/lib/contract/geofence-changes";
import type { Principal } from "@/lib/domain/access/principal";
import { compareGeofences } from "@/lib/engine/geofences/compare-geofences";
import { wholeGeofence } from "@/lib/engine/geofences/stored-geofence";
import type { Service } from "@/lib/platform/service";
import { spanOf } from "@/lib/rules/geofences/bounds";
import type { Bounds } from "@/lib/rules/geofences/geofence";
import { countByPlace } from "./count-by-place";
import { findChangedSets } from "./find-changed-sets";

/** Cells of the grid over the extent: as many as a small picture can show. */
const ACROSS = 32;
const DOWN = 20;
/** Differences never change; the last ones are looked at again by the next administrator. */
const CACHE_SIZE = 200;
const answers = new Map<string, Promise<GeofenceChanges>>();

/**
 * `GET /api/deployments/<id>/changes`: how many geofences an activation keeps, adds and removes,
 * and where, for a picture of any number of them (docs/contract.md, Activation).
 * @throws as `findChangedSets`
 */
export async function summarizeChanges(
	service: Service,
	principal: Principal,
	deploymentId: string,
): Promise<GeofenceChanges> {
	const { sets, bounds, key } = await findChangedSets(service, principal, deploymentId);
	const known = answers.get(key);
	if (known !== undefined) return known;
	const answer = summarize(sets, bounds);
	answers.set(key, answer);
	const [oldest] = answers.keys();
	if (answers.size > CACHE_SIZE && oldest !== undefined) answers.delete(oldest);
	return answer.catch((error: unknown) => {
		answers.delete(key);
		throw error;
	});
}

type Cell = GeofenceChanges["cells"][number];

async function summarize(
	sets: Awaited<ReturnType<typeof findChangedSets>>["sets"],
	bounds: Bounds | null,
): Promise<GeofenceChanges> {
	const counts = { kept: 0, added: 0, removed: 0, unknown: 0 };
	const grid = new Map<number, Cell>();
	const byPlace = countByPlace();
	for (const { contents } of sets) {
		for await (const { geofence, change } of compareGeofences(contents)) {
			counts[change] += 1;
			if (bounds === null) continue;
			const whole = wholeGeofence(geofence);
			byPlace.add(whole, change);
			const [west, south, east, north] = spanOf(whole);
			const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
			const place = placeIn(bounds, longitude, latitude);
			const cell = grid.get(place) ?? { longitude, latitude, kept: 0, added: 0, removed: 0, unknown: 0 };
			cell[change] += 1;
			const count = cell.kept + cell.added + cell.removed + cell.unknown;
			cell.longitude += (longitude - cell.longitude) / count;
			cell.latitude += (latitude - cell.latitude) / count;
			grid.set(place, cell);
		}
	}
	return { ...counts, bounds, cells: [...grid.values()], places: await byPlace.places() };
}

/** The number of a cell; points that rounding puts beyond the extent belong to its edge. */
function placeIn([west, south, east, north]: Bounds, longitude: number, latitude: number): number {
	const step = (value: number, from: number, to: number, count: number) =>
		to === from ? 0 : Math.min(count - 1, Math.max(0, Math.floor(((value - from) / (to - from)) * count)));
	return step(latitude, south, north, DOWN) * ACROSS + step(longitude, west, east, ACROSS);
}
