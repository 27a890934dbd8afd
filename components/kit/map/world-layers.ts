import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { resolveColor } from "./map-colors";

/** Name of the source of a base map. */
export const BASE = "base";

/** Fonts of the page, which the map draws its letters with: nothing else is fetched. */
export const pageFonts = (): string[] =>
	getComputedStyle(document.body)
		.fontFamily.split(",")
		.map((family) => family.trim().replaceAll(/["']/g, ""));

const line = (id: string, layer: string, color: string, width: ExpressionSpecification | number, rest = {}) =>
	({
		id,
		type: "line",
		source: BASE,
		"source-layer": layer,
		paint: { "line-color": color, "line-width": width, ...rest },
	}) satisfies LayerSpecification;

const fill = (id: string, layer: string, color: string) =>
	({
		id,
		type: "fill",
		source: BASE,
		"source-layer": layer,
		paint: { "fill-color": color, "fill-antialias": false },
	}) satisfies LayerSpecification;

const growing = (...stops: number[]): ExpressionSpecification =>
	["interpolate", ["linear"], ["zoom"], ...stops] as ExpressionSpecification;

/** From the zoom on at which a feature says that it has room. */
const HAS_ROOM: ExpressionSpecification = ["<=", ["get", "zoom"], ["zoom"]];

/** Names that come when they have room. */
function labels(id: string, layer: string, size: ExpressionSpecification, rest: object): LayerSpecification {
	return {
		id,
		type: "symbol",
		source: BASE,
		"source-layer": layer,
		filter: HAS_ROOM,
		layout: {
			"text-field": ["get", "name"],
			"text-font": pageFonts(),
			"text-size": size,
			"text-max-width": 8,
			"symbol-sort-key": ["get", "order"],
			...rest,
		},
		paint: {
			"text-color": resolveColor("--color-map-label"),
			"text-halo-color": resolveColor("--color-land"),
			"text-halo-width": 1.25,
		},
	};
}

/** The world that the service ships, in the present theme: land, waters, borders. */
export function worldLayers(): LayerSpecification[] {
	const water = resolveColor("--color-water");
	const coast = resolveColor("--color-coast");
	return [
		{ id: "water", type: "background", paint: { "background-color": water } },
		fill("land", "land", resolveColor("--color-land")),
		fill("lakes", "lakes", water),
		line("rivers", "rivers", resolveColor("--color-river"), growing(2, 0.3, 6, 1, 12, 2.5)),
		line("lake-shores", "lakes", coast, 0.5),
		line("coast", "coast", coast, 0.75),
		{ ...line("regions", "regions", coast, 0.75, { "line-dasharray": [3, 2] }), filter: HAS_ROOM },
		line("borders", "borders", resolveColor("--color-border"), growing(1, 0.6, 6, 1.4)),
	];
}

/** Names of countries and cities, large ones first where not all have room. */
export function worldLabels(): LayerSpecification[] {
	return [
		labels("place-names", "places", growing(3, 11, 8, 13, 14, 15), { "text-padding": 6 }),
		{
			...labels("country-names", "countries", growing(1, 10, 6, 15), {
				"text-transform": "uppercase",
				"text-letter-spacing": 0.1,
				"text-padding": 8,
			}),
			maxzoom: 8,
		},
	];
}
