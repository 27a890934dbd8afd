import { servicePath } from "@/lib/browser/service-path";
import { type BaseMap, loadBaseMap } from "./base-map";
import type { Streets } from "./streets-of";
import { pageFonts } from "./world-layers";

type MapLibre = typeof import("maplibre-gl");

export interface MapLibrary {
	readonly maplibre: MapLibre;
	readonly base: BaseMap;
	readonly streets: Streets | null;
}

let loaded: Promise<MapLibrary> | null = null;

async function load(): Promise<MapLibrary> {
	const [maplibre, { Protocol }, { base, streets }] = await Promise.all([
		import("maplibre-gl"),
		import("pmtiles"),
		loadBaseMap(),
		loadLetters(),
	]);
	maplibre.setWorkerUrl(new URL(servicePath("/maplibre/maplibre-gl-worker.mjs"), window.location.href).href);
	maplibre.addProtocol("pmtiles", new Protocol().tile);
	return { maplibre, base, streets };
}

/**
 * A letter that is drawn before its part of the font has come stays in the system's font; a part
 * that cannot be loaded is drawn in it.
 */
const loadLetters = () =>
	document.fonts
		.load(
			`16px ${pageFonts()
				.map((family) => JSON.stringify(family))
				.join(", ")}`,
			"aő",
		)
		.catch(() => []);

/** The library of maps with the base map of the settings, able to read archives of tiles; once for all maps of the page. */
export function loadMapLibrary(): Promise<MapLibrary> {
	loaded ??= load().catch((error: unknown) => {
		loaded = null;
		throw error;
	});
	return loaded;
}
