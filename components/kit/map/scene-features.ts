import type { Feature, MultiLineString, MultiPolygon, Point } from "geojson";
import { formatCount } from "@/lib/browser/format";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { FenceIndex } from "./fence-index";
import { fenceShape, type ShapeBounds } from "./fence-shape";
import { DRAWN_AT_MOST } from "./large-shape";
import { isLarge } from "./packed-ring";
import type { Scene, View } from "./scene";
import { setLook } from "./set-look";

export interface SceneFeatures {
	/** Areas and outlines; an area whose outline is a feature of its own is `bare`. */
	shapes: Feature<MultiPolygon | MultiLineString, { color: string; pattern: string; row: number; bare: boolean }>[];
	clusters: Feature<Point, { icon: string; row: number; count: number }>[];
}

const LAST_LATITUDE = 180 / Math.PI;
const latitudeAt = (y: number) => (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) * LAST_LATITUDE;

/** Name of a cluster's image: its set's look and its number; a single fence has none. */
export const clusterImage = (place: number, count: number): string =>
	`cluster:${place}:${count === 1 ? "" : formatCount(count)}`;

/** Positions of all large fences of a scene, and those that each may have whatever their number. */
const SCENE_POSITIONS = 2 * DRAWN_AT_MOST;
const LEAST_POSITIONS = 200;

/** The scene of a view as GeoJSON. `colors` gives the color of a set in the present theme. */
export function sceneFeatures(
	index: FenceIndex,
	scene: Scene,
	{ west, south, east, north, zoom }: View,
	colorOf: (place: number) => string,
): SceneFeatures {
	const world = 512 * 2 ** zoom;
	const degreesPerPixel = 360 / world;
	const large = scene.shapes.filter(({ row }) => isLarge(index.fences[row] as Geofence)).length;
	const atMost = Math.min(DRAWN_AT_MOST, Math.max(LEAST_POSITIONS, Math.floor(SCENE_POSITIONS / Math.max(large, 1))));
	const bounds: ShapeBounds = { seen: [west, south, east, north], atMost };
	return {
		shapes: scene.shapes.flatMap(({ row, pixels }) => {
			const fence = index.fences[row];
			const place = index.sets[row] ?? 0;
			if (fence === undefined) return [];
			const pattern = setLook(place).pattern === "plain" ? "" : `pattern:${place}`;
			const { area, outline } = fenceShape(fence, pixels, degreesPerPixel, bounds);
			const properties = { color: colorOf(place), pattern, row, bare: outline !== null };
			const shape: SceneFeatures["shapes"][number] = {
				type: "Feature",
				properties,
				geometry: { type: "MultiPolygon", coordinates: area },
			};
			if (outline === null) return [shape];
			const lines: MultiLineString = { type: "MultiLineString", coordinates: outline };
			return [shape, { type: "Feature", properties: { ...properties, bare: false }, geometry: lines }];
		}),
		clusters: scene.clusters.map(({ set, count, x, y, row, aside: [right, down] }) => ({
			type: "Feature",
			properties: { icon: clusterImage(set, count), row: count === 1 ? row : -1, count },
			geometry: {
				type: "Point",
				coordinates: [(x + right / world) * 360 - 180, latitudeAt(y + down / world)],
			},
		})),
	};
}
