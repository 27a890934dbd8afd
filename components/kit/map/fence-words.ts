import { formatCount } from "@/lib/browser/format";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { EARTH_RADIUS } from "./distance";
import { circleRadius } from "./fence-index";

const DIGITS = 5;

/** A longitude that runs on across the antimeridian, as people know it. */
const turned = (longitude: number): number =>
	Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360);

/** `47.12345` and `8.54321`: latitude first, as people write it. */
export const degreesInWords = ([longitude, latitude]: Position): [latitude: string, longitude: string] => [
	latitude.toFixed(DIGITS),
	turned(longitude).toFixed(DIGITS),
];

/** `47.12345, 8.54321` */
export const positionInWords = (position: Position): string => degreesInWords(position).join(", ");

/** `150 m`, `2.5 m`. */
export const metersInWords = (meters: number): string => `${meters < 10 ? meters : formatCount(meters)} m`;

/** `340 m`, `1.24 km`, `180 km`: with three digits, as a distance on the ground is read. */
export function distanceInWords(meters: number): string {
	if (meters < 999.5) return `${meters < 10 ? Number(meters.toFixed(1)) : Math.round(meters)} m`;
	const kilometers = meters / 1_000;
	return `${kilometers < 100 ? Number(kilometers.toPrecision(3)) : formatCount(kilometers)} km`;
}

/** `340 m²`, `1.24 km²`. */
export function areaInWords(squareMeters: number): string {
	if (squareMeters < 100_000) return `${formatCount(squareMeters)} m²`;
	const kilometers = squareMeters / 1_000_000;
	return `${kilometers < 100 ? Number(kilometers.toPrecision(3)) : formatCount(kilometers)} km²`;
}

/** Width and height of a box on the ground: `1.2 km × 800 m`. */
export function extentInWords([west, south, east, north]: readonly [number, number, number, number]): string {
	const latitude = (south + north) / 2;
	const perDegree = (EARTH_RADIUS * Math.PI) / 180;
	const across = (east - west) * Math.cos((latitude * Math.PI) / 180) * perDegree;
	return `${distanceInWords(across)} × ${distanceInWords((north - south) * perDegree)}`;
}

/** `circle`, `polygon`, `3 polygons`. */
export function kindInWords({ geometry }: Geofence): string {
	if (geometry.type === "Point") return "circle";
	const count = geometry.type === "Polygon" ? 1 : geometry.coordinates.length;
	return count === 1 ? "polygon" : `${formatCount(count)} polygons`;
}

/** `circle, 150 m`, `polygon, 12 corners`, `3 polygons, 40 corners`. */
export function shapeInWords(fence: Geofence): string {
	if (fence.geometry.type === "Point") return `circle, ${metersInWords(circleRadius(fence))}`;
	const polygons = fence.geometry.type === "Polygon" ? [fence.geometry.coordinates] : fence.geometry.coordinates;
	const corners = polygons.flat().reduce((sum, ring) => sum + ring.length - 1, 0);
	const what = polygons.length === 1 ? "polygon" : `${polygons.length} polygons`;
	return `${what}, ${formatCount(corners)} corners`;
}
