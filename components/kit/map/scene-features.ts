import type { Feature, MultiPolygon, Point, Polygon } from "geojson";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { circleRing } from "./circle";
import { circleRadius, type FenceIndex, unwrapRings } from "./fence-index";
import { clusterLabel, type Scene } from "./scene";
import { setLook } from "./set-look";
import { simplifyRing } from "./simplify";

/** From this size on the screen (pixels) a polygon is drawn corner by corner. */
const EXACT_PIXELS = 400;

/**
 * A fence as an area: circles true in metres, polygons with no more corners than their size on the
 * screen shows.
 */
export function fenceArea(fence: Geofence, pixels: number, degreesPerPixel: number): Polygon | MultiPolygon {
	if (fence.geometry.type === "Point") {
		const [longitude, latitude] = fence.geometry.coordinates;
		const corners = Math.max(12, Math.min(128, Math.ceil(Math.sqrt(pixels) * 3)));
		return { type: "Polygon", coordinates: [circleRing(longitude, latitude, circleRadius(fence), corners)] };
	}
	const polygons = unwrapRings(fence);
	const drawn =
		pixels >= EXACT_PIXELS
			? polygons
			: polygons.map((rings) => rings.map((ring) => simplifyRing(ring, degreesPerPixel / 2)));
	return { type: "MultiPolygon", coordinates: drawn };
}

export interface SceneFeatures {
	shapes: Feature<Polygon | MultiPolygon, { color: string; pattern: string; row: number }>[];
	clusters: Feature<Point, { icon: string; row: number; count: number; aside: [number, number] }>[];
}

const LAST_LATITUDE = 180 / Math.PI;
const latitudeAt = (y: number) => (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) * LAST_LATITUDE;

/**
 * Name of the picture of a cluster: its set's look and what it says; a single fence says nothing.
 */
export const clusterImage = (place: number, count: number): string =>
	`cluster:${place}:${count === 1 ? "" : clusterLabel(count)}`;

/** A scene as GeoJSON. `colors` gives the color of a set in the present theme. */
export function sceneFeatures(
	index: FenceIndex,
	scene: Scene,
	zoom: number,
	colorOf: (place: number) => string,
): SceneFeatures {
	const degreesPerPixel = 360 / (512 * 2 ** zoom);
	return {
		shapes: scene.shapes.flatMap(({ row, pixels }) => {
			const fence = index.fences[row];
			const place = index.sets[row] ?? 0;
			if (fence === undefined) return [];
			const pattern = setLook(place).pattern === "plain" ? "" : `pattern:${place}`;
			const geometry = fenceArea(fence, pixels, degreesPerPixel);
			return [{ type: "Feature", properties: { color: colorOf(place), pattern, row }, geometry }];
		}),
		clusters: scene.clusters.map(({ set, count, x, y, row, aside }) => ({
			type: "Feature",
			properties: { icon: clusterImage(set, count), row: count === 1 ? row : -1, count, aside },
			geometry: { type: "Point", coordinates: [x * 360 - 180, latitudeAt(y)] },
		})),
	};
}
