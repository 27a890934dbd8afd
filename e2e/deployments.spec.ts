import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { deploymentDetail } from "@/lib/contract/deployment";
import { savedView } from "@/lib/contract/view";
import { ApiClient } from "./support/api-client";
import { expectAccessible } from "./support/axe";
import {
	answersAt,
	buildDesign,
	CODE,
	createDesign,
	createTarget,
	decide,
	deploy,
	moveDesign,
	ownPlace,
	requestDeployment,
} from "./support/deployed";
import { expectToFit, SCREENS } from "./support/screenshots";
import type { RunningService } from "./support/service";
import { expect, test } from "./support/test";

const LOADING = { timeout: 30_000 };

const detail = (service: RunningService, id: string) =>
	new ApiClient(service, service.seed.administrator.key).get(deploymentDetail, `/api/deployments/${id}`);
const statusOf = (service: RunningService, id: string) => async () => (await detail(service, id)).status;

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
const dialogOf = (page: Page) => page.getByRole("dialog");

async function openList(page: Page, q: string): Promise<void> {
	await page.goto(`/deployments?${new URLSearchParams({ q })}`);
	await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
}

test("deactivated in the list, put back by undo, deactivated again and reactivated: the agent follows each", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	test.setTimeout(120_000);
	const target = await createTarget(service, "Harbour servers");
	const own = await deploy(service, "Ferry terminals", target);
	const agent = await startAgent(target.key);
	const answered = answersAt(agent, own.designId, own.place);
	await expect.poll(answered, LOADING).toEqual([CODE]);

	const page = await openPageOf(service.seed.administrator);
	await openList(page, own.name);
	const row = rowOf(page, own.name);
	await expect(row).toContainText("activated");
	await expect(row).toContainText("loaded on 1 of 1 agents", LOADING);

	const deactivate = async () => {
		await row.getByRole("button", { name: `Deactivate… ${own.name} on ${target.name}` }).click();
		await expect(dialogOf(page)).toContainText(`Deactivate ${own.name} on ${target.name}?`);
		await dialogOf(page).getByRole("button", { name: "Deactivate", exact: true }).click();
		await expect(dialogOf(page)).toBeHidden();
	};
	await deactivate();
	await expect.poll(answered, LOADING).toEqual([]);
	await expect(row).toContainText("deactivated");
	await expect(row).toContainText("not loaded");

	await page.getByRole("button", { name: "Undo" }).click();
	await expect.poll(answered, LOADING).toEqual([CODE]);
	await expect.poll(statusOf(service, own.id)).toBe("activated");

	await expect(row.getByRole("button", { name: /^Deactivate…/ })).toBeVisible();
	await deactivate();
	await expect.poll(answered, LOADING).toEqual([]);
	await row.getByRole("button", { name: `Reactivate ${own.name} on ${target.name}` }).click();
	await expect.poll(answered, LOADING).toEqual([CODE]);
	expect((await detail(service, own.id)).status).toBe("activated");
});

test("a tag given in the list makes the tagged agent load it, and the checklist names the tag while it is missing", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	test.setTimeout(120_000);
	const target = await createTarget(service, "Northern servers");
	const own = await deploy(service, "Ski lifts", target);
	const agent = await startAgent(target.key, { tags: ["north"] });
	const answered = answersAt(agent, own.designId, own.place);
	await expect.poll(agent.isReady, LOADING).toBe(true);

	const page = await openPageOf(service.seed.administrator);
	await page.goto(`/deployments/${own.id}`);
	await expect(page.getByRole("heading", { level: 1, name: `${own.name} on ${target.name}` })).toBeVisible();
	const missing = page.getByRole("list", { name: "Steps", exact: true }).locator("[aria-current=step]");
	await expect(missing).toContainText("Matched to an agent", LOADING);
	await expect(missing).toContainText("north");
	expect(await answered()).toEqual([]);

	await openList(page, own.name);
	const row = rowOf(page, own.name);
	await expect(row).toContainText("no matching agent");
	await row.getByRole("button", { name: `Change the tags of ${own.name} on ${target.name}: none` }).click();
	const tags = page.getByRole("dialog", { name: `Tags of ${own.name}` });
	await expect(tags).toContainText("No agent would load it");
	const field = tags.getByRole("combobox", { name: "Tags" });
	await field.press("ArrowDown");
	await expect(tags.getByRole("option", { name: /north/ })).toHaveAttribute("aria-selected", "true");
	// The first Escape closes the list alone.
	await field.press("Escape");
	await expect(tags.getByRole("listbox")).toBeHidden();
	await field.press("ArrowDown");
	await expect(tags.getByRole("option", { name: /north/ })).toHaveAttribute("aria-selected", "true");
	await page.keyboard.press("Enter");
	await expect(tags).toContainText("Loaded by");
	await tags.getByRole("button", { name: "Save tags" }).click();
	await expect(page.getByText(`Tags of ${own.name} on ${target.name} saved`)).toBeVisible();
	expect((await detail(service, own.id)).tags).toBe("north");
	await expect.poll(answered, LOADING).toEqual([CODE]);
	await expect(row).toContainText("loaded on 1 of 1 agents", LOADING);

	await page.goto(`/deployments/${own.id}`);
	await expect(page.getByRole("list", { name: "Steps", exact: true })).toBeVisible();
	await expect(missing).toHaveCount(0);
});

test.describe("when the service cannot be reached", () => {
	test.use({ allowedBrowserErrors: [/ERR_CONNECTION_REFUSED/] });

	test("tags of a row that were not saved are taken back, and the reader is told", async ({ service, openPageOf }) => {
		const target = await createTarget(service, "Southern servers");
		const own = await deploy(service, "Vineyards", target);
		const page = await openPageOf(service.seed.administrator);
		await openList(page, own.name);
		await rowOf(page, own.name)
			.getByRole("button", { name: /^Change the tags of / })
			.click();
		const tags = page.getByRole("dialog", { name: `Tags of ${own.name}` });
		await tags.getByRole("combobox", { name: "Tags" }).fill("south");
		await page.keyboard.press("Enter");
		await page.route(/\/tag$/, (route) => route.abort("connectionrefused"));
		await tags.getByRole("button", { name: "Save tags" }).click();
		await expect(page.getByText(`The tags of ${own.name} on ${target.name} were not saved`)).toBeVisible();
		await expect(rowOf(page, own.name)).not.toContainText("south");
		expect((await detail(service, own.id)).tags).toBe("");
	});
});

test.describe("two at the same tags", () => {
	test.use({ allowedBrowserErrors: [/status of 412/] });

	test("tags that somebody else gave while others were chosen are not overwritten", async ({ service, openPageOf }) => {
		const target = await createTarget(service, "Contested servers");
		const own = await deploy(service, "Contested cafes", target, { activated: false });
		const page = await openPageOf(service.seed.administrator);
		await openList(page, own.name);
		const row = rowOf(page, own.name);
		await row.getByRole("button", { name: /^Change the tags of Contested cafes / }).click();
		const popover = page.getByRole("dialog", { name: /^Tags of Contested cafes / });
		await popover.getByRole("combobox", { name: "Tags" }).pressSequentially("mine,");
		await decide(service, own.id, "tag", { tags: "theirs" });
		await expect(row).toContainText("theirs");
		await popover.getByRole("button", { name: "Save tags" }).click();
		await expect(page.getByText(/^The tags of Contested cafes .+ were not saved$/)).toBeVisible();
		expect((await detail(service, own.id)).tags).toBe("theirs");
	});
});

test("rolled back in one step to the build that was active before", async ({ service, openPageOf, startAgent }) => {
	test.setTimeout(180_000);
	const target = await createTarget(service, "Southern servers");
	const [first, second] = [ownPlace(), ownPlace()];
	const own = await createDesign(service, "Beach bars", first);
	const older = await requestDeployment(service, await buildDesign(service, own), target);
	await decide(service, older, "activate");
	await moveDesign(service, own, second);
	const newer = await requestDeployment(service, await buildDesign(service, own), target);
	await decide(service, newer, "activate");
	const agent = await startAgent(target.key);
	await expect.poll(answersAt(agent, own.id, second), LOADING).toEqual([CODE]);
	expect(await answersAt(agent, own.id, first)()).toEqual([]);

	const page = await openPageOf(service.seed.administrator);
	await page.goto(`/deployments/${newer}`);
	await page.getByRole("button", { name: "Roll back…" }).click();
	await expect(dialogOf(page)).toContainText("is reactivated");
	await dialogOf(page).getByRole("button", { name: "Roll back" }).click();
	await expect(dialogOf(page)).toBeHidden();
	await expect.poll(answersAt(agent, own.id, first), LOADING).toEqual([CODE]);
	await expect.poll(answersAt(agent, own.id, second), LOADING).toEqual([]);
	expect([(await detail(service, older)).status, (await detail(service, newer)).status]).toEqual([
		"activated",
		"deactivated",
	]);
	await expect(page.getByRole("button", { name: "Reactivate…" })).toBeVisible();
	await expect(page.getByRole("list", { name: "History" })).toContainText(service.seed.administrator.email);
});

test("deleted after its name and the consequence were read: gone from lists and from the agent", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	test.setTimeout(120_000);
	const target = await createTarget(service, "Eastern servers");
	const own = await deploy(service, "Book markets", target);
	const agent = await startAgent(target.key);
	const answered = answersAt(agent, own.designId, own.place);
	await expect.poll(answered, LOADING).toEqual([CODE]);
	const page = await openPageOf(service.seed.administrator);
	await openList(page, own.name);
	await rowOf(page, own.name)
		.getByRole("button", { name: `More actions on ${own.name}` })
		.click();
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	await expect(dialogOf(page)).toContainText(`Delete ${own.name} on ${target.name}?`);
	await expect(dialogOf(page)).toContainText("Lookups stop returning it");
	await dialogOf(page).getByRole("button", { name: "Delete" }).click();
	await expect(page.getByText("No deployments match")).toBeVisible();
	// The row with the action is gone: the focus stays on the page.
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
	await expect.poll(answered, LOADING).toEqual([]);
	await expect(detail(service, own.id)).rejects.toThrow(/404/);
});

test("many at once: what cannot be is left out in advance, what fails says why and stays selected", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	test.setTimeout(180_000);
	const target = await createTarget(service, "Western servers");
	const [kept, ended, waiting] = await Promise.all([
		deploy(service, "Bulk bakeries one", target),
		deploy(service, "Bulk bakeries two", target),
		deploy(service, "Bulk bakeries three", target, { activated: false }),
	]);
	const agent = await startAgent(target.key);
	const answered = answersAt(agent, ended.designId, ended.place);
	await expect.poll(answered, LOADING).toEqual([CODE]);
	const page = await openPageOf(service.seed.administrator);
	await openList(page, "Bulk bakeries");
	await expect(rowOf(page, ended.name)).toContainText("loaded on 1 of 1 agents", LOADING);
	await page.getByRole("checkbox", { name: "Select all deployments on this page" }).click();
	const bar = page.getByRole("region", { name: "Selected deployments" });
	await expect(bar).toContainText("3 selected");
	await bar.getByRole("button", { name: "Deactivate…" }).click();
	await expect(dialogOf(page)).toContainText("Deactivate 2 deployments?");
	await expect(dialogOf(page).getByRole("region", { name: "Skipped" })).toContainText(waiting.name);

	// Somebody else changes one of them while the question is open.
	await decide(service, kept.id, "tag", { tags: "changed-meanwhile" });
	await dialogOf(page).getByRole("button", { name: "Deactivate 2" }).click();
	const outcomes = dialogOf(page).getByRole("list", { name: "Outcomes" });
	await expect(outcomes.getByRole("listitem").first()).toContainText(kept.name);
	await expect(outcomes.getByRole("listitem").filter({ hasText: ended.name })).toContainText("deactivated");
	await dialogOf(page).getByRole("button", { name: "Close" }).last().click();
	await expect(bar).toContainText("2 selected");
	await expect(page.getByRole("checkbox", { name: `Select ${kept.name}` })).toBeChecked();
	await expect(page.getByRole("checkbox", { name: `Select ${ended.name}` })).not.toBeChecked();
	await expect.poll(answered, LOADING).toEqual([]);
	expect(await Promise.all([kept, ended, waiting].map(({ id }) => statusOf(service, id)()))).toEqual([
		"activated",
		"deactivated",
		"requested",
	]);
});

test("keys go from row to row, choose and act, and the palette acts on what is chosen", async ({
	service,
	openPageOf,
}) => {
	const target = await createTarget(service, "Keyed servers");
	const [first, second] = await Promise.all([
		deploy(service, "Keyed kiosks one", target, { activated: false }),
		deploy(service, "Keyed kiosks two", target, { activated: false }),
	]);
	const page = await openPageOf(service.seed.administrator);
	await openList(page, "Keyed kiosks");
	const rows = page.getByRole("row").filter({ has: page.getByRole("checkbox", { name: /^Select Keyed/ }) });
	await expect(rows).toHaveCount(2);
	await page.keyboard.press("j");
	await page.keyboard.press("j");
	await expect(rows.nth(1)).toHaveAttribute("aria-current", "true");
	await expect(rows.nth(1).getByRole("link", { name: /^Keyed kiosks/ })).toBeFocused();
	await page.keyboard.press("k");
	await expect(rows.nth(0)).toHaveAttribute("aria-current", "true");

	await test.step("the tags of the row that is meant", async () => {
		await page.keyboard.press("t");
		await dialogOf(page).getByRole("combobox", { name: "Tags" }).fill("kiosk,");
		await dialogOf(page).getByRole("button", { name: "Save tags" }).click();
		await expect(dialogOf(page)).toBeHidden();
		const tags = await Promise.all([first, second].map(async ({ id }) => (await detail(service, id)).tags));
		expect(tags.sort()).toEqual(["", "kiosk"]);
	});

	await test.step("what is chosen, by key and by the palette", async () => {
		await page.keyboard.press("*");
		const bar = page.getByRole("region", { name: "Selected deployments" });
		await expect(bar).toContainText("2 selected");
		await page.keyboard.press("Control+k");
		await page.getByRole("combobox", { name: "Go to" }).fill("activate 2");
		await page.getByRole("option", { name: /^Activate 2 selected deployments/ }).click();
		await dialogOf(page).getByRole("button", { name: "Activate 2" }).click();
		await expect(dialogOf(page)).toBeHidden();
		expect(await Promise.all([first, second].map(({ id }) => statusOf(service, id)()))).toEqual([
			"activated",
			"activated",
		]);
		await expect(rows.filter({ hasText: "activated" })).toHaveCount(2);
		await page.keyboard.press("*");
		await page.keyboard.press("d");
		await expect(dialogOf(page)).toContainText("Deactivate 2 deployments?");
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		await expect(bar).toBeHidden();
	});

	await test.step("the exact time of a change, on focus, on hover and on a tap, until Escape", async () => {
		const time = rows
			.nth(0)
			.getByRole("button")
			.filter({ has: page.locator("time") })
			.last();
		await time.hover();
		await expect(page.getByRole("tooltip")).toContainText("UTC");
		await expect(time).toHaveAccessibleDescription(/UTC/);
		await page.keyboard.press("Escape");
		await expect(page.getByRole("tooltip")).toHaveCount(0);
		await page
			.getByRole("link", { name: /Keyed kiosks/ })
			.first()
			.focus();
		await page.mouse.move(0, 0);
		for (let press = 0; press < 12 && !(await time.evaluate((one) => one === document.activeElement)); press += 1) {
			await page.keyboard.press("Tab");
		}
		await expect(page.getByRole("tooltip")).toContainText("UTC");
		await page.keyboard.press("Escape");
		await expect(page.getByRole("tooltip")).toHaveCount(0);
		await time.dispatchEvent("pointerdown", { pointerType: "touch" });
		await time.dispatchEvent("click");
		await expect(page.getByRole("tooltip")).toContainText("UTC");
	});

	await test.step("the same keys on a deployment's own page", async () => {
		await page.goto(`/deployments/${first.id}`);
		await expect(page.getByRole("button", { name: "Deactivate…" })).toBeVisible();
		await page.keyboard.press("d");
		await expect(dialogOf(page)).toContainText("Deactivate Keyed kiosks one");
		await page.keyboard.press("Escape");
		await expect(dialogOf(page)).toBeHidden();
		expect(await statusOf(service, first.id)()).toBe("activated");
	});
});

test("scheduled in the page, done by the service at its time, and recorded as the schedule of whom", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	test.setTimeout(120_000);
	const target = await createTarget(service, "Seasonal servers");
	const own = await deploy(service, "Christmas markets", target);
	const agent = await startAgent(target.key);
	const answered = answersAt(agent, own.designId, own.place);
	await expect.poll(answered, LOADING).toEqual([CODE]);
	const page = await openPageOf(service.seed.administrator);
	await openList(page, own.name);
	const row = rowOf(page, own.name);
	await row.getByRole("button", { name: `More actions on ${own.name}` }).click();
	await page.getByRole("menuitem", { name: "Schedule…" }).click();
	await expect(dialogOf(page)).toContainText("If you've lost access by then");
	const soon = await page.evaluate(() => {
		const at = new Date(Date.now() + 12_000);
		return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
	});
	await dialogOf(page).getByLabel("Deactivate at").fill(soon);
	await dialogOf(page).getByRole("button", { name: "Save schedule" }).click();
	await expect(dialogOf(page)).toBeHidden();
	await expect(row).toContainText("deactivates");
	expect((await detail(service, own.id)).schedule).toMatchObject({ by: service.seed.administrator.email });
	await expect.poll(answered, { timeout: 60_000 }).toEqual([]);
	await expect(row).not.toContainText("deactivates", LOADING);
	expect((await detail(service, own.id)).status).toBe("deactivated");
	await page.goto(`/deployments/${own.id}`);
	await expect(page.getByRole("list", { name: "History" }).getByRole("listitem").first()).toContainText(
		service.seed.administrator.email,
	);
});

test("a time that is half typed is not taken for none", async ({ service, openPageOf }) => {
	const target = await createTarget(service, "Half-planned servers");
	const own = await deploy(service, "Half-planned halls", target, { activated: false });
	const page = await openPageOf(service.seed.administrator);
	await page.goto(`/deployments/${own.id}`);
	await page.getByRole("button", { name: "Schedule…" }).click();
	await dialogOf(page).getByLabel("Activate at", { exact: true }).fill("2037-01-01T10:00");
	await dialogOf(page).getByLabel("Deactivate at").focus();
	await page.keyboard.type("3112");
	await dialogOf(page).getByRole("button", { name: "Save schedule" }).click();
	await expect(dialogOf(page).getByLabel("Deactivate at")).toBeFocused();
	await expect(dialogOf(page)).toBeVisible();
	expect((await detail(service, own.id)).schedule).toBeNull();
	await dialogOf(page).getByLabel("Deactivate at").fill("2037-12-31T10:00");
	await dialogOf(page).getByRole("button", { name: "Save schedule" }).click();
	await expect(dialogOf(page)).toBeHidden();
	expect((await detail(service, own.id)).schedule).toMatchObject({
		activate_at: "2037-01-01T10:00:00.000Z",
		deactivate_at: "2037-12-31T10:00:00.000Z",
	});
});

test("the box of the head tells of the rows of the page alone", async ({ service, openPageOf }) => {
	const target = await createTarget(service, "Marked servers");
	const [first, second] = await Promise.all([
		deploy(service, "Marked markets one", target, { activated: false }),
		deploy(service, "Marked markets two", target, { activated: false }),
	]);
	const page = await openPageOf(service.seed.administrator);
	await openList(page, "Marked markets");
	const all = page.getByRole("checkbox", { name: "Select all deployments on this page" });
	await page.getByRole("checkbox", { name: `Select ${first.name}` }).click();
	await expect(all).toHaveJSProperty("indeterminate", true);
	await page.getByRole("searchbox", { name: "Search designs, people…" }).fill(second.name);
	await expect(rowOf(page, first.name)).toHaveCount(0);
	await expect(rowOf(page, second.name)).toBeVisible();
	await expect(all).toHaveJSProperty("indeterminate", false);
});

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
	test.setTimeout(120_000);
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
	test.setTimeout(120_000);
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
	await page.goto("/deployments?offset=50&status=activated&type=proximity");
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

test("what a designer may do is what they see: their own requests, which they can cancel", async ({
	service,
	openPageOf,
}) => {
	test.setTimeout(120_000);
	const target = await createTarget(service, "Quiet servers");
	const own = await deploy(service, "Withdrawn wishes", target, { activated: false });
	const page = await openPageOf(service.seed.designer);
	await openList(page, own.name);
	const row = rowOf(page, own.name);
	await expect(row).toContainText("requested");
	await expect(page.getByRole("checkbox")).toHaveCount(0);
	await row.getByRole("button", { name: /^Cancel…/ }).click();
	await dialogOf(page).getByRole("button", { name: "Cancel request" }).click();
	await expect(dialogOf(page)).toBeHidden();
	await expect.poll(statusOf(service, own.id)).toBe("cancelled");
});

test("every page of deployments is accessible in both themes, and fits a small screen", { tag: SCREENS }, async ({
	service,
	openPageOf,
}) => {
	test.setTimeout(180_000);
	const page = await openPageOf(service.seed.administrator);
	await page.goto("/deployments");
	const first = page.getByRole("row").nth(1);
	await expect(first.getByRole("link").first()).toBeVisible();
	await expectAccessible(page, "deployments");
	// The heads that sort stand on one line with those that do not.
	const tops = await page
		.getByRole("columnheader", { name: /^(Deployment|Status|Changed|Actions)/ })
		.evaluateAll((heads) =>
			heads.map((head) => {
				const words = document.createRange();
				words.selectNodeContents(head.querySelector("button") ?? head);
				return words.getBoundingClientRect().top;
			}),
		);
	expect(tops).toHaveLength(4);
	expect(new Set(tops).size, `words of the heads at ${tops}`).toBe(1);
	await page.getByRole("checkbox", { name: "Select all deployments on this page" }).click();
	await expectAccessible(page, "deployments, all selected");
	const href = await page
		.getByRole("row")
		.filter({ hasText: "activated" })
		.last()
		.getByRole("link")
		.first()
		.getAttribute("href");
	await page.goto(href ?? "/");
	await expect(page.getByRole("list", { name: "Steps", exact: true })).toBeVisible();
	await expectAccessible(page, "deployment");
	await expectToFit(page, [
		{ name: "deployments", path: "/deployments" },
		{
			name: "deployments-selected",
			path: "/deployments",
			prepare: (shown) => shown.getByRole("checkbox", { name: "Select all deployments on this page" }).click(),
		},
		{ name: "deployment", path: href ?? "/" },
	]);
});
