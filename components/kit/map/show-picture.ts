import type { Map as MapLibreMap } from "maplibre-gl";
import type { Bounds } from "@/lib/contract/design";
import { mapStyle, world } from "./base-map";
import { loadMapLibrary } from "./load-map-library";
import { onThemeChange, resolveColor } from "./map-colors";

type Box = NonNullable<Bounds>;

/** What a canvas shows: a box in its surroundings. */
interface Picture {
	canvas: HTMLCanvasElement;
	box: Box;
	/** Called with whether it is drawn, whenever it was tried. */
	onTried: (drawn: boolean) => void;
}

/** Beyond this zoom nobody knows a place by its surroundings. */
const NEAREST = 5;
const PADDING = 20;
/** Least side of a box in pixels. */
const LEAST = 10;

/**
 * One map, out of sight, draws the pictures of all cards in turn: a browser has room for few maps,
 * and each takes a while to start. It is there while a picture is.
 */
interface Painter {
	map: MapLibreMap;
	stop: () => void;
}

const shown = new Set<Picture>();
const due = new Set<Picture>();
let painter: Promise<Painter> | null = null;
let busy = false;

async function startPainter(): Promise<Painter> {
	const { maplibre } = await loadMapLibrary();
	const host = document.createElement("div");
	host.className = "pointer-events-none invisible fixed start-0 top-0";
	host.ariaHidden = "true";
	document.body.append(host);
	const map = new maplibre.Map({
		container: host,
		style: mapStyle(world),
		attributionControl: false,
		interactive: false,
		fadeDuration: 0,
		canvasContextAttributes: { preserveDrawingBuffer: true },
	});
	const unfollow = onThemeChange(() => {
		map.setStyle(mapStyle(world), { diff: false });
		for (const picture of shown) due.add(picture);
		void drawDue();
	});
	const stop = () => {
		unfollow();
		map.remove();
		host.remove();
	};
	return { map, stop };
}

/**
 * Draws a box on the world that the service ships, once its turn has come; gives back how to stop.
 */
export function showPicture(canvas: HTMLCanvasElement, box: Box, onTried: Picture["onTried"]): () => void {
	const picture = { canvas, box, onTried };
	shown.add(picture);
	due.add(picture);
	void drawDue();
	return () => {
		shown.delete(picture);
		due.delete(picture);
		if (shown.size > 0 || painter === null) return;
		const last = painter;
		painter = null;
		last.then(({ stop }) => stop()).catch(() => {});
	};
}

async function drawDue(): Promise<void> {
	if (busy) return;
	busy = true;
	try {
		for (const picture of due) {
			painter ??= startPainter();
			const { map } = await painter;
			if (!due.delete(picture)) continue;
			if (await look(map, picture)) paint(map, picture);
		}
	} catch {
		// No WebGL 2, or the library did not come.
		painter = null;
		due.clear();
		for (const { onTried } of shown) onTried(false);
	}
	busy = false;
	if (due.size > 0) void drawDue();
}

/** Moves the map to what a picture shows; gives whether that is drawn, and not gone meanwhile. */
function look(map: MapLibreMap, { canvas, box }: Picture): Promise<boolean> {
	const host = map.getContainer();
	host.style.width = `${canvas.clientWidth}px`;
	host.style.height = `${canvas.clientHeight}px`;
	map.resize();
	const camera = map.cameraForBounds(box, { padding: PADDING, maxZoom: NEAREST });
	if (camera !== undefined) map.jumpTo(camera);
	return new Promise((resolve) => {
		map.once("idle", () => resolve(true));
		map.once("remove", () => resolve(false));
		map.triggerRepaint();
	});
}

function paint(map: MapLibreMap, { canvas, box: [west, south, east, north], onTried }: Picture): void {
	const drawn = map.getCanvas();
	canvas.width = drawn.width;
	canvas.height = drawn.height;
	const context = canvas.getContext("2d");
	if (context === null) return;
	context.drawImage(drawn, 0, 0);
	const [start, end] = [map.project([west, north]), map.project([east, south])];
	const [width, height] = [Math.max(LEAST, end.x - start.x), Math.max(LEAST, end.y - start.y)];
	const scale = drawn.width / canvas.clientWidth;
	context.scale(scale, scale);
	context.beginPath();
	context.roundRect((start.x + end.x - width) / 2, (start.y + end.y - height) / 2, width, height, 2);
	context.strokeStyle = resolveColor("--color-accent");
	context.fillStyle = context.strokeStyle;
	context.lineWidth = 1.5;
	context.stroke();
	context.globalAlpha = 0.15;
	context.fill();
	onTried(true);
}
