import type { StyleSpecification } from "maplibre-gl";
import { readBasemap } from "@/lib/browser/read-basemap";
import { servicePath } from "@/lib/browser/service-path";
import { fenceStyle } from "./map-style";
import { type Streets, streetOverlay, streetsOf } from "./streets-of";
import { BASE, worldLabels, worldLayers } from "./world-layers";

type Style = Pick<StyleSpecification, "sources" | "layers"> & Partial<StyleSpecification>;

/** Gives the base map in the present theme. */
export type BaseMap = () => Style;

const addressOf = (path: string) => new URL(servicePath(path), window.location.href).href;

function archive(path: string, attribution: string): StyleSpecification["sources"] {
	return { [BASE]: { type: "vector", url: `pmtiles://${addressOf(path)}`, attribution } };
}

/** Whose the world's data is. */
export const WORLD_SOURCES = "Natural Earth · GeoNames (CC BY 4.0)";

/** The world that the service ships. */
export const world: BaseMap = () => ({
	sources: archive("/maps/world.pmtiles", WORLD_SOURCES),
	layers: [...worldLayers(), ...worldLabels()],
});

/** The world with the streets of regions over it. */
const withStreets =
	(streets: Streets): BaseMap =>
	() => {
		const over = streetOverlay(streets);
		const { sources } = world();
		return {
			sources: { ...sources, ...over.sources },
			layers: [...worldLayers(), ...over.layers, ...over.labels, ...worldLabels()],
		};
	};

/** A style of the operator's, in whatever theme it is. */
async function foreign(address: string): Promise<BaseMap> {
	const response = await fetch(address);
	if (!response.ok) throw new Error(`the style of the map must load, and its status is ${response.status}`);
	const style = (await response.json()) as StyleSpecification;
	return () => style;
}

/** The base map of the service's settings, and its streets; null where a style has its own. */
export async function loadBaseMap(): Promise<{ base: BaseMap; streets: Streets | null }> {
	const basemap = await readBasemap();
	if (basemap.style_url !== null) return { base: await foreign(basemap.style_url), streets: null };
	const streets = streetsOf(basemap);
	return { base: withStreets(streets), streets };
}

/** A base map with empty layers for fences over it. */
export function mapStyle(base: BaseMap): StyleSpecification {
	const [below, fences] = [base(), fenceStyle()];
	return {
		...below,
		version: 8,
		sources: { ...below.sources, ...fences.sources },
		layers: [...below.layers, ...fences.layers],
	};
}
