import { expect, type Page } from "@playwright/test";

/** Saves what is drawn or typed in the editor, and waits until it is saved. */
export async function saveDraft(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
}
