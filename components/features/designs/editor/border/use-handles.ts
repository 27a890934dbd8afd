import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useState } from "react";
import { resolveColor } from "@/components/kit/map/map-colors";
import type { Position } from "@/lib/rules/geofences/geofence";
import type { AreaGeofence } from "./corners";
import { cornersInView, type Handle } from "./corners-in-view";

const CORNERS = "corners";

function addLayers(map: MapLibreMap): void {
	if (map.getSource(CORNERS) !== undefined) return;
	const [accent, surface] = [resolveColor("--color-accent"), resolveColor("--color-surface")];
	map.addSource(CORNERS, { type: "geojson", data: { type: "FeatureCollection", features: [] }, tolerance: 0 });
	map.addLayer({
		id: "corner-edges",
		type: "line",
		source: CORNERS,
		filter: ["==", ["geometry-type"], "LineString"],
		paint: { "line-color": accent, "line-width": 2, "line-dasharray": [2, 1.5] },
	});
	map.addLayer({
		id: "corners",
		type: "circle",
		source: CORNERS,
		filter: ["==", ["geometry-type"], "Point"],
		paint: {
			"circle-radius": ["case", ["get", "middle"], 3, 5],
			"circle-color": ["case", ["get", "middle"], accent, surface],
			"circle-stroke-color": ["case", ["get", "middle"], surface, accent],
			"circle-stroke-width": 2,
		},
	});
}

/** A handle as the map draws it. */
export const handleAt = (position: Position, middle: boolean): GeoJSON.Feature => ({
	type: "Feature",
	properties: { middle },
	geometry: { type: "Point", coordinates: [...position] },
});

export interface Handles {
	/** Null when they are too many to be told apart. */
	handles: readonly Handle[] | null;
	/** Draws something in their place, until `show`. */
	draw: (features: GeoJSON.Feature[]) => void;
	show: () => void;
	/** The nearest one to a place on the screen, within so many pixels. */
	nearest: (place: { x: number; y: number }, reach: number) => Handle | null;
}

/** Shows the corners of a polygon where the map looks, and the middles of its edges. */
export function useHandles(map: MapLibreMap | null, fence: AreaGeofence | null): Handles {
	const [handles, setHandles] = useState<Handle[] | null>([]);
	const draw = (features: GeoJSON.Feature[]) =>
		void map?.getSource<GeoJSONSource>(CORNERS)?.setData({ type: "FeatureCollection", features });
	const show = () => draw((handles ?? []).map(({ position, middle }) => handleAt(position, middle)));
	useEffect(() => {
		if (map === null) return;
		addLayers(map);
		const look = () => {
			const seen = map.getBounds();
			const box = [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()] as const;
			setHandles(fence === null ? [] : cornersInView(fence, [...box]));
		};
		look();
		map.on("moveend", look);
		return () => void map.off("moveend", look);
	}, [map, fence]);
	useEffect(() => {
		const features = (handles ?? []).map(({ position, middle }) => handleAt(position, middle));
		void map?.getSource<GeoJSONSource>(CORNERS)?.setData({ type: "FeatureCollection", features });
	}, [map, handles]);
	const nearest = ({ x, y }: { x: number; y: number }, reach: number): Handle | null => {
		let found: Handle | null = null;
		let least = reach;
		for (const handle of handles ?? []) {
			const at = map?.project(handle.position) ?? { x: Infinity, y: Infinity };
			// A corner comes before the middle of an edge that is as near.
			const distance = Math.hypot(at.x - x, at.y - y) + (handle.middle ? 1 : 0);
			if (distance <= least) [found, least] = [handle, distance];
		}
		return found;
	};
	return { handles, draw, show, nearest };
}
