import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import { readBasemap } from "@/lib/browser/read-basemap";
import { servicePath } from "@/lib/browser/service-path";
import { fenceStyle } from "./map-style";
import { BASE, pageFonts, worldLabels, worldLayers } from "./world-layers";

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

/** The page's fonts, and no pictures: both would be fetched from elsewhere. */
function ownLetters(layer: LayerSpecification): LayerSpecification[] {
	if (layer.type !== "symbol") return [layer];
	const { "icon-image": _picture, ...layout } = layer.layout ?? {};
	if (layout["text-field"] === undefined) return [];
	return [{ ...layer, layout: { ...layout, "text-font": pageFonts() } }];
}

const isDark = () => {
	const chosen = document.documentElement.dataset.theme;
	return chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
};

/** An archive of the operator's region, in the schema of Protomaps. */
async function region(): Promise<BaseMap> {
	const { layers, namedFlavor } = await import("@protomaps/basemaps");
	return () => ({
		sources: archive("/api/basemap/file", "© OpenStreetMap contributors"),
		layers: layers(BASE, namedFlavor(isDark() ? "dark" : "light"), { lang: "en" }).flatMap((layer) =>
			ownLetters(layer as LayerSpecification),
		),
	});
}

/** A style of the operator's, in whatever theme it is. */
async function foreign(address: string): Promise<BaseMap> {
	const response = await fetch(address);
	if (!response.ok) throw new Error(`the style of the map must load, and its status is ${response.status}`);
	const style = (await response.json()) as StyleSpecification;
	return () => style;
}

/** The base map of the service's settings. */
export async function loadBaseMap(): Promise<BaseMap> {
	const { kind, style_url } = await readBasemap();
	if (style_url !== null) return foreign(style_url);
	return kind === "file" ? region() : world;
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
