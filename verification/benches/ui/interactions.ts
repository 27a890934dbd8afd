import type { Page } from "playwright";

/** Times from an interaction to the next paint (Event Timing; milliseconds, in steps of 8). */
export interface InteractionTimes {
	readonly name: string;
	readonly times: readonly number[];
}

interface Interaction {
	readonly name: string;
	/** The page, which is opened for the interaction. */
	readonly path: string;
	/** Resolves once the list is displayed. */
	readonly ready: (page: Page) => Promise<void>;
	readonly act: (page: Page, round: number) => Promise<void>;
}

const ROUNDS = 10;
/** Shortest duration that Event Timing reports. */
export const THRESHOLD = 16;

const requests = (page: Page) => page.getByRole("list", { name: "Requests" }).getByRole("link").first().waitFor();
const rows = (page: Page) => page.getByRole("table").getByRole("link").first().waitFor();
const press = (key: string) => (page: Page) => page.keyboard.press(key);

const INTERACTIONS: readonly Interaction[] = [
	{ name: "approvals: next request (j)", path: "/approvals", ready: requests, act: press("j") },
	{ name: "approvals: select a request (x)", path: "/approvals", ready: requests, act: press("x") },
	{ name: "approvals: select all (*)", path: "/approvals", ready: requests, act: press("*") },
	{
		name: "approvals: filter by type",
		path: "/approvals",
		ready: requests,
		// By key, because the browser does not count a script's choice as an interaction.
		act: async (page, round) => {
			await page.getByRole("combobox", { name: "Type" }).focus();
			await page.keyboard.press(round % 4 < 2 ? "ArrowDown" : "ArrowUp");
		},
	},
	{
		name: "deployments: sort by a column",
		path: "/deployments",
		ready: rows,
		act: (page, round) =>
			page
				.getByRole("columnheader")
				.getByRole("button")
				.nth(round % 2)
				.click(),
	},
	{
		name: "deployments: a letter of a search",
		path: "/deployments",
		ready: rows,
		act: (page, round) => page.getByRole("searchbox").first().pressSequentially("coffee shop".charAt(round)),
	},
	{
		name: "deployments: select all of the page",
		path: "/deployments?limit=100",
		ready: rows,
		act: (page) => page.getByRole("columnheader").getByRole("checkbox").click(),
	},
	{
		name: "deployments: next page",
		path: "/deployments",
		ready: rows,
		act: (page) => page.getByRole("button", { name: "Next" }).click(),
	},
];

/** Repeats each interaction and reads its times from the browser. */
export async function measureInteractions(page: Page): Promise<InteractionTimes[]> {
	await page.addInitScript(observeInteractions, THRESHOLD);
	const measured: InteractionTimes[] = [];
	for (const { name, path, ready, act } of INTERACTIONS) {
		await page.goto(path);
		await ready(page);
		const times: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			await page.evaluate(forgetInteractions);
			await act(page, round);
			times.push(await page.evaluate(longestSoFar, THRESHOLD));
		}
		measured.push({ name, times: times.sort((a, b) => a - b) });
	}
	return measured;
}

type Observed = Window & { interactions?: number[] };

/** Runs in the page. */
export function forgetInteractions(): void {
	(window as Observed).interactions = [];
}

/** Runs in the page: records its interactions. */
export function observeInteractions(threshold: number): void {
	const observed = window as Observed;
	observed.interactions = [];
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
			if (entry.interactionId) observed.interactions?.push(entry.duration);
		}
	}).observe({ type: "event", durationThreshold: threshold, buffered: true } as PerformanceObserverInit);
}

/**
 * Runs in the page: waits until the last interaction is painted and reported; returns the longest.
 */
export async function longestSoFar(threshold: number): Promise<number> {
	const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
	for (let frame = 0; frame < 20; frame += 1) await painted();
	return Math.max(threshold, ...((window as Observed).interactions ?? []));
}
