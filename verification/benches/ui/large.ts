import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { randomFrom } from "@/lib/tools/seed/inventory/random";
import { coastline } from "@/lib/tools/testing/coastline";
import { type Api, ask, createProximity, upload } from "@/verification/benches/api";
import {
	beside,
	count,
	longest,
	median,
	megabytes,
	milliseconds,
	print,
	printTable,
	seconds,
	timed,
} from "@/verification/benches/figures";
import { placesFile } from "@/verification/benches/places";
import { usedBy } from "@/verification/benches/processes";
import { AUDIENCES, importVisits, SOURCE, VISITS_PER_DEVICE } from "@/verification/benches/visits";
import { withDirectory } from "@/verification/benches/with-directory";
import { openMap, pan, STALL_MS, takeTasks, timeInteraction } from "./page";

const VISITS = 3;
const EDITS = 5;
const ESTIMATES = 5;
/** A corner of the coast. */
const CORNER = 1_000;
const STEP_MS = 180_000;
const ASK_EVERY_MS = 50;
const SETS = ["Shops", "Stations", "Parks", "Schools"];
/** Radius of a city. */
const CITY_DEGREES = 0.25;
const CITIES = [
	[52.52, 13.4],
	[51.5, -0.12],
	[48.86, 2.35],
	[40.42, -3.7],
	[41.9, 12.5],
	[52.23, 21.01],
	[59.33, 18.07],
	[50.08, 14.44],
] as const;

/**
 * A design with so many geofences around eight cities, a tenth of them polygons: its page with
 * cached scripts, and its map that is dragged, first at full extent, then close enough for exact
 * shapes.
 */
export async function printMap(api: Api, page: Page, fences: number): Promise<void> {
	const { id, geofencesOf } = await createProximity(api, "Map", SETS);
	let bytes = 0;
	for (const [set, path] of geofencesOf.entries()) {
		const lines = Buffer.from(linesOfSet(set, fences / SETS.length));
		bytes += lines.length;
		await upload(api, "PUT", path, "application/x-ndjson", [lines]);
	}
	const firstShapes: number[] = [];
	const longestTasks: number[] = [];
	await openMap(page, `/designs/${id}`);
	for (let visit = 0; visit < VISITS; visit += 1) {
		firstShapes.push(await openMap(page, `/designs/${id}`));
		longestTasks.push(longest(await takeTasks(page)));
	}
	const far = await pan(page, "all in view, in clusters");
	// The first row's fence is in the middle of a city; two steps out, hundreds are in view.
	await page.getByRole("table", { name: "Geofences" }).getByRole("button").first().click();
	for (let step = 0; step < 2; step += 1) {
		await page.getByRole("button", { name: "Zoom out" }).click();
		// The step is animated, and the map draws again at its end.
		await page.waitForTimeout(800);
	}
	const near = await pan(page, "near, exact shapes");
	const first = `first shapes, ${(bytes / 1e6).toFixed(0)} MB of GeoJSON fetched (median of ${VISITS})`;
	printTable(
		[
			`map with ${count(fences)} geofences (${await page.evaluate(rendererName)})`,
			"",
			"longest frame",
			`tasks over ${STALL_MS} ms`,
		],
		[
			[first, milliseconds(median(firstShapes)), "", ""],
			["longest task of the main thread until then", milliseconds(median(longestTasks)), "", ""],
			far,
			near,
		],
	);
}

/** Runs in the page. */
function rendererName(): string {
	const gl = document.createElement("canvas").getContext("webgl2");
	const names = gl?.getExtension("WEBGL_debug_renderer_info");
	return gl && names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "unknown";
}

/** Fences around the cities, denser in the centers; the same in every run. */
function linesOfSet(set: number, length: number): string {
	const random = randomFrom(set + 1);
	const lines = Array.from({ length }, (_, number) => {
		const [latitude, longitude] = CITIES[number % CITIES.length] ?? [0, 0];
		const angle = random.next() * 2 * Math.PI;
		const away = random.next() * CITY_DEGREES;
		const [y, x] = [latitude + away * Math.sin(angle), longitude + away * 1.6 * Math.cos(angle)];
		const meters = random.between(50, 250);
		const isPolygon = number % 10 === 9;
		const properties = { name: `${SETS[set]} ${number}`, ...(isPolygon ? {} : { radius: meters }) };
		const geometry = isPolygon
			? { type: "Polygon", coordinates: [outline(x, y, meters / 111_195)] }
			: { type: "Point", coordinates: [x, y] };
		return `${JSON.stringify({ type: "Feature", properties, geometry })}\n`;
	});
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

/** A border of so many positions: its map is dragged from afar and from near, and edited. */
export async function printBorder(api: Api, page: Page, positions: number): Promise<void> {
	const { id, geofences } = await createProximity(api, "Border");
	const text = Buffer.from(JSON.stringify(coastline(positions)));
	await upload(api, "PUT", geofences, "application/geo+json", [text]);
	const tasks: number[] = [];
	const take = async () => void tasks.push(...(await takeTasks(page)));
	const open = async (path: string) => {
		// Once for the scripts.
		await openMap(page, path);
		return openMap(page, path);
	};
	const shown = await open(`/designs/${id}`);
	await take();
	const far = await pan(page, "all in view");
	const editor = await open(`/designs/${id}/edit`);
	await page.getByRole("table", { name: "Geofences" }).getByRole("button").first().click();
	await page.getByLabel("Corner", { exact: true }).fill(String(CORNER));
	await page.getByRole("button", { name: "Show corner" }).click();
	// The map comes to rest.
	await page.waitForTimeout(1_000);
	await take();
	const edits = await timeEdits(page);
	await take();
	const near = await pan(page, "near, with its corners to drag");
	printTable(
		[`border of ${count(positions)} positions`, "", "longest", `tasks over ${STALL_MS} ms`],
		[
			["first shapes on the design's page", milliseconds(shown), "", ""],
			["first shapes in the editor", milliseconds(editor), "", ""],
			far,
			near,
			...Object.entries(edits).map(([name, times]) => {
				return [`${name}, to the next paint`, milliseconds(median(times)), milliseconds(longest(times)), ""];
			}),
			["longest task of the main thread", milliseconds(longest(tasks)), "", ""],
		],
	);
}

/** From the key that applies another latitude, undoes and redoes it, to the paint. */
async function timeEdits(page: Page): Promise<Record<string, number[]>> {
	const edits = { "a corner moves": [] as number[], undo: [] as number[], redo: [] as number[] };
	for (let round = 0; round < EDITS; round += 1) {
		const latitude = page.getByLabel("Latitude");
		await latitude.fill((Number(await latitude.inputValue()) + 0.0001).toFixed(7));
		await latitude.focus();
		edits["a corner moves"].push(await timeInteraction(page, () => page.keyboard.press("Enter")));
		await page.getByRole("heading", { name: "This polygon" }).click();
		edits.undo.push(await timeInteraction(page, () => page.keyboard.press("Control+z")));
		edits.redo.push(await timeInteraction(page, () => page.keyboard.press("Control+y")));
	}
	return edits;
}

/** A CSV file of so many places over HTTP, as a browser sends it, and the answers to another client meanwhile. */
export async function printImport(api: Api, kind: string, rows: number): Promise<void> {
	const { geofences } = await createProximity(api, "Import");
	const before = await usedBy(api.pid);
	let bytes = 0;
	const counted = function* () {
		for (const piece of placesFile(rows)) {
			bytes += piece.length;
			yield piece;
		}
	};
	const askOther = async () => (await fetch(`${api.url}/api/health`)).text();
	const { took, times, result } = await beside(askOther, ASK_EVERY_MS, () =>
		upload<{ accepted_row_count: number }>(api, "PUT", geofences, "text/csv", counted()),
	);
	if (result.accepted_row_count !== rows)
		throw new Error(`The service took ${result.accepted_row_count} of ${rows} rows.`);
	printTable(
		[`import of ${count(rows)} CSV rows, ${megabytes(bytes / 1e6)} (${kind})`, ""],
		[
			["duration", seconds(took)],
			["rows per second", count((rows * 1_000) / took)],
			["server's peak memory before", megabytes(before.peakMegabytes)],
			["server's peak memory with the import", megabytes((await usedBy(api.pid)).peakMegabytes)],
			["slowest answer to somebody else meanwhile", milliseconds(longest(times))],
		],
	);
}

/** A CSV file of so many places as a user imports it: choose, preview, send, view. */
export async function printImportPage(api: Api, page: Page, rows: number): Promise<void> {
	const { id } = await createProximity(api, "Import in the browser");
	await withDirectory(async (directory) => {
		const path = join(directory, "places.csv");
		await writeFile(path, placesFile(rows));
		const inspector = await page.context().newCDPSession(page);
		await inspector.send("Performance.enable");
		await page.goto(`/designs/${id}`);
		await page.getByRole("button", { name: /^Import geofences/ }).click();
		const dialog = page.getByRole("dialog");
		const words = rows.toLocaleString("en-GB");
		const shows = (text: string) => dialog.getByText(text).waitFor({ timeout: STEP_MS });
		await takeTasks(page);
		const steps: string[][] = [];
		let memory = 0;
		const step = async (what: string, act: () => Promise<void>) => {
			steps.push([what, seconds((await timed(act)).took)]);
			const { metrics } = await inspector.send("Performance.getMetrics");
			memory = Math.max(memory, metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0);
		};
		await step("read for its preview", async () => {
			await dialog.getByLabel("File").setInputFiles(path);
			await shows(`${words} geofences ready`);
		});
		await step("sent, checked and stored", async () => {
			await dialog.getByRole("button", { name: /^Import/ }).click();
			await shows(`${words} geofences imported, no errors.`);
		});
		const tasks = await takeTasks(page);
		printTable(
			[`import of ${count(rows)} CSV rows in the browser`, ""],
			[
				...steps,
				["longest task of the main thread", milliseconds(longest(tasks))],
				["script's memory of the page at its highest", megabytes(memory / 1e6)],
			],
		);
	});
}

/** An inventory source of so many devices, and audiences that are estimated over it one after the other. */
export async function printReach(api: Api, devices: number): Promise<void> {
	const visits = devices * VISITS_PER_DEVICE;
	const taken = { rows: 0, devices: 0, took: 0 };
	await importVisits(api, { devices, visits }, async (_bytes, send) => {
		const { took, result } = await timed(send);
		Object.assign(taken, { rows: result.row_count, devices: result.device_count, took });
	});
	const design = { name: "Audience of the benchmark", type: "audience", sets: [] };
	const { id } = await ask<{ id: string }>(api, "POST", "/api/designs", design);
	const rows: string[][] = [];
	for (const { what, parts, where } of AUDIENCES) {
		const times: number[] = [];
		let reach = 0;
		for (let round = 0; round < ESTIMATES; round += 1) {
			const sets = [{ set_name: "Audience", audience: { sources: [SOURCE], where: where(round) } }];
			const path = `/api/designs/${id}/estimate`;
			const { took, result } = await timed(() => ask<{ item_count: number }>(api, "POST", path, { sets, parts }));
			times.push(took);
			reach = result.item_count;
		}
		rows.push([what, count(reach), milliseconds(times[0] ?? 0), milliseconds(median(times))]);
	}
	const title = `estimate over ${count(taken.devices)} devices, ${count(taken.rows)} visits`;
	printTable([title, "reach", "first", "median"], rows);
	print(`(their Parquet file taken over in ${seconds(taken.took)})`);
}
