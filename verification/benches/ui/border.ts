import type { Page } from "playwright";
import { coastline } from "@/lib/tools/testing/coastline";
import { upload } from "@/verification/benches/upload";
import { type Api, ask } from "./api";
import {
	forgetInteractions,
	type InteractionTimes,
	longestSoFar,
	observeInteractions,
	THRESHOLD,
} from "./interactions";
import { observeTasks, takeTasks } from "./long-tasks";
import { fencesDrawn, type PanFigures, pan } from "./map";

/** Figures of a large border on the design's page and in the editor. */
export interface BorderFigures {
	readonly positions: number;
	/** Milliseconds from the navigation to the first shapes. */
	readonly firstShapes: { readonly page: number; readonly editor: number };
	readonly pans: readonly PanFigures[];
	readonly edits: readonly InteractionTimes[];
	/** Milliseconds of the longest task of the main thread in all of it. */
	readonly longestTask: number;
}

const ROUNDS = 5;
/** A corner of the coast. */
const CORNER = 1_000;

/** Imports a border of so many positions, drags its map from afar and from near, and edits it. */
export async function measureBorderPage(page: Page, api: Api, positions: number): Promise<BorderFigures> {
	const design = await ask<{ id: string; set_ids: string[] }>(api, "POST", "/api/designs", {
		name: "Border of the benchmark",
		type: "proximity",
		sets: [{ set_name: "Border" }],
	});
	const path = `/api/designs/${design.id}/sets/${design.set_ids[0]}/geofences`;
	const text = Buffer.from(JSON.stringify(coastline(positions)));
	await upload(api, { method: "PUT", path, type: "application/geo+json" }, [text]);
	await page.addInitScript(observeTasks);
	await page.addInitScript(observeInteractions, THRESHOLD);
	const tasks: number[] = [];
	const take = async () => void tasks.push(...(await page.evaluate(takeTasks)));
	const open = async (address: string) => {
		// Once for the scripts.
		await page.goto(address);
		await page.evaluate(fencesDrawn);
		await page.goto(address);
		return page.evaluate(fencesDrawn);
	};
	const shown = await open(`/designs/${design.id}`);
	await take();
	const pans = [await pan(page, "all in view")];
	const editor = await open(`/designs/${design.id}/edit`);
	await page.getByRole("table", { name: "Geofences" }).getByRole("button").first().click();
	await page.getByLabel("Corner", { exact: true }).fill(String(CORNER));
	await page.getByRole("button", { name: "Show corner" }).click();
	// The map comes to rest.
	await page.waitForTimeout(1_000);
	await take();
	const edits = await measureEdits(page);
	await take();
	pans.push(await pan(page, "near, with its corners to drag"));
	return { positions, firstShapes: { page: shown, editor }, pans, edits, longestTask: Math.max(0, ...tasks) };
}

/** From the key that applies another latitude, undoes and redoes it, to the paint. */
async function measureEdits(page: Page): Promise<InteractionTimes[]> {
	const steps: Record<string, number[]> = { "a corner moves": [], undo: [], redo: [] };
	const step = async (name: string, act: () => Promise<void>) => {
		await page.evaluate(forgetInteractions);
		await act();
		steps[name]?.push(await page.evaluate(longestSoFar, THRESHOLD));
	};
	for (let round = 0; round < ROUNDS; round += 1) {
		const latitude = page.getByLabel("Latitude");
		await latitude.fill((Number(await latitude.inputValue()) + 0.0001).toFixed(7));
		await latitude.focus();
		await step("a corner moves", () => page.keyboard.press("Enter"));
		await page.getByRole("heading", { name: "This polygon" }).click();
		await step("undo", () => page.keyboard.press("Control+z"));
		await step("redo", () => page.keyboard.press("Control+y"));
	}
	return Object.entries(steps).map(([name, times]) => ({ name, times: times.sort((a, b) => a - b) }));
}
