import { expect, type Page } from "@playwright/test";

/** Marks of a page that is loading: the network is never idle, because pages listen to events. */
const UNFINISHED = "[aria-busy='true'], .animate-breathe";

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
