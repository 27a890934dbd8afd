"use client";

import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useMemo, useRef, useState } from "react";
import { Notice } from "@/components/ui/notice";
import type { Bounds } from "@/lib/contract/design";
import { onThemeChange } from "./map-colours";
import type { FenceProperties, MapFeatures } from "./map-features";
import { AREAS_SOURCE, areaLayers, mapStyle, POINTS_SOURCE, patternImage, patternTile } from "./map-style";

export interface GeofenceMapProps {
	/** One for each set, in the design's order; null while it is on its way. */
	sets: readonly (MapFeatures | null)[];
	names: readonly string[];
	/** What to show; a new object moves the map there. */
	focus: { bounds: NonNullable<Bounds> } | null;
}

const canDraw = () => document.createElement("canvas").getContext("webgl2") !== null;

function describe({ set, name, radius }: FenceProperties, names: readonly string[]): string {
	const shape = radius === null ? "polygon" : `circle, ${Math.round(radius)} m`;
	return [name === "" ? null : name, shape, names[set]]
		.filter((part) => part !== null && part !== undefined)
		.join(" · ");
}

/** Puts the style on the map, again after each change of theme, with the hatchings that it names. */
function dress(map: MapLibreMap, sets: number) {
	for (let place = 0; place < sets; place += 1) {
		const tile = patternTile(place);
		if (map.hasImage(patternImage(place))) map.removeImage(patternImage(place));
		if (tile !== null) map.addImage(patternImage(place), tile, { pixelRatio: 2 });
	}
}

/** The sets of a proximity design on a map that needs nothing but this service. */
export function GeofenceMap({ sets, names, focus }: GeofenceMapProps) {
	const container = useRef<HTMLElement>(null);
	const [map, setMap] = useState<MapLibreMap | null>(null);
	const [trouble, setTrouble] = useState<string | null>(null);
	const [pointed, setPointed] = useState<string | null>(null);
	const count = sets.length;
	const latest = useRef({ names, focus });
	useEffect(() => {
		latest.current = { names, focus };
	});

	useEffect(() => {
		let gone = false;
		let made: MapLibreMap | null = null;
		let stop = () => {};
		if (!canDraw()) {
			setTrouble(
				"This browser cannot draw the map (WebGL 2 is off or missing). The list below says the same in words.",
			);
			return;
		}
		const make = async () => {
			const maplibre = await import("maplibre-gl");
			if (gone || container.current === null) return;
			maplibre.setWorkerUrl(new URL("/maplibre/maplibre-gl-worker.mjs", window.location.href).href);
			const { focus } = latest.current;
			const created = new maplibre.Map({
				container: container.current,
				style: mapStyle(count),
				attributionControl: false,
				dragRotate: false,
				pitchWithRotate: false,
				maxZoom: 19,
				fadeDuration: 0,
				...(focus === null ? { center: [10, 30], zoom: 0.5 } : { bounds: focus.bounds, fitBoundsOptions: FIT }),
			});
			made = created;
			created.touchZoomRotate.disableRotation();
			created.keyboard.disableRotation();
			created.addControl(new maplibre.NavigationControl({ showCompass: false }), "top-right");
			created.addControl(new maplibre.ScaleControl({ unit: "metric" }), "bottom-left");
			created.on("error", ({ error }) => {
				if (!gone) setTrouble(`The map could not be drawn whole: ${error.message}`);
			});
			created.on("style.load", () => {
				dress(created, count);
				setMap(created);
			});
			created.on("mousemove", ({ point }) => {
				const layers = Array.from({ length: count }, (_, place) => areaLayers(place)).flat();
				const found = created.queryRenderedFeatures(point, { layers: layers.filter((id) => created.getLayer(id)) })[0];
				setPointed(found === undefined ? null : describe(found.properties as FenceProperties, latest.current.names));
			});
			created.on("mouseout", () => setPointed(null));
			stop = onThemeChange(() => {
				setMap(null);
				created.setStyle(mapStyle(count), { diff: false });
			});
		};
		make().catch((error: unknown) => {
			if (!gone)
				setTrouble(`The map could not be started: ${error instanceof Error ? error.message : "unknown reason"}`);
		});
		return () => {
			gone = true;
			stop();
			setMap(null);
			made?.remove();
		};
	}, [count]);

	const features = useMemo(
		() => ({
			areas: sets.flatMap((set) => set?.areas.features ?? []),
			points: sets.flatMap((set) => set?.points.features ?? []),
		}),
		[sets],
	);
	useEffect(() => {
		if (map === null) return;
		const fill = (name: string, list: GeoJSON.Feature[]) =>
			void map.getSource<GeoJSONSource>(name)?.setData({ type: "FeatureCollection", features: list });
		fill(AREAS_SOURCE, features.areas);
		fill(POINTS_SOURCE, features.points);
	}, [map, features]);

	useEffect(() => {
		if (map !== null && focus !== null) map.fitBounds(focus.bounds, FIT);
	}, [map, focus]);

	return (
		<div className="grid">
			{trouble === null ? null : (
				<div className="p-3">
					<Notice kind="warn">{trouble}</Notice>
				</div>
			)}
			<div className="relative" hidden={trouble !== null && map === null}>
				<section
					ref={container}
					aria-label="Map of the geofences; the list of sets below says the same in words"
					className="h-map w-full bg-water"
				/>
				{pointed === null ? null : (
					<p className="pointer-events-none absolute start-2 top-2 max-w-full truncate rounded-md border border-line-strong bg-raised px-2 py-1 text-small">
						{pointed}
					</p>
				)}
			</div>
		</div>
	);
}

const FIT = { padding: 32, maxZoom: 15, animate: false } as const;
