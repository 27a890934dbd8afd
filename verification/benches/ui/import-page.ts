import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { PLACES_HEADER, placeRow } from "@/verification/benches/import";
import { type Api, ask } from "./api";
import { observeTasks, STALL_MS, takeTasks } from "./long-tasks";

/** Figures of the import dialog with a large file. */
export interface ImportPageFigures {
	readonly rows: number;
	readonly steps: readonly { what: string; seconds: number }[];
	/** Milliseconds of the main thread's longest task from the choice of the file on. */
	readonly longestTask: number;
	readonly stalls: number;
	/** Megabytes of the page's heap at the end of a step, without its workers. */
	readonly megabytes: number;
}

const ROWS_PER_PIECE = 10_000;
const STEP_MS = 180_000;

/** Imports a CSV file of so many places as a user does: choose, preview, send, view. */
export async function measureImportPage(page: Page, api: Api, rows: number): Promise<ImportPageFigures> {
	const { id } = await ask<{ id: string }>(api, "POST", "/api/designs", {
		name: "Import in the browser",
		type: "proximity",
		sets: [{ set_name: "Places" }],
	});
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-places-"));
	try {
		const path = join(directory, "places.csv");
		await writePlaces(path, rows);
		const inspector = await page.context().newCDPSession(page);
		await inspector.send("Performance.enable");
		await page.addInitScript(observeTasks);
		await page.goto(`/designs/${id}`);
		await page.getByRole("button", { name: /^Import geofences/ }).click();
		const dialog = page.getByRole("dialog");
		const count = rows.toLocaleString("en-GB");
		await page.evaluate(takeTasks);
		const steps: { what: string; seconds: number }[] = [];
		let megabytes = 0;
		const step = async (what: string, act: () => Promise<void>) => {
			const began = performance.now();
			await act();
			steps.push({ what, seconds: (performance.now() - began) / 1_000 });
			const { metrics } = await inspector.send("Performance.getMetrics");
			megabytes = Math.max(megabytes, (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0) / 1e6);
		};
		await step("read for its preview", async () => {
			await dialog.getByLabel("File").setInputFiles(path);
			await dialog.getByText(`${count} geofences ready`).waitFor({ timeout: STEP_MS });
		});
		await step("sent, checked and stored", async () => {
			await dialog.getByRole("button", { name: /^Import/ }).click();
			await dialog.getByText(`${count} geofences imported, no errors.`).waitFor({ timeout: STEP_MS });
		});
		await step("shown on the design's page", async () => {
			await dialog.getByRole("button", { name: "Done" }).click();
			await page.getByText(`${count} geofences`).first().waitFor({ timeout: STEP_MS });
		});
		const tasks = await page.evaluate(takeTasks);
		const stalls = tasks.filter((task) => task > STALL_MS).length;
		return { rows, steps, longestTask: Math.max(0, ...tasks), stalls, megabytes };
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function writePlaces(path: string, rows: number): Promise<void> {
	const file = await open(path, "w");
	try {
		await file.write(PLACES_HEADER);
		for (let first = 0; first < rows; first += ROWS_PER_PIECE) {
			const piece = Math.min(ROWS_PER_PIECE, rows - first);
			await file.write(Array.from({ length: piece }, (_, place) => placeRow(first + place)).join(""));
		}
	} finally {
		await file.close();
	}
}
