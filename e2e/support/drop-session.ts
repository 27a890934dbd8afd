import type { Page } from "@playwright/test";

/**
 * Ends the session of a page's browser without a word to the page. An open page would notice, and
 * its own navigation would abort the test's.
 */
export async function dropSession(page: Page): Promise<void> {
	await page.goto("about:blank");
	await page.context().clearCookies();
}

/**
 * Performs the action that renews the session and waits for the answer with the cookie, so that a
 * cookie cleared afterwards stays cleared.
 */
export async function renewBy(page: Page, act: () => Promise<void>): Promise<void> {
	const renewed = page.waitForResponse("**/api/auth/session");
	await act();
	await renewed;
}
