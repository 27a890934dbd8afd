import { formatCount } from "@/lib/browser/format";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { circleRadius } from "./fence-index";

const DIGITS = 5;

/** A longitude that runs on across the antimeridian, as people know it. */
const turned = (longitude: number): number =>
	Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360);

/** `47.12345, 8.54321`: latitude first, as people write it. */
export const positionInWords = ([longitude, latitude]: Position): string =>
	`${latitude.toFixed(DIGITS)}, ${turned(longitude).toFixed(DIGITS)}`;

/** `150 m`, `2.5 m`. */
export const metersInWords = (meters: number): string => `${meters < 10 ? meters : formatCount(meters)} m`;

/** `circle, 150 m`, `polygon, 12 corners`, `3 polygons, 40 corners`. */
export function shapeInWords(fence: Geofence): string {
	if (fence.geometry.type === "Point") return `circle, ${metersInWords(circleRadius(fence))}`;
	const polygons = fence.geometry.type === "Polygon" ? [fence.geometry.coordinates] : fence.geometry.coordinates;
	const corners = polygons.flat().reduce((sum, ring) => sum + ring.length - 1, 0);
	const what = polygons.length === 1 ? "polygon" : `${polygons.length} polygons`;
	return `${what}, ${formatCount(corners)} corners`;
}
