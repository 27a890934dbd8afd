import { expect, type Page } from "@playwright/test";

/** Saves the editor's draft and waits for the answer. */
export async function saveDraft(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
}
