import type { NearPlace, NearPlaces } from "@/lib/contract/found-place";
import { CELL, cellOf, type Gazetteer, gazetteer } from "./gazetteer";

type Point = readonly [longitude: number, latitude: number];

const KILOMETERS_A_DEGREE = 111.2;
const FARTHEST = 200;
/** Within this distance, in kilometers, the place of more residents names a point. */
const AT_HAND = 5;

/** `GET /api/places/near` (docs/contract.md, Places): the places by which people know points. */
export async function nearPlacesOf(points: readonly Point[]): Promise<NearPlaces> {
	const places = await gazetteer();
	return { places: points.map((point) => nearPlace(places, point)) };
}

/**
 * The place near a point: a large city counts from farther away than a village, and less with the
 * distance.
 */
export function nearPlace(places: Gazetteer, [longitude, latitude]: Point): NearPlace | null {
	const narrowing = Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
	let best: { row: number; weight: number; distance: number } | null = null;
	for (const row of rowsAround(places, longitude, latitude, narrowing)) {
		const north = (places.latitudes[row] ?? 0) - latitude;
		const turned = Math.abs((places.longitudes[row] ?? 0) - longitude);
		const east = Math.min(turned, 360 - turned) * narrowing;
		const distance = Math.hypot(north, east) * KILOMETERS_A_DEGREE;
		const weight = (places.weights[row] ?? 0) / (1 + (distance / AT_HAND) ** 3);
		if (distance <= FARTHEST && (best === null || weight > best.weight)) best = { row, weight, distance };
	}
	if (best === null) return null;
	const { row, distance } = best;
	return {
		name: places.names[row] ?? "",
		country: places.countries[row] ?? "",
		distance: Math.round(distance),
	};
}

/** Rows of the cells that reach within the farthest distance. */
function* rowsAround({ cells }: Gazetteer, longitude: number, latitude: number, narrowing: number) {
	const across = Math.ceil(FARTHEST / KILOMETERS_A_DEGREE / narrowing / CELL);
	for (let up = -1; up <= 1; up += 1) {
		const north = latitude + up * CELL;
		if (Math.abs(north) > 90) continue;
		for (let right = -across; right <= across; right += 1) {
			yield* cells.get(cellOf(north, longitude + right * CELL)) ?? [];
		}
	}
}
