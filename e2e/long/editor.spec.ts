import type { Locator, Page } from "@playwright/test";
import { designDetail } from "@/lib/contract/design";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { circle, fencesOf, freeMapOf, namesOf, openEditor, saveDesign, saveDraft } from "../support/editor";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

/** On a small screen the list is behind a tab. */
async function showList(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Import…", includeHidden: true }).waitFor({ state: "attached" });
	const tab = page.locator("[role=tab]", { hasText: /geofence|List/ });
	if (await tab.isVisible()) await tab.click();
}

test("a circle is dragged by its center, its rim or its area, its radius in view, and stays a circle", async ({
	service,
	openPageOf,
}) => {
	const design = await saveDesign(service, "Held by two handles", [circle(8.54, 47.37, 200, "Square")]);
	const page = await openPageOf(service.seed.designer);
	const map = await openEditor(page, design);
	await page
		.getByRole("table", { name: "Geofences" })
		.getByRole("button", { name: /^Square/ })
		.click();
	const field = (label: string) => page.getByLabel(label, { exact: true });
	const middleOf = async (place: Locator): Promise<[number, number]> => {
		const box = await place.boundingBox();
		if (box === null) throw new Error("It has no place on the page.");
		return [box.x + box.width / 2, box.y + box.height / 2];
	};
	const grip = (name: string) => page.locator(`[data-grip="${name}"]`);
	await expect(page.locator("[data-grip]")).toHaveCount(2);

	const [rimX, rimY] = await middleOf(grip("rim"));
	const [centerX, centerY] = await middleOf(grip("center"));
	// What is typed is applied first, and a step of its own.
	await field("Radius (m)").fill("250");
	await page.mouse.move(rimX, rimY);
	await page.mouse.down();
	await expect(page.getByText("250 m", { exact: true })).toBeVisible();
	await page.mouse.move(centerX, centerY + 2 * (rimX - centerX), { steps: 5 });
	const readMeters = async () => Number(await field("Radius (m)").inputValue());
	await expect.poll(readMeters).toBeGreaterThan(350);
	const meters = await readMeters();
	expect(meters).toBeLessThan(500);
	await expect(page.getByText(`${meters} m`, { exact: true })).toBeVisible();
	await page.mouse.up();
	await expect(page.getByRole("table", { name: "Geofences" }).getByText(`${meters} m radius`)).toBeVisible();
	await expect(field("Longitude")).toHaveValue("8.54");

	await page.mouse.move(centerX + 20, centerY + 20);
	await page.mouse.down();
	await page.mouse.move(centerX + 60, centerY + 20, { steps: 5 });
	await expect(field("Longitude")).not.toHaveValue("8.54");
	await page.keyboard.press("Escape");
	await expect(field("Longitude")).toHaveValue("8.54");
	await page.mouse.up();

	// A finger does the same; the map stays where it is.
	const touch = await page.context().newCDPSession(page);
	const finger = async (type: "touchStart" | "touchMove" | "touchEnd", x?: number, y?: number) => {
		const touchPoints = x === undefined || y === undefined ? [] : [{ x, y }];
		await touch.send("Input.dispatchTouchEvent", { type, touchPoints });
	};
	await finger("touchStart", centerX, centerY);
	for (const step of [10, 20, 40]) await finger("touchMove", centerX + step, centerY);
	await finger("touchEnd");
	await expect(field("Longitude")).not.toHaveValue("8.54");
	expect((await middleOf(grip("center")))[0] - centerX).toBeCloseTo(40, 0);
	const moved = Number(await field("Longitude").inputValue());

	await page.getByRole("button", { name: "Undo" }).click();
	await expect(field("Longitude")).toHaveValue("8.54");
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(field("Radius (m)")).toHaveValue("250");
	await page.getByRole("button", { name: "Redo" }).click();
	await page.getByRole("button", { name: "Redo" }).click();
	await expect(map).toBeVisible();
	await saveDraft(page);
	expect(await fencesOf(service, design)).toEqual([circle(moved, 47.37, meters, "Square")]);
});

test("all of it works by keyboard alone", async ({ service, openPageOf }) => {
	const design = await saveDesign(service, "Typed by hand", [
		circle(8.54, 47.37, 200, "First"),
		circle(8.55, 47.37, 50, "Last"),
	]);
	const page = await openPageOf(service.seed.designer);
	await openEditor(page, design);
	const press = async (name: string) => {
		await page.getByRole("button", { name, exact: true }).focus();
		await page.keyboard.press("Enter");
	};
	const type = async (label: string, text: string) => {
		await page.getByLabel(label, { exact: true }).focus();
		await page.keyboard.press("Control+A");
		await page.keyboard.type(text);
	};
	await press("Enter circle coordinates…");
	await type("Name", "Second");
	await type("Latitude", "47.38");
	await type("Longitude", "8.5");
	await type("Radius (m)", "0");
	await page.keyboard.press("Enter");
	await expect(page.getByText("Radius must be from 1 meter to 1,000,000 meters, and is 0.")).toBeVisible();
	await type("Radius (m)", "75");
	await page.keyboard.press("Enter");
	await press("Enter polygon coordinates…");
	await type("Name", "Third");
	await page.getByLabel("Corners", { exact: true }).focus();
	await page.keyboard.type("47.36, 8.50\n47.36, 8.51\n47.37, 8.51");
	await press("Add polygon");

	const table = page.getByRole("table", { name: "Geofences" });
	await table.getByRole("button", { name: /^First/ }).focus();
	await page.keyboard.press("Enter");
	await expect(table.getByRole("button", { name: /^First/ })).toHaveAttribute("aria-pressed", "true");
	await page.keyboard.press("ArrowDown");
	await expect(table.getByRole("button", { name: /^Last/ })).toBeFocused();
	// After a deletion the focus stays in the table, at the next row.
	await page.keyboard.press("Delete");
	await expect(table.getByRole("button", { name: /^Second/ })).toBeFocused();
	await expect(table.getByRole("button")).toHaveCount(3);

	await press("Add set");
	await page.keyboard.type("Passing");
	await expect(page.getByLabel("Set name")).toHaveValue("Passing");
	await press("Remove the set Passing");
	await page.getByRole("link", { name: "The design" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("link", { name: "The design" })).toBeFocused();

	await table.getByRole("button", { name: /^First/ }).focus();
	await page.keyboard.press("Enter");
	await type("Radius (m)", "220");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Control+s");
	await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
	const fences = await fencesOf(service, design);
	expect(namesOf(fences)).toEqual(["First", "Second", "Third"]);
	expect(fences[0]?.properties).toEqual({ name: "First", radius: 220 });
	expect(fences[1]).toEqual(circle(8.5, 47.38, 75, "Second"));
});

test.describe("an import that is cut off", () => {
	test.use({ allowedBrowserErrors: [/ERR_/] });

	test("says whether the set was changed", async ({ service, openPageOf }) => {
		const design = await saveDesign(service, "Cut off", [circle(8, 47, 100, "Before")]);
		const page = await openPageOf(service.seed.designer);
		await page.goto(`/designs/${design.id}`);
		await page.getByRole("button", { name: /^Import geofences/ }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Or paste").fill("latitude,longitude,radius,name\n47.3,8.3,50,After\n");
		await page.route(/\/geofences(\?|$)/, (route) => route.abort());
		await dialog.getByRole("button", { name: "Import" }).click();
		await expect(dialog.getByText(/Nothing was changed: you can import it again/)).toBeVisible();
		expect(namesOf(await fencesOf(service, design))).toEqual(["Before"]);

		// The service takes the file, and its answer is lost.
		await page.unroute(/\/geofences(\?|$)/);
		await page.route(/\/geofences(\?|$)/, async (route) => {
			await route.fetch();
			await route.abort();
		});
		await dialog.getByRole("button", { name: "Import" }).click();
		await expect(dialog.getByText(/has been changed meanwhile, perhaps by this import/)).toBeVisible();
		expect(namesOf(await fencesOf(service, design))).toEqual(["After"]);
	});
});

test("many are selected by keys, ranges and a box, and changed, grown, joined and moved, each in one step", async ({
	service,
	openPageOf,
}) => {
	const design = await saveDesign(service, "Edited together", [
		circle(8.54, 47.37, 200, "One"),
		circle(8.55, 47.37, 200, "Two"),
		circle(8.553, 47.37, 200, "Three"),
		circle(8.6, 47.4, 90, "Four"),
	]);
	const page = await openPageOf(service.seed.designer);
	const map = await openEditor(page, design);
	const table = page.getByRole("table", { name: "Geofences" });
	const boxOf = (name: string) => table.getByRole("checkbox", { name: `Select ${name}`, exact: true });
	const selected = page.getByRole("region", { name: "Selected geofences" });
	const count = selected.getByRole("heading");

	await boxOf("One").click();
	await boxOf("Three").click({ modifiers: ["Shift"] });
	await expect(count).toHaveText("3 selected");
	await table.getByRole("button", { name: /^Three/ }).focus();
	await page.keyboard.press("x");
	await expect(count).toHaveText("2 selected");
	const search = page.getByLabel("Find a geofence");
	await search.fill("Two");
	await expect(page.getByText("1 of 4 · 2 selected, 1 of them not shown")).toBeVisible();
	await search.fill("");
	await selected.getByLabel("New radius (m)").fill("0");
	await selected.getByLabel("New radius (m)").press("Enter");
	await expect(selected.getByText("Enter a radius from 1 to 1,000,000 meters.")).toBeVisible();
	await selected.getByLabel("New radius (m)").fill("300");
	await selected.getByLabel("New radius (m)").press("Enter");
	await expect(table.getByText("300 m radius")).toHaveCount(2);
	await selected.getByLabel("Grow by (m)").fill("50");
	await selected.getByLabel("Grow by (m)").press("Enter");
	await expect(table.getByText("350 m radius")).toHaveCount(2);
	await expect(page.getByText("2 changed since last save")).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(table.getByText("300 m radius")).toHaveCount(2);

	// A box around all that is on the map; then all but the last become one.
	await page.getByRole("button", { name: "Show all geofences" }).click();
	const area = await freeMapOf(page);
	await page.keyboard.down("Shift");
	await page.mouse.move(area.x + 10, area.y + 10);
	await page.mouse.down();
	await page.mouse.move(area.x + area.width - 20, area.y + area.height - 40, { steps: 5 });
	await page.mouse.up();
	await page.keyboard.up("Shift");
	await expect(count).toHaveText("4 selected");
	await boxOf("Four").click();
	await expectAccessible(page, "geofences selected together");
	await selected.getByRole("button", { name: "Join into one" }).click();
	await expect(table.getByRole("button")).toHaveCount(2);
	await expect(count).toHaveText("1 selected");

	await page.getByRole("button", { name: "Add set" }).click();
	await page.keyboard.type("Moved");
	await selected.getByLabel("Move to set").selectOption("Moved");
	await selected.getByRole("button", { name: "Move", exact: true }).click();
	await expect(table.getByRole("button", { name: /^One\s*,\s*Moved/ })).toBeVisible();
	await table.getByRole("button", { name: /^Four/ }).focus();
	await page.keyboard.press("Control+a");
	await expect(count).toHaveText("2 selected");
	await page.keyboard.press("Escape");
	await expect(selected).toBeHidden();

	await page.getByRole("button", { name: "Measure", exact: true }).click();
	const measure = page.getByRole("region", { name: "Measure" });
	await measure.getByLabel("Places").fill("0, 8\n0, 8.01\n0.01, 8.01");
	await expect(measure.getByRole("status")).toHaveText("Distance 2.22 km · area within 0.618 km²");
	await map.click({ position: { x: 100, y: 100 } });
	await expect(measure.getByLabel("Places")).toHaveValue(/8\.01\n-?\d+\.\d+, -?\d+\.\d+\n$/);
	await measure.getByRole("button", { name: "Done" }).click();

	await saveDraft(page);
	expect(await fencesOf(service, design)).toEqual([circle(8.6, 47.4, 90, "Four")]);
	const api = new ApiClient(service, service.seed.designer.key);
	const saved = await api.get(designDetail, `/targeting/designs/${design.id}?detail=true`);
	const [one, ...more] = await fencesOf(service, saved, 1);
	expect([one?.geometry.type, one?.properties, more.length]).toEqual(["MultiPolygon", { name: "One" }, 0]);
});

test.describe("geofences that cannot be read", () => {
	test.use({ allowedBrowserErrors: [/ERR_FAILED/] });

	test("the editor says why it does not open, and opens when it is asked again", async ({ service, openPageOf }) => {
		const design = await saveDesign(service, "Out of reach", [circle(8.54, 47.37, 200, "Square")]);
		const page = await openPageOf(service.seed.designer);
		await page.route("**/sets/*/geofences", (route) => route.abort());
		await page.goto(`/designs/${design.id}/edit`);
		const problem = page.getByRole("alert").filter({ hasText: "The geofences could not be loaded." });
		await expect(problem).toContainText("The service could not be reached.");
		await page.unroute("**/sets/*/geofences");
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page.getByRole("region", { name: /^Map to draw on/ })).toHaveAttribute("data-ready", "true");
	});
});

test.describe("two people edit", () => {
	test.use({ allowedBrowserErrors: [/412/] });

	test("the second is told who changed what, and chooses; nothing is lost", async ({ service, openPageOf }) => {
		const { designer, operator } = service.seed;
		const design = await saveDesign(service, "Edited by two", [
			circle(8.54, 47.37, 200, "Kept"),
			circle(8.55, 47.37, 200, "Dropped by them"),
		]);
		const mine = await openPageOf(designer);
		const theirs = await openPageOf(operator);
		await openEditor(mine, design);
		await openEditor(theirs, design);
		const table = theirs.getByRole("table", { name: "Geofences" });
		await table.getByRole("button", { name: /^Dropped by them/ }).click();
		await theirs.getByRole("button", { name: "Delete geofence" }).click();
		await saveDraft(theirs);

		// A line says so at once; what is unchanged takes their version over.
		const notice = mine.getByRole("alert").filter({ hasText: "saved this design" });
		await expect(notice).toContainText("Olga Petrov saved this design at ");
		await notice.getByRole("button", { name: "Load their version" }).click();
		await expect(notice).toBeHidden();
		await expect(mine.getByRole("table", { name: "Geofences" }).getByRole("button")).toHaveCount(1);
		await expect(mine.getByText("No changes since the last save · saved by Olga Petrov")).toBeVisible();

		await mine.getByRole("button", { name: "Enter circle coordinates…" }).click();
		await mine.getByLabel("Name", { exact: true }).fill("Mine");
		await mine.getByLabel("Latitude").fill("47.38");
		await mine.getByLabel("Longitude").fill("8.53");
		await mine.getByRole("button", { name: "Add circle" }).click();
		const dialog = mine.getByRole("dialog");
		await expect(mine.getByText("1 added since last save")).toBeVisible();
		await mine.getByRole("button", { name: "Review changes…" }).click();
		await expect(dialog.getByRole("table", { name: "Geofences" }).getByRole("button", { name: /^Mine/ })).toBeVisible();
		await expectAccessible(mine, "the changes since the last save");
		await dialog.getByRole("button", { name: "Back to the editor" }).click();

		// They save once more: it can be merged before a save, and a save finds it as well.
		await theirs.getByRole("table", { name: "Geofences" }).getByRole("button", { name: /^Kept/ }).click();
		await theirs.getByLabel("Radius (m)").fill("250");
		await theirs.getByRole("button", { name: "Apply" }).click();
		await saveDraft(theirs);
		await expect(notice).toContainText("Your changes are kept.");
		await notice.getByRole("button", { name: "Review and merge…" }).click();
		await expect(dialog.getByRole("button", { name: "Merge into my draft" })).toBeVisible();
		await dialog.getByRole("button", { name: "Back to the editor" }).click();
		await mine.getByRole("button", { name: "Save", exact: true }).click();
		await expect(dialog).toContainText("Olga Petrov saved it");
		await expect(dialog.getByRole("radio", { name: /^Your version 1 geofence added/ })).toBeVisible();
		await expect(dialog.getByRole("radio", { name: /1 geofence added or changed, 1 geofence removed/ })).toBeVisible();
		await expectAccessible(mine, "the choice between two versions");
		expect(namesOf(await fencesOf(service, design))).toEqual(["Kept"]);

		await dialog.getByRole("radio", { name: /^Merge/ }).check();
		await dialog.getByRole("button", { name: "Save", exact: true }).click();
		await expect(dialog).toBeHidden();
		await expect(mine.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
		expect(namesOf(await fencesOf(service, design))).toEqual(["Kept", "Mine"]);
	});
});

test("unsaved work is left only when asked", async ({ service, openPageOf }) => {
	const design = await saveDesign(service, "Left in a hurry", [
		circle(8.54, 47.37, 200, "One"),
		circle(8.55, 47.37, 50, "Two"),
	]);
	const page = await openPageOf(service.seed.designer);
	await openEditor(page, design);
	const dialog = page.getByRole("dialog");
	const choose = (name: RegExp) => page.getByRole("table", { name: "Geofences" }).getByRole("button", { name }).click();
	// What is half typed of a geofence is work as well.
	await choose(/^One/);
	const radius = page.getByLabel("Radius (m)");
	await radius.fill("30x");
	await page.getByRole("link", { name: "The design" }).click();
	await expect(dialog).toContainText("Leave without saving?");
	await dialog.getByRole("button", { name: "Stay" }).click();
	await choose(/^Two/);
	await expect(dialog).toContainText("The radius must be a number of meters.");
	await dialog.getByRole("button", { name: "Keep editing" }).click();
	await expect(radius).toHaveValue("30x");
	await choose(/^Two/);
	await dialog.getByRole("button", { name: "Discard" }).click();
	await expect(radius).toHaveValue("50");
	// What makes a geofence is applied.
	await radius.fill("60");
	await choose(/^One/);
	await expect(radius).toHaveValue("200");
	await choose(/^Two/);
	await expect(radius).toHaveValue("60");
	// An undo that removes the geofence also removes unsaved input about it.
	await page.getByRole("button", { name: "Enter circle coordinates…" }).click();
	await page.getByLabel("Latitude").fill("47,38");
	await page.getByLabel("Longitude").fill("8,54");
	await page.getByRole("button", { name: "Add circle" }).click();
	await radius.fill("70x");
	await page.getByRole("button", { name: "Undo" }).click();
	await dialog.getByRole("button", { name: "Keep editing" }).click();
	await expect(radius).toHaveValue("70x");
	await page.getByRole("button", { name: "Undo" }).click();
	await dialog.getByRole("button", { name: "Discard" }).click();
	await expect(radius).toBeHidden();
	await page.getByRole("button", { name: "Redo" }).click();
	await choose(/^no name/);
	await expect(radius).toHaveValue("100");
	await expect(page.getByLabel("Latitude")).toHaveValue("47.38");
	await page.getByLabel("Set name").fill("Another name");
	await page.getByRole("link", { name: "The design" }).click();
	await dialog.getByRole("button", { name: "Stay" }).click();
	await expect(page.getByLabel("Set name")).toHaveValue("Another name");
	// The palette, which is no link, asks for confirmation as well.
	await page.keyboard.press("ControlOrMeta+k");
	await dialog.getByRole("combobox").fill("Builds");
	await page.keyboard.press("Enter");
	await expect(dialog).toContainText("Leave without saving?");
	await dialog.getByRole("button", { name: "Stay" }).click();
	await page.getByRole("link", { name: "The design" }).click();
	await dialog.getByRole("button", { name: "Leave without saving" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Left in a hurry");
	const api = new ApiClient(service, service.seed.designer.key);
	expect((await api.get(designDetail, `/targeting/designs/${design.id}?detail=true`)).sets[0]?.set_name).toBe("Places");
});

test("what is edited while a save is under way stays, and is saved by the next", async ({ service, openPageOf }) => {
	const design = await saveDesign(service, "Edited meanwhile", [circle(8.54, 47.37, 200, "One")]);
	const page = await openPageOf(service.seed.designer);
	await openEditor(page, design);
	let goOn = () => {};
	const gate = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	await page.route(`**/api/designs/${design.id}`, async (route) => {
		if (route.request().method() === "PATCH") await gate;
		await route.continue();
	});
	await page.getByLabel("Set name").fill("First");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByText("Saving the sets…")).toBeVisible();
	const code = page.getByLabel("Targeting code");
	await code.fill("SECOND");
	goOn();
	await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
	await expect(code).toHaveValue("SECOND");
	await code.press("ControlOrMeta+z");
	await expect(code).toHaveValue("PLACES");
	await code.press("ControlOrMeta+Shift+z");
	await expect(code).toHaveValue("SECOND");
	await saveDraft(page);
	const api = new ApiClient(service, service.seed.designer.key);
	const [set] = (await api.get(designDetail, `/targeting/designs/${design.id}?detail=true`)).sets;
	expect([set?.set_name, set?.targeting_code]).toEqual(["First", "SECOND"]);
});

test("axe finds nothing in the editor and the import, in both themes; they fit a small screen", {
	tag: SCREENS,
}, async ({ service, openPageOf }) => {
	const design = await saveDesign(service, "Accessible editor", [circle(8.54, 47.37, 200, "One")]);
	const page = await openPageOf(service.seed.designer);
	await openEditor(page, design);
	await page.getByRole("button", { name: /^One/ }).click();
	await expectAccessible(page, "the editor");
	await page.getByRole("button", { name: "Import…" }).click();
	await page.getByRole("dialog").getByLabel("Or paste").fill("latitude,longitude\n47,8\n97,8\n");
	await expect(page.getByText("1 geofence ready · 1 row has errors")).toBeVisible();
	await expectAccessible(page, "the import");
	await expectToFit(page, [
		{
			name: "editor",
			path: `/designs/${design.id}/edit`,
			prepare: async (shown) => {
				await expect(shown.getByRole("region", { name: /^Map to draw on/ })).toHaveAttribute("data-ready", "true");
				await showList(shown);
				await shown.getByRole("button", { name: /^One/ }).click();
			},
		},
		{
			name: "editor-import",
			path: `/designs/${design.id}/edit`,
			prepare: async (shown) => {
				await showList(shown);
				await shown.getByRole("button", { name: "Import…" }).click();
				await shown.getByRole("dialog").getByLabel("Or paste").fill("latitude,longitude\n47,8\n97,8\n");
				await expect(shown.getByText("1 geofence ready · 1 row has errors")).toBeVisible();
			},
		},
	]);
});
