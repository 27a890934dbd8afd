import type { ExpressionSpecification, StyleSpecification } from "maplibre-gl";
import { servicePath } from "@/lib/browser/service-path";
import { resolveColor } from "./map-colors";
import { PATTERN_PATHS, setLook, TILE } from "./set-look";

export const SHAPES = "fence-shapes";
export const CLUSTERS = "fence-clusters";
export const CHOSEN = "fence-chosen";
export const PROBE = "probe";
/** Layers of fences that a pointer can hit. */
export const CLUSTER_LAYER = "clusters";
const NOTHING = { type: "FeatureCollection", features: [] } as const;
const SCALE = 2;
const IS_AREA: ExpressionSpecification = ["==", ["geometry-type"], "Polygon"];
/** How much of a set's color lies on the land within a fence, and how much on its hatching. */
const TINT = 0.2;
const HATCHING = 0.8;

/**
 * The map's style in the present theme: water, the land that the service brings with it, and empty
 * layers for the fences.
 */
export function mapStyle(): StyleSpecification {
	const accent = resolveColor("--color-accent");
	const surface = resolveColor("--color-surface");
	const empty = { type: "geojson", data: NOTHING as never } as const;
	return {
		version: 8,
		sources: {
			land: { type: "geojson", data: new URL(servicePath("/maps/land.geojson"), window.location.href).href },
			// What goes in is simplified for the zoom already, and reaches over a tile's edge by no more
			// than its outline.
			[SHAPES]: { ...empty, tolerance: 0, buffer: 8 },
			[CLUSTERS]: empty,
			[CHOSEN]: { ...empty, tolerance: 0 },
			[PROBE]: empty,
		},
		layers: [
			{ id: "water", type: "background", paint: { "background-color": resolveColor("--color-water") } },
			{
				id: "land",
				type: "fill",
				source: "land",
				paint: { "fill-color": resolveColor("--color-land"), "fill-antialias": false },
			},
			{
				id: "coast",
				type: "line",
				source: "land",
				paint: { "line-color": resolveColor("--color-coast"), "line-width": 0.75 },
			},
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
					"icon-offset": ["get", "aside"],
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

function strokes(context: CanvasRenderingContext2D, place: number): void {
	const { token, pattern } = setLook(place);
	context.strokeStyle = resolveColor(token);
	context.lineWidth = pattern === "dots" ? 2 : 1;
	context.stroke(new Path2D(PATTERN_PATHS[pattern]));
}

function canvasOf(side: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } | null {
	const canvas = document.createElement("canvas");
	canvas.width = side * SCALE;
	canvas.height = side * SCALE;
	const context = canvas.getContext("2d");
	context?.scale(SCALE, SCALE);
	return context === null ? null : { canvas, context };
}

/** The hatching of a set as a tile. */
function patternTile(place: number): HTMLCanvasElement | null {
	const made = canvasOf(TILE);
	if (made === null) return null;
	strokes(made.context, place);
	return made.canvas;
}

/** A hatching on its set's tint, so that an area is drawn once for both. */
function tintedTile(tile: HTMLCanvasElement, place: number): ImageData | undefined {
	const made = canvasOf(TILE);
	if (made === null) return undefined;
	const { canvas, context } = made;
	context.globalAlpha = TINT;
	context.fillStyle = resolveColor(setLook(place).token);
	context.fillRect(0, 0, TILE, TILE);
	context.globalAlpha = HATCHING;
	context.drawImage(tile, 0, 0, TILE, TILE);
	return context.getImageData(0, 0, canvas.width, canvas.height);
}

/**
 * A cluster: a disc in the set's color and hatching, its number on a plate within; a single fence
 * is a small disc.
 */
function clusterPicture(place: number, label: string): ImageData | null {
	const radius = label === "" ? 5 : 12 + label.length * 2.5;
	const made = canvasOf(radius * 2 + 4);
	const tile = patternTile(place);
	if (made === null || tile === null) return null;
	const { canvas, context } = made;
	const color = resolveColor(setLook(place).token);
	const middle = radius + 2;
	const disc = new Path2D();
	disc.arc(middle, middle, radius, 0, 2 * Math.PI);
	context.fillStyle = resolveColor("--color-surface");
	context.fill(disc);
	context.globalAlpha = label === "" ? 1 : 0.3;
	context.fillStyle = color;
	context.fill(disc);
	context.globalAlpha = 1;
	const hatching = context.createPattern(tile, "repeat");
	if (hatching !== null && label !== "") {
		hatching.setTransform(new DOMMatrix().scale(1 / SCALE));
		context.fillStyle = hatching;
		context.fill(disc);
	}
	context.strokeStyle = label === "" ? resolveColor("--color-surface") : color;
	context.lineWidth = 1.5;
	context.stroke(disc);
	if (label !== "") {
		context.font = `600 11px ${getComputedStyle(document.body).fontFamily}`;
		context.textAlign = "center";
		context.textBaseline = "middle";
		const half = context.measureText(label).width / 2 + 3;
		context.fillStyle = resolveColor("--color-surface");
		context.beginPath();
		context.roundRect(middle - half, middle - 8, half * 2, 16, 4);
		context.fill();
		context.fillStyle = resolveColor("--color-text");
		context.fillText(label, middle, middle + 0.5);
	}
	return context.getImageData(0, 0, canvas.width, canvas.height);
}

/**
 * The image that a layer requests by name (`pattern:<set>`, `cluster:<set>:<label>`); null for
 * other names.
 */
export function mapImage(name: string): { image: ImageData; pixelRatio: number } | null {
	const [kind, place, label = ""] = name.split(":");
	if (place === undefined) return null;
	if (kind === "cluster") {
		const image = clusterPicture(Number(place), label);
		return image === null ? null : { image, pixelRatio: SCALE };
	}
	if (kind !== "pattern") return null;
	const tile = patternTile(Number(place));
	const image = tile === null ? undefined : tintedTile(tile, Number(place));
	return image === undefined ? null : { image, pixelRatio: SCALE };
}
