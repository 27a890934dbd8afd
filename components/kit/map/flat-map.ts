import type { Land } from "@/lib/browser/land";
import type { Bounds } from "@/lib/contract/design";

type Box = NonNullable<Bounds>;

/** A part of the world on a flat picture: longitudes are narrowed as they are at its middle. */
export interface FlatMap {
	width: number;
	height: number;
	/** Of a longitude and a latitude. */
	x: (longitude: number) => number;
	y: (latitude: number) => number;
	/** What is seen: west, south, east, north. */
	seen: Box;
}

/** Degrees of latitude that are seen at least: less would show no coast to know a place by. */
const LEAST = 7;
const ROOM = 1.5;

/**
 * The picture of a size around a box; `least`: enough of its surroundings to know where in the
 * world it is, else the box alone.
 */
export function flatMap([west, south, east, north]: Box, width: number, height: number, least = LEAST): FlatMap {
	const middle = { longitude: (west + east) / 2, latitude: (south + north) / 2 };
	const narrowing = Math.max(0.2, Math.cos((middle.latitude * Math.PI) / 180));
	const ratio = width / height;
	const tall = Math.max((north - south) * ROOM, ((east - west) * narrowing * ROOM) / ratio, least);
	const wide = (tall * ratio) / narrowing;
	const [left, top] = [middle.longitude - wide / 2, middle.latitude + tall / 2];
	return {
		width,
		height,
		x: (longitude) => ((longitude - left) / wide) * width,
		y: (latitude) => ((top - latitude) / tall) * height,
		seen: [left, top - tall, left + wide, top],
	};
}

type Ring = readonly (readonly number[])[];

function isSeen(ring: Ring, [west, south, east, north]: Box): boolean {
	let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
	for (const [longitude = 0, latitude = 0] of ring) {
		left = Math.min(left, longitude);
		right = Math.max(right, longitude);
		low = Math.min(low, latitude);
		high = Math.max(high, latitude);
	}
	return left <= east && right >= west && low <= north && high >= south;
}

const ringPath = (ring: Ring, { x, y }: FlatMap) =>
	`M${ring.map(([longitude = 0, latitude = 0]) => `${x(longitude).toFixed(1)} ${y(latitude).toFixed(1)}`).join("L")}Z`;

/** The land that is seen, as the path of an SVG. */
export function landPath(land: Land, map: FlatMap): string {
	const parts: string[] = [];
	for (const { geometry } of land.features) {
		for (const polygon of geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates) {
			const [outline] = polygon;
			if (outline === undefined || !isSeen(outline, map.seen)) continue;
			parts.push(...polygon.map((ring) => ringPath(ring, map)));
		}
	}
	return parts.join("");
}

const degrees = (value: number, positive: string, negative: string) =>
	`${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`;

/** From one to another, or the one where both are written alike. */
const span = (from: string, to: string) => (from === to ? from : `${from} to ${to}`);

/**
 * A box in words: `51.28° N to 51.69° N, 0.51° W to 0.33° E`; of a small one where it is: `52.52°
 * N, 13.40° E`.
 */
export const boxWords = ([west, south, east, north]: Box): string =>
	[
		span(degrees(south, "N", "S"), degrees(north, "N", "S")),
		span(degrees(west, "E", "W"), degrees(east, "E", "W")),
	].join(", ");
