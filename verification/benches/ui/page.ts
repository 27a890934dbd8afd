import { type Browser, chromium, type Page } from "playwright";
import { findBrowser } from "@/lib/tools/cli/testing/machine.mjs";
import { milliseconds } from "@/verification/benches/figures";
import type { SignIn } from "@/verification/benches/service";

/** Milliseconds from which a task of the main thread counts as a stall. */
export const STALL_MS = 200;
/** Shortest interaction that Event Timing reports, in milliseconds. */
const THRESHOLD = 16;
const PAN_MS = 5_000;

/**
 * Starts a browser, with WebGL in software where there is no graphics card. It composes frames
 * without WebGL: in software this takes 70 to 300 ms a frame, whatever the page does.
 * @throws Error when no browser starts
 */
export async function startBrowser(): Promise<Browser> {
	const { path, sandbox } = await findBrowser();
	const webgl = ["--disable-gpu-compositing", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
	return chromium.launch({
		executablePath: path,
		chromiumSandbox: sandbox,
		args: ["--disable-dev-shm-usage", ...webgl],
	});
}

/** A page in a separate session of a signed-in user, which observes tasks and interactions. */
export async function signedInPage(browser: Browser, url: string, { email, password }: SignIn): Promise<Page> {
	const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: "en-GB" });
	const page = await context.newPage();
	await page.addInitScript(observe, THRESHOLD);
	await page.goto("/signin");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.getByRole("navigation").first().waitFor();
	return page;
}

type Observed = Window & { interactions?: number[]; tasks?: number[] };

/** Runs in the page: records its interactions, and each task of its main thread above 50 ms. */
function observe(threshold: number): void {
	const observed = window as Observed;
	observed.interactions = [];
	observed.tasks = [];
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
			if (entry.interactionId) observed.interactions?.push(entry.duration);
		}
	}).observe({ type: "event", durationThreshold: threshold, buffered: true } as PerformanceObserverInit);
	new PerformanceObserver((list) => {
		observed.tasks?.push(...list.getEntries().map(({ duration }) => duration));
	}).observe({ type: "longtask", buffered: true });
}

/** Takes the tasks of the main thread since the last call. */
export function takeTasks(page: Page): Promise<number[]> {
	return page.evaluate(() => (window as Observed).tasks?.splice(0) ?? []);
}

/** Milliseconds from an interaction to the next paint (Event Timing; in steps of 8). */
export async function timeInteraction(page: Page, act: () => Promise<unknown>): Promise<number> {
	await page.evaluate(() => {
		(window as Observed).interactions = [];
	});
	await act();
	return page.evaluate(async (threshold) => {
		const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
		for (let frame = 0; frame < 20; frame += 1) await painted();
		return Math.max(threshold, ...((window as Observed).interactions ?? []));
	}, THRESHOLD);
}

/** Opens a page with a map; gives milliseconds from the navigation to the map's first shapes. */
export async function openMap(page: Page, path: string): Promise<number> {
	await page.goto(path);
	return page.evaluate(async () => {
		for (;;) {
			const [drawn] = performance.getEntriesByName("fences-drawn");
			if (drawn !== undefined) return drawn.startTime;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	});
}

/** Drags the map of a page for some seconds; gives a row: frames, the longest one, tasks above {@link STALL_MS}. */
export async function pan(page: Page, where: string): Promise<string[]> {
	const box = await page.locator("canvas.maplibregl-canvas").boundingBox();
	if (box === null) throw new Error("The map is not there.");
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await takeTasks(page);
	const counting = page.evaluate(countFrames, PAN_MS);
	for (let step = 0, end = Date.now() + PAN_MS; Date.now() < end; step += 1) {
		await page.mouse.move(x + Math.sin(step / 25) * box.width * 0.4, y + Math.sin(step / 40) * box.height * 0.4);
	}
	const { perSecond, longest } = await counting;
	const stalls = (await takeTasks(page)).filter((task) => task > STALL_MS).length;
	await page.mouse.up();
	return [`panning, ${where}`, `${perSecond.toFixed(0)} frames/s`, milliseconds(longest), `${stalls}`];
}

/** Runs in the page: frames per second, and the longest frame. */
function countFrames(duration: number): Promise<{ perSecond: number; longest: number }> {
	return new Promise((resolve) => {
		const began = performance.now();
		let [frames, longest, before] = [0, 0, began];
		const step = (now: number) => {
			frames += 1;
			longest = Math.max(longest, now - before);
			before = now;
			if (now < began + duration) requestAnimationFrame(step);
			else resolve({ perSecond: (frames * 1_000) / (now - began), longest });
		};
		requestAnimationFrame(step);
	});
}
