import { expectAccessible } from "../support/axe";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

test("an operation is found, and its example is shown for the tool that the reader chose once", {
	tag: SCREENS,
}, async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.designer);
	// Pages may not read the clipboard.
	await page.addInitScript(() => {
		navigator.clipboard.writeText = async (text) => void Object.assign(window, { copied: text });
	});
	const operations = page.getByRole("navigation", { name: "Operations" });
	const tab = (name: string) => page.getByRole("tab", { name });

	await page.goto("/");
	await page.getByRole("link", { name: "API reference" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
	await expect(operations.getByRole("link", { name: /^(GET|POST)/ }).and(page.locator(":visible"))).toHaveCount(14);
	await page.getByRole("searchbox", { name: "Search operations" }).fill("get targeting designs owner");
	await expect(operations).toContainText("1 operation found");
	await operations.getByRole("link", { name: "List Designs" }).click();
	await expect(page.getByRole("heading", { name: "List Designs" })).toBeFocused();
	await expect(page.getByRole("region", { name: "With curl" })).toContainText(
		"$TARGETING_URL/targeting/designs?limit=20",
	);

	await page.keyboard.press("e");
	await expect(tab("curl")).toBeFocused();
	await page.keyboard.press("ArrowRight");
	await expect(page.getByRole("region", { name: "With TypeScript" })).toContainText(
		"client.designs.list().first(20, 0)",
	);
	await page.keyboard.press("ArrowRight");
	await page.getByRole("button", { name: "Copy: With Python" }).press("Enter");
	await expect
		.poll(() => page.evaluate(() => Reflect.get(window, "copied")))
		.toContain("print(client.designs().first(20, 0))");
	await expectAccessible(page, "an operation with its example");

	await page.goto("/docs?operation=createDesign");
	await expect(tab("Python")).toHaveAttribute("aria-selected", "true");
	await expect(operations.getByRole("link", { name: "Create Design" })).toBeVisible();
	await tab("Command").click();
	await expect(page.getByRole("region", { name: "With Command" })).toContainText("targeting api POST /api/designs");
	await expectToFit(page, [
		{ name: "docs", path: "/docs" },
		{ name: "docs-operation", path: "/docs?operation=createDesign" },
	]);
});

test("who is not signed in reads the reference, and steps through it by keyboard", async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto("/docs");
	await expect(page.getByRole("heading", { name: "Introduction" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
	await expectAccessible(page, "the introduction");
	await page.keyboard.press("j");
	await expect(page).toHaveURL(/operation=getAccessToken/);
	await expect(page.getByRole("status").filter({ hasText: /^Get Access Token of a User, 1 of \d+$/ })).toHaveCount(1);
	await page.keyboard.press("e");
	await expect(page.getByRole("tab", { name: "curl" })).toBeFocused();
	const [yaml] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "openapi.yaml" }).click(),
	]);
	expect(yaml.suggestedFilename()).toBe("openapi.yaml");

	// On small screens the list and the operation are two steps, and the focus goes with them.
	await page.setViewportSize({ width: 600, height: 800 });
	await page.getByRole("button", { name: "All operations" }).press("Enter");
	await expect(page.getByRole("link", { name: /Get Access Token of a User/ })).toBeFocused();
});
