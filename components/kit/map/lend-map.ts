import type { ErrorEvent, GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { flushSync } from "react-dom";
import { addStreetControls } from "./add-street-controls";
import { mapStyle } from "./base-map";
import type { OpeningView } from "./last-view";
import type { MapLibrary } from "./load-map-library";
import { onThemeChange } from "./map-colors";
import { DATA_SOURCES } from "./map-style";

export const FIT = { padding: 40, maxZoom: 15, animate: false } as const;
/** Low and wide, with its controls over the east. */
const FIT_IN_PAGE = { ...FIT, padding: { top: 32, bottom: 32, left: 40, right: 80 } } as const;
/** How long a map that no page shows is kept for the next one. */
const KEPT_MS = 60_000;

export interface MapOptions {
	opening: OpeningView;
	/** Whether it lies in a page that scrolls: the wheel zooms with Ctrl alone, and a finger scrolls. */
	inPage: boolean;
	/** Pixels at its end that something else lies over. */
	covered: number;
}

/** How a map is fitted to what it shows. */
export const fitOf = ({ inPage, exact }: { inPage: boolean; exact?: boolean }) =>
	exact === true ? { animate: false } : inPage ? FIT_IN_PAGE : FIT;

interface MapCalls {
	/** Called with the map once its style is there, and with null before it comes again. */
	onStyle: (map: MapLibreMap | null) => void;
	/** Called once all is drawn. */
	onIdle: () => void;
	onError: (error: { message: string }) => void;
}

/** The map of the page before, kept for a short while: the next page takes it, in place of starting one. */
let spare: { map: MapLibreMap; library: MapLibrary; forget: () => void } | null = null;

/**
 * Puts a map into a container, whose size it takes; gives back how to take it away again.
 * @throws where the browser gives no WebGL 2 context
 */
export function lendMap(library: MapLibrary, container: HTMLElement, options: MapOptions, calls: MapCalls): () => void {
	const kept = options.inPage && spare?.library === library ? spare : null;
	kept?.forget();
	const map = kept?.map ?? createMap(library, container, options);
	const styled = () => calls.onStyle(map);
	let isWhole = true;
	const failed = ({ error }: ErrorEvent) => {
		isWhole = false;
		calls.onError(error);
	};
	map.on("style.load", styled);
	map.on("idle", calls.onIdle);
	map.on("error", failed);
	const full = new library.maplibre.FullscreenControl({ container: container.parentElement ?? container });
	if (options.inPage) map.addControl(full);
	if (kept !== null) {
		container.append(map.getContainer());
		map.resize();
		map.fitBounds(options.opening.bounds, fitOf({ ...options, ...options.opening }));
		styled();
	}
	const unfollow = onThemeChange(() => {
		// Before its layers are gone, as tools on the map remove their own.
		flushSync(() => calls.onStyle(null));
		map.setStyle(mapStyle(library.base), { diff: false });
	});
	return () => {
		unfollow();
		map.off("style.load", styled);
		map.off("idle", calls.onIdle);
		map.off("error", failed);
		calls.onStyle(null);
		if (!options.inPage || !isWhole || !map.isStyleLoaded()) return map.remove();
		map.removeControl(full);
		keep(map, library);
	};
}

function createMap(
	{ maplibre, base, streets }: MapLibrary,
	container: HTMLElement,
	{ opening, inPage, covered }: MapOptions,
) {
	const host = document.createElement("div");
	host.className = "size-full";
	container.append(host);
	const map = new maplibre.Map({
		container: host,
		style: mapStyle(base),
		attributionControl: false,
		dragRotate: false,
		pitchWithRotate: false,
		cooperativeGestures: inPage,
		maxZoom: 20,
		fadeDuration: 0,
		bounds: opening.bounds,
		fitBoundsOptions: fitOf({ inPage, exact: opening.exact }),
	});
	if (covered > 0) {
		map.setPadding({ top: 0, right: covered, bottom: 0, left: 0 });
		map.fitBounds(opening.bounds, fitOf({ inPage, exact: opening.exact }));
	}
	map.touchZoomRotate.disableRotation();
	map.keyboard.disableRotation();
	map.addControl(new maplibre.NavigationControl({ showCompass: false }), "top-right");
	map.addControl(new maplibre.ScaleControl({ unit: "metric" }), "bottom-left");
	map.addControl(new maplibre.AttributionControl({ compact: false }), "bottom-right");
	addStreetControls(map, streets);
	return map;
}

/** Keeps a map without its fences for the next page, until the theme changes or a while is over. */
function keep(map: MapLibreMap, library: MapLibrary): void {
	spare?.map.remove();
	spare?.forget();
	for (const source of DATA_SOURCES) {
		map.getSource<GeoJSONSource>(source)?.setData({ type: "FeatureCollection", features: [] });
	}
	map.getContainer().remove();
	const remove = () => {
		own.forget();
		map.remove();
	};
	const timer = setTimeout(remove, KEPT_MS);
	const unfollow = onThemeChange(remove);
	const own = {
		map,
		library,
		forget: () => {
			clearTimeout(timer);
			unfollow();
			spare = null;
		},
	};
	spare = own;
}
