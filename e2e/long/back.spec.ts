import { expect, test } from "../support/test";

// Playwright's browsers keep no page to go back to, unlike those of people.
test.use({
	launchOptions: [
		async ({ launchOptions }, use) => {
			await use({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
		},
		{ scope: "worker" },
	],
});

test("going back after signing out shows nothing of what was there", async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.designer);
	await page.goto("/designs");
	await expect(page.getByRole("link", { name: "Coffee on the way to work" }).first()).toBeVisible();
	await page.goto("/builds");
	await expect(page.getByRole("heading", { level: 1, name: "Builds" })).toBeVisible();
	await page.goBack();
	await expect(page.getByRole("heading", { level: 1, name: "Designs" })).toBeVisible();

	await page.getByRole("button", { name: /^Account of/ }).click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await expect(page).toHaveURL(/\/signin/);
	await page.goBack();
	await expect(page).toHaveURL(/\/signin\?/);
	await expect(page.getByLabel("Password")).toBeVisible();
	await expect(page.getByText("Coffee on the way to work")).toHaveCount(0);
});
