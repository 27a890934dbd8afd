import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { useEffect } from "react";
import type { Bounds } from "@/lib/rules/geofences/geofence";
import { boxOf, type FenceIndex } from "./fence-index";
import { fenceShape, type ShapeBounds } from "./fence-shape";
import { resolveColor } from "./map-colors";

const PICKED = "fences-picked";
/** Side of the square within which small fences share one mark. */
const CELL_PIXELS = 16;
/** More than there are at the nearest zoom. */
const CELLS_ACROSS = 1e8;
const SHAPE_PIXELS = 12;
/** Of more shapes than this the others are marked by points. */
const SHAPES_AT_MOST = 1_000;
/** Positions of the outline of a large fence. */
const POSITIONS_AT_MOST = 5_000;
const PAUSE = 80;

function addLayers(map: MapLibreMap): void {
	if (map.getSource(PICKED) !== undefined) return;
	const color = resolveColor("--color-accent");
	map.addSource(PICKED, { type: "geojson", data: { type: "FeatureCollection", features: [] }, tolerance: 0 });
	map.addLayer({
		id: "picked-halo",
		type: "line",
		source: PICKED,
		paint: { "line-color": resolveColor("--color-surface"), "line-width": 5 },
	});
	map.addLayer({ id: "picked", type: "line", source: PICKED, paint: { "line-color": color, "line-width": 2.5 } });
	map.addLayer({
		id: "picked-point",
		type: "circle",
		source: PICKED,
		filter: ["==", ["geometry-type"], "Point"],
		paint: { "circle-radius": 7, "circle-opacity": 0, "circle-stroke-color": color, "circle-stroke-width": 2.5 },
	});
}

const outlineOf = (
	index: FenceIndex,
	row: number,
	pixels: number,
	perPixel: number,
	bounds: ShapeBounds,
): GeoJSON.Feature[] => {
	const fence = index.fences[row];
	if (fence === undefined) return [];
	const { area, outline } = fenceShape(fence, pixels, perPixel, bounds);
	return [
		{ type: "Feature", properties: {}, geometry: { type: "MultiLineString", coordinates: outline ?? area.flat() } },
	];
};

/** Outlines of the rows in view, and a point for those that are too small to have one. */
function marksInView(map: MapLibreMap, index: FenceIndex, rows: readonly number[]): GeoJSON.Feature[] {
	const bounds = map.getBounds();
	const seen: Bounds = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
	const perPixel = 360 / (512 * 2 ** map.getZoom());
	const marks: GeoJSON.Feature[] = [];
	const cells = new Set<number>();
	for (const row of rows) {
		const [west, south, east, north] = boxOf(index, row);
		if (north < bounds.getSouth() || south > bounds.getNorth()) continue;
		if (west + Math.ceil((bounds.getWest() - east) / 360) * 360 > bounds.getEast()) continue;
		const pixels = (east - west) / perPixel;
		if (pixels >= SHAPE_PIXELS && marks.length < SHAPES_AT_MOST) {
			marks.push(...outlineOf(index, row, pixels, perPixel, { seen, atMost: POSITIONS_AT_MOST }));
			continue;
		}
		const [x, y] = [(west + east) / 2, (south + north) / 2];
		const cell = Math.floor(x / perPixel / CELL_PIXELS) * CELLS_ACROSS + Math.floor(y / perPixel / CELL_PIXELS);
		if (cells.has(cell)) continue;
		cells.add(cell);
		marks.push({ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [x, y] } });
	}
	return marks;
}

/** Marks the fences that are selected together, where the map looks. */
export function usePicked(map: MapLibreMap | null, index: FenceIndex, rows: readonly number[]): void {
	useEffect(() => {
		if (map === null) return;
		addLayers(map);
		let waiting: ReturnType<typeof setTimeout> | undefined;
		const draw = () => {
			waiting = undefined;
			const features = rows.length === 0 ? [] : marksInView(map, index, rows);
			map.getSource<GeoJSONSource>(PICKED)?.setData({ type: "FeatureCollection", features });
		};
		const soon = () => {
			waiting ??= setTimeout(draw, PAUSE);
		};
		draw();
		if (rows.length === 0) return;
		map.on("move", soon);
		return () => {
			clearTimeout(waiting);
			map.off("move", soon);
		};
	}, [map, index, rows]);
}
