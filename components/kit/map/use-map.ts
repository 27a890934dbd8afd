"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from "react";
import { useLoaded } from "@/components/kit/ui/use-loaded";
import { lendMap, type MapOptions } from "./lend-map";
import { loadMapLibrary } from "./load-map-library";

/** The reason why actions on a map are unavailable. */
export const NO_MAP = "The map is not loaded.";

let drawing: boolean | null = null;

/** Looked at once: each look takes one of the few contexts that a browser has. */
function canDraw(): boolean {
	drawing ??= document.createElement("canvas").getContext("webgl2") !== null;
	return drawing;
}

/**
 * A map in the container, without any other service unless the settings name one; its library loads when it is first shown.
 * `map` is null until its style is loaded, and briefly after a change of theme, when all layers are
 * added again; `drawn` once all of it is on the screen. `trouble` says why there is no map, or not
 * all of it, and `redraw` starts it again, as happens once the browser is online again; null where
 * that is of no use. `retry` loads its library again.
 */
export function useMap(container: RefObject<HTMLElement | null>, options: MapOptions) {
	const [map, setMap] = useState<MapLibreMap | null>(null);
	const [drawn, setDrawn] = useState(false);
	const [trouble, setTrouble] = useState<string | null>(null);
	const [drawable, setDrawable] = useState(false);
	const { loaded, retry } = useLoaded(loadMapLibrary, drawable);
	const [attempt, setAttempt] = useState(0);
	const asked = useEffectEvent(() => options);
	const redraw = useCallback(() => {
		setTrouble(null);
		setAttempt((before) => before + 1);
	}, []);
	const isDrawable = trouble !== null && loaded !== null;
	useEffect(() => {
		if (!isDrawable) return;
		window.addEventListener("online", redraw);
		return () => window.removeEventListener("online", redraw);
	}, [isDrawable, redraw]);
	useEffect(() => {
		if (canDraw()) setDrawable(true);
		else setTrouble("This browser cannot draw the map (WebGL 2 is off or missing). Use the table instead.");
	}, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts the map again
	useEffect(() => {
		if (loaded === null || container.current === null) return;
		try {
			const takeAway = lendMap(loaded, container.current, asked(), {
				onStyle: setMap,
				onIdle: () => setDrawn(true),
				onError: ({ message }) => setTrouble(`The map could not be drawn completely: ${message}`),
			});
			return () => {
				takeAway();
				setDrawn(false);
			};
		} catch (error) {
			setTrouble(`The map could not be started: ${error instanceof Error ? error.message : "unknown reason"}`);
		}
	}, [container, loaded, attempt]);
	return { map, drawn, trouble, redraw: isDrawable ? redraw : null, retry };
}
