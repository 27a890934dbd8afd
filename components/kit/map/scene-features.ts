import type { Feature, MultiLineString, MultiPolygon, Point } from "geojson";
import { formatCount } from "@/lib/browser/format";
import type { FenceIndex } from "./fence-index";
import { fenceShape } from "./fence-shape";
import type { Scene } from "./scene";
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

/** A scene as GeoJSON. `colors` gives the color of a set in the present theme. */
export function sceneFeatures(
	index: FenceIndex,
	scene: Scene,
	zoom: number,
	colorOf: (place: number) => string,
): SceneFeatures {
	const world = 512 * 2 ** zoom;
	const degreesPerPixel = 360 / world;
	return {
		shapes: scene.shapes.flatMap(({ row, pixels }) => {
			const fence = index.fences[row];
			const place = index.sets[row] ?? 0;
			if (fence === undefined) return [];
			const pattern = setLook(place).pattern === "plain" ? "" : `pattern:${place}`;
			const { area, outline } = fenceShape(fence, pixels, degreesPerPixel);
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
