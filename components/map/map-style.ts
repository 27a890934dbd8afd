import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import { resolveColour } from "./map-colours";
import { PATTERN_PATHS, setLook, TILE } from "./set-look";

export const AREAS_SOURCE = "fence-areas";
export const POINTS_SOURCE = "fence-points";
/** From this zoom on the areas speak for themselves. */
const POINTS_UNTIL = 13;
const NOTHING = { type: "FeatureCollection", features: [] } as const;

export const patternImage = (place: number) => `set-${place}`;
export const areaLayers = (place: number) => [`fill-${place}`, `pattern-${place}`, `line-${place}`, `point-${place}`];

function setLayers(place: number): LayerSpecification[] {
	const colour = resolveColour(setLook(place).token);
	const filter: ["==", ["get", string], number] = ["==", ["get", "set"], place];
	const [fill = "", pattern = "", line = "", point = ""] = areaLayers(place);
	return [
		{ id: fill, type: "fill", source: AREAS_SOURCE, filter, paint: { "fill-color": colour, "fill-opacity": 0.22 } },
		{
			id: pattern,
			type: "fill",
			source: AREAS_SOURCE,
			filter,
			minzoom: POINTS_UNTIL - 3,
			paint: { "fill-pattern": patternImage(place), "fill-opacity": 0.8 },
		},
		{ id: line, type: "line", source: AREAS_SOURCE, filter, paint: { "line-color": colour, "line-width": 1.25 } },
		{
			id: point,
			type: "circle",
			source: POINTS_SOURCE,
			filter,
			maxzoom: POINTS_UNTIL,
			paint: {
				"circle-color": colour,
				"circle-radius": ["interpolate", ["linear"], ["zoom"], 0, 1.5, 5, 2.25, 9, 3.5],
				"circle-opacity": ["interpolate", ["linear"], ["zoom"], 10, 0.75, POINTS_UNTIL, 0],
				"circle-stroke-color": resolveColour("--color-surface"),
				"circle-stroke-width": 0.5,
				"circle-stroke-opacity": ["interpolate", ["linear"], ["zoom"], 10, 0.75, POINTS_UNTIL, 0],
			},
		},
	];
}

/** The map's style in the present theme: water, the land that the service brings with it, and the sets above. */
export function mapStyle(sets: number): StyleSpecification {
	return {
		version: 8,
		sources: {
			land: { type: "geojson", data: new URL("/maps/land.geojson", window.location.href).href },
			[AREAS_SOURCE]: { type: "geojson", data: NOTHING as never, tolerance: 0.2 },
			[POINTS_SOURCE]: { type: "geojson", data: NOTHING as never },
		},
		layers: [
			{ id: "water", type: "background", paint: { "background-color": resolveColour("--color-water") } },
			{ id: "land", type: "fill", source: "land", paint: { "fill-color": resolveColour("--color-land") } },
			{
				id: "coast",
				type: "line",
				source: "land",
				paint: { "line-color": resolveColour("--color-coast"), "line-width": 0.75 },
			},
			...Array.from({ length: sets }, (_, place) => setLayers(place)).flat(),
		],
	};
}

/** The hatching of a set as an image that the map repeats. */
export function patternTile(place: number): ImageData | null {
	const scale = 2;
	const canvas = document.createElement("canvas");
	canvas.width = TILE * scale;
	canvas.height = TILE * scale;
	const context = canvas.getContext("2d");
	if (context === null) return null;
	const { token, pattern } = setLook(place);
	context.scale(scale, scale);
	context.strokeStyle = resolveColour(token);
	context.lineWidth = pattern === "dots" ? 2 : 1;
	context.stroke(new Path2D(PATTERN_PATHS[pattern]));
	return context.getImageData(0, 0, canvas.width, canvas.height);
}
