import { servicePath } from "@/lib/browser/service-path";
import { pageFonts } from "./world-layers";

type MapLibre = typeof import("maplibre-gl");

let loaded: Promise<MapLibre> | null = null;

async function load(): Promise<MapLibre> {
	const [maplibre, { Protocol }] = await Promise.all([import("maplibre-gl"), import("pmtiles"), loadLetters()]);
	maplibre.setWorkerUrl(new URL(servicePath("/maplibre/maplibre-gl-worker.mjs"), window.location.href).href);
	maplibre.addProtocol("pmtiles", new Protocol({ metadata: true }).tile);
	return maplibre;
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

/** The library of maps, able to read archives of tiles; once for all maps of the page. */
export function loadMapLibrary(): Promise<MapLibre> {
	loaded ??= load().catch((error: unknown) => {
		loaded = null;
		throw error;
	});
	return loaded;
}
