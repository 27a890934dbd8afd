import type { Page } from "@playwright/test";

/**
 * Ends the session of a page's browser without a word to the page. An open page would notice, and
 * its own navigation would abort the test's.
 */
export async function dropSession(page: Page): Promise<void> {
	await page.goto("about:blank");
	await page.context().clearCookies();
}
