import { resolveColor } from "./map-colors";
import { TINT } from "./map-style";
import { PATTERN_PATHS, setLook, TILE } from "./set-look";

const SCALE = 2;
/** How much of a set's color lies on its hatching. */
const HATCHING = 0.8;

function strokes(context: CanvasRenderingContext2D, place: number): void {
	const { token, pattern } = setLook(place);
	context.strokeStyle = resolveColor(token);
	context.lineWidth = pattern === "dots" ? 2 : 1;
	context.stroke(new Path2D(PATTERN_PATHS[pattern]));
}

function canvasOf(
	width: number,
	height = width,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } | null {
	const canvas = document.createElement("canvas");
	canvas.width = width * SCALE;
	canvas.height = height * SCALE;
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

const LABEL_HEIGHT = 20;
const LABEL_ROOM = 8;

function centeredText(context: CanvasRenderingContext2D, label: string, [x, y]: [number, number]): void {
	context.font = clusterFont();
	context.textAlign = "center";
	context.textBaseline = "middle";
	context.fillStyle = resolveColor("--color-text");
	context.fillText(label, x, y);
}

const clusterFont = () => `600 11px ${getComputedStyle(document.body).fontFamily}`;

/** Width of a cluster with this number, in CSS pixels. */
export function clusterWidth(label: string): number {
	const context = document.createElement("canvas").getContext("2d");
	if (context === null) return 0;
	context.font = clusterFont();
	return Math.ceil(context.measureText(label).width) + LABEL_ROOM * 2;
}

/** A single fence, which is too small to be drawn: a small square on its corner. */
function fenceDot(place: number): ImageData | null {
	const made = canvasOf(14);
	if (made === null) return null;
	const { canvas, context } = made;
	const dot = new Path2D("M7 1.5L12.5 7L7 12.5L1.5 7Z");
	context.fillStyle = resolveColor(setLook(place).token);
	context.fill(dot);
	context.strokeStyle = resolveColor("--color-surface");
	context.lineWidth = 1.5;
	context.stroke(dot);
	return context.getImageData(0, 0, canvas.width, canvas.height);
}

/**
 * A cluster: a plate with its number, which no geofence looks like, above a bar in the set's color
 * and hatching.
 */
function clusterPicture(place: number, label: string): ImageData | null {
	if (label === "") return fenceDot(place);
	const [width, bar] = [clusterWidth(label), 6];
	const height = LABEL_HEIGHT + bar;
	const made = canvasOf(width + 4, height + 4);
	const tile = patternTile(place);
	if (made === null || tile === null) return null;
	const { canvas, context } = made;
	const color = resolveColor(setLook(place).token);
	const plate = new Path2D();
	plate.roundRect(2, 2, width, height, 4);
	context.save();
	context.clip(plate);
	context.fillStyle = resolveColor("--color-surface");
	context.fillRect(0, 0, width + 4, height + 4);
	context.globalAlpha = 0.45;
	context.fillStyle = color;
	context.fillRect(0, LABEL_HEIGHT + 2, width + 4, bar + 2);
	context.globalAlpha = 1;
	const hatching = context.createPattern(tile, "repeat");
	if (hatching !== null) {
		hatching.setTransform(new DOMMatrix().scale(1 / SCALE));
		context.fillStyle = hatching;
		context.fillRect(0, LABEL_HEIGHT + 2, width + 4, bar + 2);
	}
	context.restore();
	context.strokeStyle = color;
	context.lineWidth = 1.5;
	context.stroke(plate);
	centeredText(context, label, [width / 2 + 2, LABEL_HEIGHT / 2 + 3]);
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
