import { deployment } from "@/lib/contract/deployment";
import { design } from "@/lib/contract/design";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

test("an operation is found and tried with the session, another with a key that stays in the page", {
	tag: SCREENS,
}, async ({ service, openPageOf }) => {
	const api = new ApiClient(service, service.seed.administrator.key);
	const page = await openPageOf(service.seed.designer);
	const operations = page.getByRole("navigation", { name: "Operations" });
	const answer = page.getByRole("region", { name: "Response", exact: true });

	await page.goto("/");
	await page.getByRole("link", { name: "API reference" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
	await page.getByRole("searchbox", { name: "Search operations" }).fill("get targeting designs owner");
	await expect(operations).toContainText("1 operation found");
	await operations.getByRole("link", { name: "List Designs" }).click();
	await expect(page.getByRole("heading", { name: "List Designs" })).toBeFocused();
	await page.getByText("optional parameters").click();
	await page.getByLabel("limit").fill("2");
	await expect(page.getByRole("region", { name: "With curl" })).toContainText("--data-urlencode limit=2");
	await page.getByRole("button", { name: "Send" }).click();
	await expect(answer).toContainText("Status 200");
	const body = JSON.parse(await answer.getByRole("region", { name: "Response body" }).innerText());
	expect(body.response.data.map((row: unknown) => design.parse(row))).toHaveLength(2);

	const [row] = await api.list(deployment, "/targeting/deployments", { status: "activated" });
	const tags = "from the reference,it's";
	await page.goto("/docs?operation=tagDeployment");
	await page.getByLabel("Authentication").selectOption("API key, as KEY");
	await page.getByLabel("API key", { exact: true }).fill(service.seed.administrator.key);
	await page.getByLabel("deployment_id").fill(row?.id ?? "");
	await page.getByRole("textbox", { name: "tags" }).fill(tags);
	await expect(page.getByRole("region", { name: "With curl" })).toContainText(`'tags=from the reference,it'\\''s'`);
	await page.getByRole("button", { name: "Send and change data" }).click();
	await expect(answer).toContainText("Status 200");
	const tagged = async () => (await api.list(deployment, "/targeting/deployments", { q: row?.id ?? "" }))[0]?.tags;
	expect(await tagged()).toBe(tags);
	await expectAccessible(page, "an operation with its answer");

	const kept = await page.evaluate(() =>
		JSON.stringify([localStorage, sessionStorage, location.href, document.cookie]),
	);
	expect(kept).not.toContain(service.seed.administrator.key);
	await expect(page.getByText(service.seed.administrator.key)).toHaveCount(0);
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
	await expect(page.getByLabel("Authentication").getByRole("option")).toHaveText([
		"API key, as KEY",
		"No authentication",
	]);
	await page.keyboard.press("t");
	await expect(page.getByLabel("Authentication")).toBeFocused();

	// Held on its way for as long as it takes to stop it, after which the focus stays at the request.
	await page.route("**/token/user?*", () => {});
	await page.getByLabel("Authentication").selectOption("No authentication");
	for (const name of ["email", "first_name", "last_name"]) await page.getByLabel(name).fill("ada@customer.example");
	await page.getByRole("button", { name: "Send" }).press("Enter");
	await page.getByRole("button", { name: "Stop" }).press("Enter");
	await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
	await expect(page.getByRole("button", { name: "Send" })).toBeFocused();
	await page.unroute("**/token/user?*");

	// On small screens the list and the operation are two steps, and the focus goes with them.
	await page.setViewportSize({ width: 600, height: 800 });
	await page.getByRole("button", { name: "All operations" }).press("Enter");
	await expect(page.getByRole("link", { name: /Get Access Token of a User/ })).toBeFocused();
});
