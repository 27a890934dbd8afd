import type { Locator, Page } from "@playwright/test";

/** Calls the first steps back from the help. */
export async function openGuide(page: Page): Promise<Locator> {
	if (page.url() === "about:blank") await page.goto("/");
	await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Help" }).click();
	await page.getByRole("tab", { name: "Getting started" }).click();
	await page.getByRole("button", { name: "Show the getting-started steps" }).click();
	return page.getByRole("region", { name: /^Get started/ });
}
