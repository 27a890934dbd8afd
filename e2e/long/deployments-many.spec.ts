import { createTarget, deploy } from "../support/deployed";
import { detail, dialogOf, openList, rowOf, statusOf } from "../support/deployment-list";
import { expect, test } from "../support/test";

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
		await expect(rows.filter({ hasText: "Not live" })).toHaveCount(2);
		await page.keyboard.press("*");
		await page.keyboard.press("d");
		await expect(dialogOf(page)).toContainText("Deactivate 2 deployments?");
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		await expect(bar).toBeHidden();
	});

	// A row's times are no stops of the keyboard; the page of its deployment tells them to everybody.
	await expect(rows.nth(0).locator("time").last()).toHaveAttribute("title", / UTC$/);

	await test.step("the same keys on a deployment's own page", async () => {
		await page.goto(`/deployments/${first.id}`);
		await expect(page.getByRole("button", { name: "Deactivate…" })).toBeVisible();
		await page.keyboard.press("d");
		await expect(dialogOf(page)).toContainText("Deactivate Keyed kiosks one");
		await page.keyboard.press("Escape");
		await expect(dialogOf(page)).toBeHidden();
		expect(await statusOf(service, first.id)()).toBe("activated");
	});

	await test.step("the exact time there, on hover, on focus and on a tap, until Escape", async () => {
		const time = page
			.getByRole("main")
			.getByRole("button")
			.filter({ has: page.locator("time") })
			.first();
		await time.hover();
		await expect(page.getByRole("tooltip")).toContainText("UTC");
		await expect(time).toHaveAccessibleDescription(/UTC/);
		await page.keyboard.press("Escape");
		await expect(page.getByRole("tooltip")).toHaveCount(0);
		await page.mouse.move(0, 0);
		await time.focus();
		await page.keyboard.press("Shift+Tab");
		await page.keyboard.press("Tab");
		await expect(time).toBeFocused();
		await expect(page.getByRole("tooltip")).toContainText("UTC");
		await page.keyboard.press("Escape");
		await expect(page.getByRole("tooltip")).toHaveCount(0);
		await time.dispatchEvent("pointerdown", { pointerType: "touch" });
		await time.dispatchEvent("click");
		await expect(page.getByRole("tooltip")).toContainText("UTC");
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
