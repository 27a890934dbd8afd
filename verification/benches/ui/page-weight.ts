import type { Page } from "playwright";

/** Transfer and paint of the first visit to a page. */
export interface PageWeight {
	readonly path: string;
	/** Bytes of compressed script, without the map's. */
	readonly script: number;
	/** Bytes of compressed script of the map. */
	readonly map: number;
	/** Milliseconds from the navigation to the paint of the largest content. */
	readonly painted: number;
}

/** Visits each page with an empty cache and sums up the scripts until it is idle. */
export async function measurePages(page: Page, paths: readonly string[]): Promise<PageWeight[]> {
	const session = await page.context().newCDPSession(page);
	await session.send("Network.enable");
	const weights: PageWeight[] = [];
	for (const path of paths) {
		await session.send("Network.clearBrowserCache");
		const scripts: Promise<{ size: number; map: boolean }>[] = [];
		const count = (response: import("playwright").Response) => {
			if (response.request().resourceType() !== "script") return;
			scripts.push(
				(async () => ({
					size: (await response.request().sizes()).responseBodySize,
					map: /maplibre|terra-?draw/i.test(await response.text()),
				}))(),
			);
		};
		page.on("response", count);
		await page.goto(path, { waitUntil: "load" });
		await page.getByRole("heading", { level: 1 }).waitFor();
		const painted = await page.evaluate(largestPaint);
		page.off("response", count);
		const loaded = await Promise.all(scripts);
		const sum = (map: boolean) => loaded.filter((one) => one.map === map).reduce((bytes, { size }) => bytes + size, 0);
		weights.push({ path, script: sum(false), map: sum(true), painted });
	}
	await session.detach();
	return weights;
}

/** Runs in the page: the largest paint once the main thread is idle. */
function largestPaint(): Promise<number> {
	return new Promise((resolve) => {
		let last = 0;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) last = entry.startTime;
		}).observe({ type: "largest-contentful-paint", buffered: true });
		requestIdleCallback(() => setTimeout(() => resolve(last), 300));
	});
}
