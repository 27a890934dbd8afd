import { checkFence, sameDetails } from "@/components/features/designs/editor/fence-text";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";

const DECIMALS = 7;
const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));

/**
 * A geofence of polygons whose longitudes may run on beyond 180, with the details of another one.
 * Gives a sentence when the service would refuse it.
 */
export function polygonFence(polygons: Position[][][], like: Geofence): Geofence | string {
	const coordinates = polygons.map(inWorld).map((rings) => rings.map((ring) => ring.map((at) => at.map(round))));
	const geometry =
		coordinates.length === 1 ? { type: "Polygon", coordinates: coordinates[0] } : { type: "MultiPolygon", coordinates };
	const checked = checkFence({ type: "Feature", properties: {}, geometry } as Geofence);
	return typeof checked === "string" ? checked : sameDetails(like, checked);
}

/** A polygon by turns of 360 degrees where its middle is within the world. */
function inWorld(rings: Position[][]): Position[][] {
	const longitudes = (rings[0] ?? []).map(([longitude]) => longitude);
	const middle = longitudes.reduce((sum, longitude) => sum + longitude / longitudes.length, 0);
	const turns = 360 * Math.round(middle / 360);
	return rings.map((ring) => ring.map(([longitude, latitude]): Position => [wrapped(longitude - turns), latitude]));
}

/** Steps stay the short way, as every edge is shorter than half the world. */
const wrapped = (longitude: number): number =>
	Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.sign(longitude);
