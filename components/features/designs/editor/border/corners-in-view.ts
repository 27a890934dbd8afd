import { packRing } from "@/components/kit/map/packed-ring";
import type { Bounds } from "@/lib/contract/design";
import { polygonsOf } from "@/lib/rules/geofences/covers";
import type { Position } from "@/lib/rules/geofences/geofence";
import type { AreaGeofence, CornerPlace } from "./corners";

/** Handles that can be told apart. */
export const MAX_CORNERS = 200;

/** A corner, or the middle of the edge that follows it. */
export interface Handle {
	place: CornerPlace;
	position: Position;
	middle: boolean;
}

/**
 * The corners of a fence within a box, and the middles between them; null when they are too many.
 * Its longitudes may run on beyond 180.
 */
export function cornersInView(fence: AreaGeofence, [west, south, east, north]: NonNullable<Bounds>): Handle[] | null {
	const handles: Handle[] = [];
	let shown = 0;
	for (const [polygon, rings] of polygonsOf(fence).entries()) {
		for (const [ring, positions] of rings.entries()) {
			const { corners, box } = packRing(positions);
			if (box[1] > north || box[3] < south) continue;
			for (let at = 0; at < corners.length / 2 - 1; at += 1) {
				const [x, y] = [corners[at * 2] as number, corners[at * 2 + 1] as number];
				const place = { polygon, ring, at };
				const turns = turnsTo(x, west);
				if (y >= south && y <= north && x + turns <= east) {
					shown += 1;
					if (shown > MAX_CORNERS) return null;
					handles.push({ place, position: [x + turns, y], middle: false });
				}
				const middle: Position = [(x + (corners[at * 2 + 2] as number)) / 2, (y + (corners[at * 2 + 3] as number)) / 2];
				const around = turnsTo(middle[0], west);
				if (middle[1] < south || middle[1] > north || middle[0] + around > east) continue;
				handles.push({ place, position: [middle[0] + around, middle[1]], middle: true });
			}
		}
	}
	return handles;
}

/** The turns of 360 degrees that bring a longitude to the first place east of another. */
const turnsTo = (longitude: number, west: number): number => Math.ceil((west - longitude) / 360) * 360;
