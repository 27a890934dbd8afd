import type { Page } from "playwright";
import { randomFrom } from "@/lib/tools/seed/inventory/random";
import { type Api, ask } from "./api";
import { observeTasks, STALL_MS, takeTasks } from "./long-tasks";

/** Figures of a design's map with many geofences. */
export interface MapFigures {
	readonly fences: number;
	/** The renderer, as the browser names it. */
	readonly renderer: string;
	/** Megabytes of GeoJSON that the page fetches. */
	readonly megabytes: number;
	/** Milliseconds from the navigation to the first shapes; of several visits, ascending. */
	readonly firstShapes: readonly number[];
	/**
	 * Milliseconds of the longest task of the main thread meanwhile; of several visits, ascending.
	 */
	readonly longestTasks: readonly number[];
	readonly pans: readonly PanFigures[];
}

/** Figures of dragging the map. */
export interface PanFigures {
	readonly where: string;
	readonly framesPerSecond: number;
	/** Longest time between two frames in milliseconds. */
	readonly longestFrame: number;
	/** Tasks of the main thread above {@link STALL_MS}, which users notice. */
	readonly stalls: number;
}

const VISITS = 3;
const PAN_MS = 5_000;
const SETS = ["Shops", "Stations", "Parks", "Schools"];
/** Radius of a city. */
const CITY_DEGREES = 0.25;
const CITIES: readonly (readonly [number, number])[] = [
	[52.52, 13.4],
	[51.5, -0.12],
	[48.86, 2.35],
	[40.42, -3.7],
	[41.9, 12.5],
	[52.23, 21.01],
	[59.33, 18.07],
	[50.08, 14.44],
];

/**
 * Creates a design with so many geofences around eight cities, a tenth of them polygons. Opens its
 * page in a browser with cached scripts and drags its map: first at full extent, then close enough
 * for exact shapes.
 */
export async function measureMap(page: Page, api: Api, fences: number): Promise<MapFigures> {
	const design = await ask<{ id: string; set_ids: string[] }>(api, "POST", "/api/designs", {
		name: "Map of the benchmark",
		type: "proximity",
		sets: SETS.map((set_name) => ({ set_name })),
	});
	let bytes = 0;
	for (const [place, setId] of design.set_ids.entries()) {
		const body = linesOfSet(place, fences / SETS.length);
		bytes += body.length;
		const answer = await fetch(`${api.url}/api/designs/${design.id}/sets/${setId}/geofences`, {
			method: "PUT",
			headers: { authorization: `Bearer ${api.key}`, "content-type": "application/x-ndjson" },
			body,
		});
		if (!answer.ok) throw new Error(`The geofences were refused: ${await answer.text()}`);
	}
	const firstShapes: number[] = [];
	const longestTasks: number[] = [];
	await page.addInitScript(observeTasks);
	await page.goto(`/designs/${design.id}`);
	await page.evaluate(fencesDrawn);
	for (let visit = 0; visit < VISITS; visit += 1) {
		await page.goto(`/designs/${design.id}`);
		firstShapes.push(await page.evaluate(fencesDrawn));
		longestTasks.push(Math.max(0, ...(await page.evaluate(takeTasks))));
	}
	const pans = [await pan(page, "all in view, in clusters")];
	await comeNear(page);
	pans.push(await pan(page, "near, exact shapes"));
	return {
		fences,
		renderer: await page.evaluate(rendererName),
		megabytes: bytes / 1e6,
		firstShapes: firstShapes.sort((a, b) => a - b),
		longestTasks: longestTasks.sort((a, b) => a - b),
		pans,
	};
}

/** Fences around the cities, denser in the centers; the same in every run. */
function linesOfSet(set: number, count: number): string {
	const random = randomFrom(set + 1);
	const lines: string[] = [];
	for (let number = 0; number < count; number += 1) {
		const [latitude, longitude] = CITIES[number % CITIES.length] ?? [0, 0];
		const angle = random.next() * 2 * Math.PI;
		const away = random.next() * CITY_DEGREES;
		const [y, x] = [latitude + away * Math.sin(angle), longitude + away * 1.6 * Math.cos(angle)];
		const polygon = number % 10 === 9;
		const meters = random.between(50, 250);
		const properties = { name: `${SETS[set]} ${number}`, ...(polygon ? {} : { radius: meters }) };
		const geometry = polygon
			? { type: "Polygon", coordinates: [outline(x, y, meters / 111_195)] }
			: { type: "Point", coordinates: [x, y] };
		lines.push(`${JSON.stringify({ type: "Feature", properties, geometry })}\n`);
	}
	return lines.join("");
}

/** A polygon with a dozen corners. */
function outline(x: number, y: number, radius: number): number[][] {
	const corners = Array.from({ length: 12 }, (_, corner) => {
		const angle = (corner / 12) * 2 * Math.PI;
		const reach = radius * (corner % 2 === 0 ? 1 : 0.7);
		return [x + reach * 1.6 * Math.cos(angle), y + reach * Math.sin(angle)];
	});
	return [...corners, corners[0] ?? []];
}

/** The first row's fence is in the middle of a city; two steps out, hundreds are in view. */
async function comeNear(page: Page): Promise<void> {
	await page.getByRole("table", { name: "Geofences" }).getByRole("button").first().click();
	const out = page.getByRole("button", { name: "Zoom out" });
	for (let step = 0; step < 2; step += 1) {
		await out.click();
		// The step is animated, and the map draws again at its end.
		await page.waitForTimeout(800);
	}
}

/** Drags the map of a page for some seconds. */
export async function pan(page: Page, where: string): Promise<PanFigures> {
	const box = await page.locator("canvas.maplibregl-canvas").boundingBox();
	if (box === null) throw new Error("The map is not there.");
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.evaluate(takeTasks);
	const counting = page.evaluate(countFrames, PAN_MS);
	for (let step = 0, end = Date.now() + PAN_MS; Date.now() < end; step += 1) {
		await page.mouse.move(x + Math.sin(step / 25) * box.width * 0.4, y + Math.sin(step / 40) * box.height * 0.4);
	}
	const frames = await counting;
	const stalls = (await page.evaluate(takeTasks)).filter((task) => task > STALL_MS).length;
	await page.mouse.up();
	return { where, ...frames, stalls };
}

/** Runs in the page: milliseconds from the navigation to the map's mark. */
export async function fencesDrawn(): Promise<number> {
	for (;;) {
		const [drawn] = performance.getEntriesByName("fences-drawn");
		if (drawn !== undefined) return drawn.startTime;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

/** Runs in the page: frames per second, and the longest frame. */
function countFrames(duration: number): Promise<{ framesPerSecond: number; longestFrame: number }> {
	return new Promise((resolve) => {
		let frames = 0;
		let longestFrame = 0;
		let before = performance.now();
		const end = before + duration;
		const began = before;
		const step = (now: number) => {
			frames += 1;
			longestFrame = Math.max(longestFrame, now - before);
			before = now;
			if (now < end) requestAnimationFrame(step);
			else resolve({ framesPerSecond: (frames * 1_000) / (now - began), longestFrame });
		};
		requestAnimationFrame(step);
	});
}

/** Runs in the page. */
function rendererName(): string {
	const gl = document.createElement("canvas").getContext("webgl2");
	const names = gl?.getExtension("WEBGL_debug_renderer_info");
	return gl && names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "unknown";
}
