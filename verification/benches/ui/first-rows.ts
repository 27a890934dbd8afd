import type { CDPSession, Page, Request } from "playwright";
import { median, milliseconds, printTable } from "@/verification/benches/figures";

const VISITS = 3;
/** A slow phone on a slow network. */
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
/** Pages, and a row of each. */
const PAGES = {
	"/approvals": "[id^='request-']",
	"/deployments": "tbody tr a",
	"/designs": "tbody tr a",
	"/builds": "tbody tr a",
	"/": "tbody tr",
};

interface Visit {
	readonly row: number;
	readonly paint: number;
	readonly calls: number;
	readonly kilobytes: number;
	readonly scripts: number;
	readonly scriptFiles: number;
}

/**
 * Visits the main pages with an empty cache, a processor four times as slow, 1.6 Mbit/s and 150 ms:
 * the first row, the largest paint, calls of the API and what is received.
 */
export async function printFirstRows(page: Page): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send("Network.enable");
	await session.send("Network.emulateNetworkConditions", NETWORK);
	await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
	await page.addInitScript(observePaint);
	const rows: string[][] = [];
	for (const [path, row] of Object.entries(PAGES)) {
		const visits: Visit[] = [];
		for (let visit = 0; visit < VISITS; visit += 1) visits.push(await visitOnce(page, session, path, row));
		const of = (key: keyof Visit) => median(visits.map((visit) => visit[key]));
		const sizes = [`${of("kilobytes").toFixed(0)} kB`, `${of("scripts").toFixed(0)} kB in ${of("scriptFiles")}`];
		rows.push([path, milliseconds(of("row")), milliseconds(of("paint")), `${of("calls")}`, ...sizes]);
	}
	await session.detach();
	const title = `first visit: processor ${CPU_SLOWDOWN} times as slow, 1.6 Mbit/s, 150 ms`;
	printTable([title, "first row", "largest paint", "calls", "received", "scripts"], rows);
}

async function visitOnce(page: Page, session: CDPSession, path: string, row: string): Promise<Visit> {
	await session.send("Network.clearBrowserCache");
	const requests: Request[] = [];
	const note = (request: Request) => void requests.push(request);
	page.on("requestfinished", note);
	await page.goto(path, { waitUntil: "commit" });
	const first = await page.evaluate(firstOf, row);
	await page.waitForLoadState("load");
	await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 2_000))));
	page.off("requestfinished", note);
	const bytesOf = async (request: Request) => (await request.sizes()).responseBodySize / 1_000;
	const sizes = await Promise.all(requests.map(bytesOf));
	const isScript = requests.map((request) => request.resourceType() === "script");
	return {
		row: first,
		paint: await page.evaluate(() => (window as Window & { largestPaint?: number }).largestPaint ?? 0),
		calls: requests.filter((request) => /^\/(api|targeting)\//.test(new URL(request.url()).pathname)).length,
		kilobytes: sum(sizes),
		scripts: sum(sizes.filter((_, place) => isScript[place])),
		scriptFiles: isScript.filter(Boolean).length,
	};
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Runs in the page: milliseconds from the navigation until an element is there and drawn. */
async function firstOf(selector: string): Promise<number> {
	for (;;) {
		if (document.querySelector(selector)?.checkVisibility() === true) break;
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
	await new Promise((resolve) => requestAnimationFrame(resolve));
	return performance.now();
}

/** Runs in the page: keeps the time of its largest paint. */
function observePaint(): void {
	new PerformanceObserver((list) => {
		const last = list.getEntries().at(-1);
		(window as Window & { largestPaint?: number }).largestPaint = last?.startTime ?? 0;
	}).observe({ type: "largest-contentful-paint", buffered: true });
}
