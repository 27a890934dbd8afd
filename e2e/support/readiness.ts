import { expect, type Page } from "@playwright/test";

/** Marks of a page that is loading: the network is never idle, because pages listen to events. */
const UNFINISHED = "[aria-busy='true'], .animate-breathe";

/**
 * Expects that React has taken over what the server rendered: clicks and keys before that are lost.
 * Pages of others have nothing to take over.
 */
export async function expectAlive(page: Page): Promise<void> {
	await page.waitForFunction(
		() =>
			document.getElementById("first-answers") === null ||
			Object.keys(document.body).some((key) => key.startsWith("__reactProps$")),
	);
}

/** Has a page wait for it whenever it is opened by its address. */
export function openAlive(page: Page): void {
	const { goto, reload } = page;
	page.goto = async (...args) => {
		const response = await goto.apply(page, args);
		await expectAlive(page);
		return response;
	};
	page.reload = async (...args) => {
		const response = await reload.apply(page, args);
		await expectAlive(page);
		return response;
	};
}

/**
 * Expects that the page has loaded all it has asked for: what comes late moves what is below it,
 * and a click that is under way goes astray.
 */
export async function expectAtRest(page: Page): Promise<void> {
	await expect(page.locator(UNFINISHED)).toHaveCount(0);
}

/** Expects that the page's script runs, without which keys and clicks do nothing. */
export async function expectLive(page: Page): Promise<void> {
	await expect(page.getByRole("status").filter({ hasText: /^Up to date$/ })).toBeVisible();
}
