import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { useEffect } from "react";
import type { Bounds, Geofence, Position } from "@/lib/rules/geofences/geofence";
import { boxOfFence, type FenceIndex } from "./fence-index";
import { fenceShape } from "./fence-shape";
import { resolveColor } from "./map-colors";
import { mapImage } from "./map-images";
import { CHOSEN, CLUSTERS, PROBE, SHAPES } from "./map-style";
import { composeScene, type View } from "./scene";
import { sceneFeatures } from "./scene-features";
import { setLook } from "./set-look";

/** How much beyond the edges is drawn, as a share of the view, so that panning shows no gaps. */
const MARGIN = 0.4;
const PAUSE = 80;
/**
 * Mark on the page's timeline for when the first fences are on the screen; `npm run bench:ui`
 * measures up to it.
 */
const FENCES_DRAWN = "fences-drawn";

function viewOf(map: MapLibreMap, margin: number): View {
	const bounds = map.getBounds();
	const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
	const [across, up] = [(east - west) * margin, (north - south) * margin];
	return { west: west - across, south: south - up, east: east + across, north: north + up, zoom: map.getZoom() };
}

const within = (inner: View, outer: View) =>
	inner.west >= outer.west &&
	inner.east <= outer.east &&
	inner.south >= outer.south &&
	inner.north <= outer.north &&
	Math.abs(inner.zoom - outer.zoom) < 0.25;

const put = (map: MapLibreMap, source: string, features: GeoJSON.Feature[]) =>
	void map.getSource<GeoJSONSource>(source)?.setData({ type: "FeatureCollection", features });

/** Draws the pictures that features name, before a tile waits for them. */
function bringImages(map: MapLibreMap, names: readonly string[]): void {
	for (const name of new Set(names)) {
		const made = name === "" || map.hasImage(name) ? null : mapImage(name);
		if (made !== null) map.addImage(name, made.image, { pixelRatio: made.pixelRatio });
	}
}

/**
 * Keeps the fences that the map shows in step with where it looks; `hidden` is a row that is drawn
 * elsewhere.
 */
export function useScene(map: MapLibreMap | null, index: FenceIndex, hidden: number): void {
	useEffect(() => {
		if (map === null) return;
		const colors = new Map<number, string>();
		const colorOf = (place: number) => {
			const known = colors.get(place) ?? resolveColor(setLook(place).token);
			colors.set(place, known);
			return known;
		};
		let drawn: View | null = null;
		let told = false;
		let waiting: ReturnType<typeof setTimeout> | undefined;
		const draw = () => {
			waiting = undefined;
			if (drawn !== null && within(viewOf(map, 0), drawn)) return;
			drawn = viewOf(map, MARGIN);
			const scene = composeScene(index, drawn);
			if (hidden >= 0) {
				scene.shapes = scene.shapes.filter(({ row }) => row !== hidden);
				scene.clusters = scene.clusters.filter(({ row, count }) => count > 1 || row !== hidden);
			}
			const { shapes, clusters } = sceneFeatures(index, scene, drawn, colorOf);
			bringImages(map, [
				...clusters.map(({ properties }) => properties.icon),
				...shapes.map(({ properties }) => properties.pattern),
			]);
			put(map, SHAPES, shapes);
			put(map, CLUSTERS, clusters);
			if (!told && shapes.length + clusters.length > 0) {
				told = true;
				map.once("idle", () => performance.mark(FENCES_DRAWN));
			}
		};
		const soon = () => {
			waiting ??= setTimeout(draw, PAUSE);
		};
		draw();
		map.on("move", soon);
		map.on("moveend", draw);
		return () => {
			clearTimeout(waiting);
			map.off("move", soon);
			map.off("moveend", draw);
		};
	}, [map, index, hidden]);
}

/** Marks a fence, and a position that is tested. */
export function useMarks(map: MapLibreMap | null, marked: Geofence | null, probe: Position | null): void {
	useEffect(() => {
		if (map === null) return;
		let drawn: View | null = null;
		const mark = () => {
			if (marked === null) return put(map, CHOSEN, []);
			if (drawn !== null && within(viewOf(map, 0), drawn)) return;
			drawn = viewOf(map, MARGIN);
			const degreesPerPixel = 360 / (512 * 2 ** map.getZoom());
			const [west, south, east, north] = boxOfFence(marked);
			const pixels = (east - west) / degreesPerPixel;
			const middle: Position = [(west + east) / 2, (south + north) / 2];
			const point: GeoJSON.Feature = {
				type: "Feature",
				properties: {},
				geometry: { type: "Point", coordinates: middle },
			};
			const seen: Bounds = [drawn.west, drawn.south, drawn.east, drawn.north];
			const { area: polygons, outline } = fenceShape(marked, Math.max(pixels, 400), degreesPerPixel, { seen });
			const area: GeoJSON.Feature = {
				type: "Feature",
				properties: {},
				geometry: { type: "MultiLineString", coordinates: outline ?? polygons.flat() },
			};
			put(map, CHOSEN, pixels < 24 ? [area, point] : [area]);
		};
		mark();
		map.on("moveend", mark);
		return () => void map.off("moveend", mark);
	}, [map, marked]);
	useEffect(() => {
		if (map === null) return;
		const here: GeoJSON.Feature[] =
			probe === null ? [] : [{ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [...probe] } }];
		put(map, PROBE, here);
	}, [map, probe]);
}
