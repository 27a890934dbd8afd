"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLoaded } from "@/components/kit/ui/use-loaded";
import { addStreetControls } from "./add-street-controls";
import { mapStyle } from "./base-map";
import type { OpeningView } from "./last-view";
import { loadMapLibrary } from "./load-map-library";
import { onThemeChange } from "./map-colors";

export const FIT = { padding: 40, maxZoom: 15, animate: false } as const;

/** The reason why actions on a map are unavailable. */
export const NO_MAP = "The map is not loaded.";

const canDraw = () => document.createElement("canvas").getContext("webgl2") !== null;

/**
 * A map in the container, without any other service unless the settings name one; its library loads when it is first shown.
 * `map` is null until its style is loaded, and briefly after a change of theme, when all layers are
 * added again. `trouble` says why there is no map, and `retry` loads its library again.
 */
export function useMap(container: RefObject<HTMLElement | null>, opening: OpeningView) {
	const [map, setMap] = useState<MapLibreMap | null>(null);
	const [trouble, setTrouble] = useState<string | null>(null);
	const [drawable, setDrawable] = useState(false);
	const { loaded, retry } = useLoaded(loadMapLibrary, drawable);
	const first = useRef(opening);
	useEffect(() => {
		if (canDraw()) setDrawable(true);
		else setTrouble("This browser cannot draw the map (WebGL 2 is off or missing). Use the table instead.");
	}, []);
	useEffect(() => {
		if (loaded === null) return;
		const { maplibre, base, streets } = loaded;
		let gone = false;
		let made: MapLibreMap | null = null;
		let stop = () => {};
		const make = () => {
			if (container.current === null) return;
			const created = new maplibre.Map({
				container: container.current,
				style: mapStyle(base),
				attributionControl: false,
				dragRotate: false,
				pitchWithRotate: false,
				maxZoom: 20,
				fadeDuration: 0,
				bounds: first.current.bounds,
				fitBoundsOptions: first.current.exact ? { animate: false } : FIT,
			});
			made = created;
			created.touchZoomRotate.disableRotation();
			created.keyboard.disableRotation();
			created.addControl(new maplibre.NavigationControl({ showCompass: false }), "top-right");
			created.addControl(new maplibre.ScaleControl({ unit: "metric" }), "bottom-left");
			created.addControl(new maplibre.AttributionControl({ compact: false }), "bottom-right");
			addStreetControls(created, streets);
			created.on("error", ({ error }) => {
				if (!gone) setTrouble(`The map could not be drawn completely: ${error.message}`);
			});
			created.on("style.load", () => setMap(created));
			stop = onThemeChange(() => {
				// Before its layers are gone, as tools on the map remove their own.
				flushSync(() => setMap(null));
				created.setStyle(mapStyle(base), { diff: false });
			});
		};
		try {
			make();
		} catch (error) {
			setTrouble(`The map could not be started: ${error instanceof Error ? error.message : "unknown reason"}`);
		}
		return () => {
			gone = true;
			stop();
			setMap(null);
			made?.remove();
		};
	}, [container, loaded]);
	return { map, trouble, retry };
}
