import { readFile } from "node:fs/promises";
import { savedView } from "@/lib/contract/view";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { createTarget, deploy } from "../support/deployed";
import { dialogOf, rowOf } from "../support/deployment-list";
import { expect, test } from "../support/test";

test("a time in the address that no calendar has filters nothing", async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.administrator);
	for (const [path, name] of [
		["/deployments?start_date=1764000000000000", "Deployments"],
		["/audit?since=1764000000000000&until=8640000000000", "Audit"],
	] as const) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
		await expect(page.getByRole("table")).toBeVisible();
	}
});

test("a filter whose value is none of its choices says so, and can be removed", async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.administrator);
	const nowhere = "00000000-0000-4000-8000-000000000000";
	await page.goto(`/deployments?target_id=${nowhere}`);
	const choice = page.getByRole("combobox", { name: "Target:" });
	await expect(choice).toHaveValue(nowhere);
	await expect(choice.locator("option:checked")).toHaveText("another");
	await choice.selectOption("any");
	await expect(page).toHaveURL(/\/deployments$/);
	await expect(choice.getByRole("option", { name: "another" })).toHaveCount(0);
});

test("the filtered list as CSV holds exactly its rows", async ({ service, openPageOf }) => {
	const target = await createTarget(service, "Export servers");
	const own = await deploy(service, "Garden centres", target);
	await deploy(service, "Garden gnomes", target, { activated: false });
	const page = await openPageOf(service.seed.administrator);
	await page.goto(`/deployments?target_id=${target.id}&status=activated`);
	await expect(rowOf(page, own.name)).toBeVisible();
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Export CSV" }).click(),
	]);
	const lines = (await readFile(await download.path(), "utf8")).trim().split(/\r?\n/);
	expect(lines).toHaveLength(2);
	expect(lines[0]).toContain("design_name");
	expect(lines[1]).toContain(own.id);
	expect(lines[1]).toContain(own.name);
});

test("a view is saved, shared, opened by its link, made the default, renamed and deleted", async ({
	service,
	openPageOf,
}) => {
	const views = () =>
		new ApiClient(service, service.seed.administrator.key).rows(savedView, "/api/views?page=/deployments");
	const others = new Set((await views()).map(({ id }) => id));
	const kept = async () => (await views()).filter(({ id }) => !others.has(id));
	const page = await openPageOf(service.seed.administrator);
	await page.goto("/deployments?type=audience&status=activated");
	await page.getByRole("button", { name: "Saved views" }).click();
	await page.getByRole("button", { name: "Save current view…" }).click();
	await dialogOf(page).getByLabel("Name").fill("Live audiences");
	await dialogOf(page).getByLabel("Share with my organization").check();
	await dialogOf(page).getByRole("button", { name: "Save view" }).click();
	await expect(dialogOf(page)).toBeHidden();
	await page.getByRole("button", { name: "View: Live audiences" }).click();

	await page.getByRole("button", { name: "Actions on the view Live audiences" }).click();
	await page.getByRole("menuitem", { name: "Set as my default" }).click();
	await expect.poll(kept).toMatchObject([{ name: "Live audiences", shared: true, default: true, owned: true }]);

	await page.goto("/deployments");
	await expect(page).toHaveURL(/type=audience/);
	await expect(page).toHaveURL(/status=activated/);
	await expect(page.getByRole("combobox", { name: "Type" })).toHaveValue("audience");
	await page.getByRole("button", { name: "Reset" }).click();
	await expect(page).not.toHaveURL(/type/);
	await expect(page.getByRole("combobox", { name: "Type" })).toHaveValue("any");

	await page.getByRole("button", { name: "Saved views" }).click();
	await expectAccessible(page, "saved views");
	await page.getByRole("button", { name: "Actions on the view Live audiences" }).click();
	await page.getByRole("menuitem", { name: "Rename…" }).click();
	await dialogOf(page).getByLabel("Name").fill("Audiences that are live");
	await dialogOf(page).getByRole("button", { name: "Rename" }).click();
	await expect(dialogOf(page)).toBeHidden();
	await page.getByRole("button", { name: "Saved views" }).click();
	await page.getByRole("link", { name: "Audiences that are live" }).click();
	await expect(page).toHaveURL(/type=audience/);

	await page.getByRole("button", { name: "View: Audiences that are live" }).click();
	await page.getByRole("button", { name: "Actions on the view Audiences that are live" }).click();
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	await expect(dialogOf(page)).toContainText("deleted for everyone in your organization");
	await dialogOf(page).getByRole("button", { name: "Delete" }).click();
	await expect.poll(kept).toEqual([]);
});

test("filters are in the address, a changed one goes back to the first page, and the headers sort", async ({
	service,
	openPageOf,
}) => {
	const page = await openPageOf(service.seed.administrator);
	// Narrower tables have no sizes.
	await page.setViewportSize({ width: 1600, height: 900 });
	await page.goto("/deployments?offset=500&status=activated&type=proximity");
	await expect(page.getByText("This page is empty")).toBeVisible();
	await page.getByRole("combobox", { name: "Type" }).selectOption("audience");
	await expect(page).toHaveURL(/type=audience/);
	await expect(page).not.toHaveURL(/offset/);
	await page.getByRole("button", { name: "Remove the filter Status" }).click();
	await expect(page).not.toHaveURL(/status/);
	await page.getByRole("button", { name: "Size", exact: true }).click();
	await expect(page).toHaveURL(/sort=build_size/);
	await expect(page.getByRole("columnheader", { name: "Size" })).toHaveAttribute("aria-sort", "descending");
	await page.getByRole("button", { name: "Size", exact: true }).click();
	await expect(page).toHaveURL(/order=asc/);
	await page.goBack();
	await expect(page.getByRole("columnheader", { name: "Size" })).toHaveAttribute("aria-sort", "descending");
});

test("on a phone the menu is a sheet, filters are behind one button, and a row has two lines", async ({
	service,
	openPageOf,
}) => {
	const target = await createTarget(service, "Pocket servers");
	const own = await deploy(service, "Pocket parks", target);
	const page = await openPageOf(service.seed.administrator);
	await page.setViewportSize({ width: 375, height: 812 });
	await page.goto(`/deployments?target_id=${target.id}`);
	const row = rowOf(page, own.name);
	await expect(row).toContainText("Not live");
	// Letters may come after words.
	await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(72);
	const filter = page.getByRole("combobox", { name: "Target:" });
	await expect(filter).toBeHidden();
	await page.getByRole("button", { name: "Filters (1)" }).click();
	await expect(filter).toBeVisible();
	await row.getByRole("button", { name: /^More actions/ }).click();
	// Not its box, whose edges are rounded while the menu still moves into its place.
	await expect(page.getByRole("menuitem").first()).toHaveCSS("height", "44px");
	await page.keyboard.press("Escape");

	const opener = page.getByRole("button", { name: "Menu", exact: true });
	const sheet = page.getByRole("dialog", { name: "Menu" });
	await opener.click();
	await expect(sheet.getByRole("link", { name: /^Approvals/ })).toBeVisible();
	await expect(sheet.getByRole("button", { name: "Help" })).toBeInViewport({ ratio: 1 });
	await expectAccessible(page, "the menu of a phone");
	await page.keyboard.press("Escape");
	await expect(sheet).toBeHidden();
	await expect(opener).toBeFocused();
	await opener.click();
	await sheet.getByRole("link", { name: "Overview" }).click();
	await expect(sheet).toBeHidden();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
	await page.goBack();
	// The link of the name is as large as the row.
	await row.click({ position: { x: 200, y: 60 } });
	await expect(page).toHaveURL(new RegExp(`/deployments/${own.id}$`));
});
