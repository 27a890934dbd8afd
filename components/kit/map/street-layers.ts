import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import type { RegionSchema } from "@/lib/contract/basemap";
import { resolveColor } from "./map-colors";
import { STREET_WORDS, type TileLayer } from "./street-words";
import { pageFonts } from "./world-layers";

/** The shipped world is drawn alone below this zoom. */
export const FIRST_ZOOM = 7;

/** A source of tiles, and how to draw it. */
export interface StreetSource {
	readonly source: string;
	readonly schema: RegionSchema;
	/** Streets and water alone, so that geofences stand out. */
	readonly plain: boolean;
}

const IS_AREA: ExpressionSpecification = ["==", ["geometry-type"], "Polygon"];
const IS_LINE: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];

const growing = (...stops: number[]): ExpressionSpecification =>
	["interpolate", ["exponential", 1.5], ["zoom"], ...stops] as ExpressionSpecification;

/** Widths of streets, in pixels by zoom. */
const WIDTHS = {
	minor: [12, 0.5, 14, 2, 16, 7, 20, 40],
	major: [8, 0.5, 12, 2, 14, 4, 16, 11, 20, 60],
	main: [7, 0.75, 10, 1.5, 12, 3, 14, 5, 16, 14, 20, 70],
} as const;
const FIRST_ZOOMS = { minor: 12, major: 8, main: FIRST_ZOOM } as const;
const TIERS = ["minor", "major", "main"] as const;

/** Draws parts of layers, each with a name of its own. */
function pen({ source, schema }: StreetSource) {
	const { kind } = STREET_WORDS[schema];
	const filterOf = (shape: ExpressionSpecification, { kinds }: TileLayer): ExpressionSpecification =>
		kinds === undefined ? shape : ["all", shape, ["in", ["get", kind], ["literal", [...kinds]]]];
	const base = (id: string, { layer }: TileLayer, minzoom: number) => ({
		id: `${source}-${id}`,
		source,
		"source-layer": layer,
		minzoom,
	});
	return {
		filterOf,
		base,
		fill: (id: string, from: TileLayer, token: string, minzoom = FIRST_ZOOM): LayerSpecification => ({
			...base(id, from, minzoom),
			type: "fill",
			filter: filterOf(IS_AREA, from),
			paint: { "fill-color": resolveColor(token), "fill-antialias": false },
		}),
		line: (
			id: string,
			from: TileLayer,
			token: string,
			width: readonly number[],
			{ minzoom = FIRST_ZOOM, paint = {} }: { minzoom?: number; paint?: object } = {},
		): LayerSpecification => ({
			...base(id, from, minzoom),
			type: "line",
			filter: filterOf(IS_LINE, from),
			layout: { "line-cap": "round", "line-join": "round" },
			paint: { "line-color": resolveColor(token), "line-width": growing(...width), ...paint },
		}),
	};
}

/** Land, water, houses and streets of a region, in the present theme. */
export function streetLayers(from: StreetSource): LayerSpecification[] {
	const { plain, schema } = from;
	const words = STREET_WORDS[schema];
	const { fill, line, base } = pen(from);
	const dashed = { "line-dasharray": [2, 2] };
	const casing = (tier: (typeof TIERS)[number]) =>
		line(
			`${tier}-casing`,
			words[tier],
			"--color-road-edge",
			WIDTHS[tier].map((part, at) => (at % 2 === 0 ? part : part + 1.5)),
			{
				minzoom: FIRST_ZOOMS[tier],
			},
		);
	const street = (tier: (typeof TIERS)[number]) =>
		line(tier, words[tier], tier === "main" && !plain ? "--color-road-main" : "--color-road", WIDTHS[tier], {
			minzoom: FIRST_ZOOMS[tier],
		});
	const border: LayerSpecification = {
		...base("borders", words.borders, FIRST_ZOOM),
		type: "line",
		filter: words.borders.filter,
		paint: { "line-color": resolveColor("--color-border"), "line-width": 1.25 },
	};
	return [
		...(words.land === null ? [] : [fill("land", words.land, "--color-land")]),
		...(plain ? [] : words.green.map((one, at) => fill(`green-${at}`, one, "--color-green"))),
		fill("water", words.water, "--color-water"),
		line("rivers", words.rivers, "--color-water", [8, 0.5, 12, 1.5, 16, 6]),
		...(plain ? [] : [fill("buildings", words.buildings, "--color-building", 14)]),
		line("paths", words.paths, "--color-road-edge", [14, 0.5, 18, 2], { minzoom: 14, paint: dashed }),
		line("rails", words.rails, "--color-road-edge", [10, 0.5, 16, 1.5], { minzoom: 10 }),
		...TIERS.map(casing),
		...TIERS.map(street),
		border,
	];
}

/** Names of streets and of a city's parts. */
export function streetLabels(from: StreetSource): LayerSpecification[] {
	const words = STREET_WORDS[from.schema];
	const { base, filterOf } = pen(from);
	const look = {
		"text-color": resolveColor("--color-map-label"),
		"text-halo-color": resolveColor("--color-land"),
		"text-halo-width": 1.25,
	};
	return [
		{
			...base("street-names", { layer: words.named }, 13),
			type: "symbol",
			filter: ["all", IS_LINE, ["has", "name"]],
			layout: {
				...{ "text-field": ["get", "name"], "text-font": pageFonts(), "symbol-placement": "line" },
				...{ "text-size": growing(13, 10, 18, 14), "text-padding": 4, "symbol-spacing": 300 },
			},
			paint: look,
		},
		{
			...base("part-names", words.parts, 11),
			type: "symbol",
			filter: filterOf(["==", ["geometry-type"], "Point"], words.parts),
			maxzoom: 17,
			layout: {
				...{ "text-field": ["get", "name"], "text-font": pageFonts(), "text-max-width": 8 },
				...{ "text-size": growing(11, 11, 16, 14), "text-padding": 8 },
			},
			paint: look,
		},
	];
}
