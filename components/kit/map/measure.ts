import type { Position } from "@/lib/rules/geofences/geofence";
import { distanceBetween, EARTH_RADIUS } from "./distance";

const RADIANS = Math.PI / 180;

/** Longitude steps go the short way, so that a line may cross the antimeridian. */
const shortWay = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

/** Meters along a line of positions, each step along a great circle. */
export const lengthOf = (line: readonly Position[]): number =>
	line.reduce((sum, position, place) => {
		const before = line[place - 1];
		return before === undefined ? sum : sum + distanceBetween(before, position);
	}, 0);

/**
 * Square meters within a line that is closed to its start. Edges are straight in degrees, as those
 * of geofences; the sphere is that of targeting files.
 */
export function areaOf(line: readonly Position[]): number {
	const total = line.reduce((sum, [longitude, latitude], place) => {
		const [fromLongitude, fromLatitude] = line[place - 1] ?? line.at(-1) ?? [longitude, latitude];
		const [from, to] = [fromLatitude * RADIANS, latitude * RADIANS];
		// The mean of the sine along the edge.
		const sine = Math.abs(to - from) < 1e-9 ? Math.sin(from) : (Math.cos(from) - Math.cos(to)) / (to - from);
		return sum + shortWay(longitude - fromLongitude) * RADIANS * sine;
	}, 0);
	return Math.abs(total) * EARTH_RADIUS ** 2;
}
