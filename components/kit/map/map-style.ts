import type { ExpressionSpecification, StyleSpecification } from "maplibre-gl";
import { resolveColor } from "./map-colors";

export const SHAPES = "fence-shapes";
export const CLUSTERS = "fence-clusters";
export const CHOSEN = "fence-chosen";
export const PROBE = "probe";
/** Sources that a page fills. */
export const DATA_SOURCES = [SHAPES, CLUSTERS, CHOSEN, PROBE] as const;
/** Layers of fences that a pointer can hit. */
export const CLUSTER_LAYER = "clusters";
const NOTHING = { type: "FeatureCollection", features: [] } as const;
const IS_AREA: ExpressionSpecification = ["==", ["geometry-type"], "Polygon"];
/** How much of a set's color lies on the land within a fence. */
export const TINT = 0.2;

/** Empty layers for the fences in the present theme, to lie over a base map. */
export function fenceStyle(): Pick<StyleSpecification, "sources" | "layers"> {
	const accent = resolveColor("--color-accent");
	const surface = resolveColor("--color-surface");
	const empty = { type: "geojson", data: NOTHING as never } as const;
	return {
		sources: {
			// What goes in is simplified for the zoom already, and reaches over a tile's edge by no more
			// than its outline.
			[SHAPES]: { ...empty, tolerance: 0, buffer: 8 },
			[CLUSTERS]: empty,
			[CHOSEN]: { ...empty, tolerance: 0 },
			[PROBE]: empty,
		},
		layers: [
			{
				id: "shapes",
				type: "fill",
				source: SHAPES,
				filter: ["all", IS_AREA, ["==", ["get", "pattern"], ""]],
				// The edges are drawn by the outlines; drawn once more, they cost as much as the areas.
				paint: { "fill-color": ["get", "color"], "fill-opacity": TINT, "fill-antialias": false },
			},
			{
				id: "patterns",
				type: "fill",
				source: SHAPES,
				filter: ["all", IS_AREA, ["!=", ["get", "pattern"], ""]],
				paint: { "fill-pattern": ["image", ["get", "pattern"]], "fill-antialias": false },
			},
			{
				id: "outlines",
				type: "line",
				source: SHAPES,
				filter: ["!", ["get", "bare"]],
				paint: { "line-color": ["get", "color"], "line-width": 1.25 },
			},
			{ id: "chosen-halo", type: "line", source: CHOSEN, paint: { "line-color": surface, "line-width": 7 } },
			{ id: "chosen", type: "line", source: CHOSEN, paint: { "line-color": accent, "line-width": 3 } },
			{
				id: CLUSTER_LAYER,
				type: "symbol",
				source: CLUSTERS,
				layout: {
					"icon-image": ["get", "icon"],
					"icon-allow-overlap": true,
					"icon-ignore-placement": true,
					"symbol-sort-key": ["get", "count"],
				},
			},
			{
				id: "chosen-point",
				type: "circle",
				source: CHOSEN,
				filter: ["==", ["geometry-type"], "Point"],
				paint: {
					"circle-radius": 12,
					"circle-opacity": 0,
					"circle-stroke-color": accent,
					"circle-stroke-width": 3,
				},
			},
			{
				id: "probe",
				type: "circle",
				source: PROBE,
				paint: {
					"circle-radius": 6,
					"circle-color": resolveColor("--color-bad"),
					"circle-stroke-color": surface,
					"circle-stroke-width": 2,
				},
			},
		],
	};
}
