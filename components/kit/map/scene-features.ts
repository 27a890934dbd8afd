import type { Feature, MultiLineString, MultiPolygon, Point } from "geojson";
import type { FenceIndex } from "./fence-index";
import { fenceShape } from "./fence-shape";
import { clusterLabel, type Scene } from "./scene";
import { setLook } from "./set-look";

export interface SceneFeatures {
	/** Areas and outlines; an area whose outline is a feature of its own is `bare`. */
	shapes: Feature<MultiPolygon | MultiLineString, { color: string; pattern: string; row: number; bare: boolean }>[];
	clusters: Feature<Point, { icon: string; row: number; count: number; aside: [number, number] }>[];
}

const LAST_LATITUDE = 180 / Math.PI;
const latitudeAt = (y: number) => (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) * LAST_LATITUDE;

/** Name of a cluster's image: its set's look and its label; a single fence has no label. */
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
		clusters: scene.clusters.map(({ set, count, x, y, row, aside }) => ({
			type: "Feature",
			properties: { icon: clusterImage(set, count), row: count === 1 ? row : -1, count, aside },
			geometry: { type: "Point", coordinates: [x * 360 - 180, latitudeAt(y)] },
		})),
	};
}
