import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { useEffect } from "react";
import type { Position } from "@/lib/rules/geofences/geofence";
import { resolveColor } from "./map-colors";

const MEASURED = "measured";

function addLayers(map: MapLibreMap): void {
	if (map.getSource(MEASURED) !== undefined) return;
	const color = resolveColor("--color-text");
	map.addSource(MEASURED, { type: "geojson", data: { type: "FeatureCollection", features: [] }, tolerance: 0 });
	map.addLayer({
		id: "measured-line",
		type: "line",
		source: MEASURED,
		paint: { "line-color": color, "line-width": 2, "line-dasharray": [2, 1.5] },
	});
	map.addLayer({
		id: "measured-point",
		type: "circle",
		source: MEASURED,
		filter: ["==", ["geometry-type"], "Point"],
		paint: {
			"circle-radius": 4,
			"circle-color": resolveColor("--color-surface"),
			"circle-stroke-color": color,
			"circle-stroke-width": 2,
		},
	});
}

const LINE = "LineString";

/** Draws the line that is measured, closed to its start where it has an area. */
export function useMeasured(map: MapLibreMap | null, line: readonly Position[]): void {
	useEffect(() => {
		if (map === null) return;
		addLayers(map);
		const [first] = line;
		// Steps go the short way, as they are measured.
		const running: Position[] = [];
		for (const [longitude, latitude] of [...line, ...(line.length > 2 && first !== undefined ? [first] : [])]) {
			const before = running.at(-1)?.[0] ?? longitude;
			running.push([longitude + 360 * Math.round((before - longitude) / 360), latitude]);
		}
		const points = line.map(
			(position): GeoJSON.Feature => ({
				type: "Feature",
				properties: {},
				geometry: { type: "Point", coordinates: [...position] },
			}),
		);
		const path: GeoJSON.Feature[] =
			running.length < 2 ? [] : [{ type: "Feature", properties: {}, geometry: { type: LINE, coordinates: running } }];
		map.getSource<GeoJSONSource>(MEASURED)?.setData({ type: "FeatureCollection", features: [...path, ...points] });
	}, [map, line]);
}
