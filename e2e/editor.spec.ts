import type { Page } from "@playwright/test";
import { expectAccessibleInPassing } from "./support/axe";
import { circle, fencesOf, freeMapOf, namesOf, saveDesign, saveDraft } from "./support/editor";
import { marked } from "./support/marked";
import { expect, test } from "./support/test";

/** Holds back the scripts that a page loads after its own; gives the way to let them come. */
async function holdLaterParts(page: Page, path: string): Promise<() => void> {
	const own = await (await page.request.get(path)).text();
	let letCome = () => {};
	const gate = new Promise<void>((resolve) => {
		letCome = resolve;
	});
	await page.route("**/_next/static/chunks/*.js", async (route) => {
		const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
		if (!own.includes(name)) await gate;
		await route.continue();
	});
	return letCome;
}

test("circles and polygons are drawn and dragged on the map, undone and redone, and saved", async ({
	service,
	openPageOf,
}) => {
	const design = await saveDesign(service, marked("Drawn by mouse"), [circle(8.54, 47.37, 200, "Square")]);
	const page = await openPageOf(service.seed.designer);
	const letCome = await holdLaterParts(page, `/designs/${design.id}/edit`);
	await page.goto(`/designs/${design.id}/edit`);
	const drawCircle = page.getByRole("button", { name: "Draw circle" });
	await drawCircle.focus();
	await page.keyboard.press("Enter");
	await page.keyboard.press("c");
	await expect(page.getByRole("listitem").filter({ hasText: "The drawing tools are not loaded." })).toBeVisible();
	await expect(drawCircle).toHaveAccessibleDescription("The drawing tools are not loaded.");
	await expect(drawCircle).toBeDisabled();
	await expect(drawCircle).toHaveAttribute("aria-pressed", "false");
	await expect(page.getByRole("button", { name: "Select with a box" })).toBeDisabled();
	letCome();
	await expect(drawCircle).toBeEnabled();
	await expect(drawCircle).toBeFocused();

	const box = await freeMapOf(page);
	const at = (x: number, y: number) => [box.x + box.width / 2 + x, box.y + box.height / 2 + y] as const;
	const table = page.getByRole("table", { name: "Geofences" });

	await page.keyboard.press("c");
	await page.mouse.click(...at(-220, -120));
	await page.mouse.move(...at(-190, -120), { steps: 4 });
	await page.mouse.click(...at(-180, -120));
	await expect(table.getByRole("button")).toHaveCount(2);
	await page.getByRole("button", { name: "Draw polygon" }).click();
	for (const [x, y] of [
		[180, -150],
		[260, -150],
		[220, -80],
	] as const) {
		await page.mouse.move(...at(x, y), { steps: 3 });
		await page.mouse.click(...at(x, y));
	}
	await page.mouse.move(...at(180, -150), { steps: 3 });
	await page.mouse.click(...at(180, -150));
	await expect(table.getByRole("button")).toHaveCount(3);

	await page.getByRole("button", { name: "Undo" }).click();
	await expect(table.getByRole("button")).toHaveCount(2);
	await page.getByRole("button", { name: "Redo" }).click();
	await expect(table.getByRole("button")).toHaveCount(3);

	await table.getByRole("button", { name: /^Square/ }).click();
	await expect(page.getByRole("heading", { name: "This circle" })).toBeVisible();
	await expect(page.locator("[data-grip]")).toHaveCount(2);
	await page.mouse.move(...at(10, 10));
	await expect(page.locator("[data-pointer-position]")).toHaveText(/^47\.3\d{4}, 8\.5\d{4}$/);
	await page.mouse.down();
	await page.mouse.move(...at(70, 40), { steps: 8 });
	await page.mouse.up();
	await expect(page.getByLabel("Longitude")).not.toHaveValue("8.54");
	await saveDraft(page);

	const [square, drawn, polygon] = await fencesOf(service, design);
	expect(square?.properties).toEqual({ name: "Square", radius: 200 });
	expect(square?.geometry.coordinates).not.toEqual([8.54, 47.37]);
	expect(drawn?.geometry.type).toBe("Point");
	expect(polygon?.geometry.type).toBe("Polygon");
	expect(polygon?.geometry.type === "Polygon" && polygon.geometry.coordinates[0]).toHaveLength(4);

	// A place by its name: a circle is drawn there, and the palette finds places, too.
	await page.getByLabel("Find a place").fill("berlin mitte");
	await page
		.getByRole("option", { name: /^Mitte, / })
		.first()
		.click();
	await page.getByRole("button", { name: /^Draw a circle here\s*: Mitte/ }).click();
	await expect(table.getByRole("button", { name: /^Mitte/ })).toBeVisible();
	await expect(page.getByLabel("Latitude")).toHaveValue(/^52\.5/);
	await page.keyboard.press("Control+k");
	await page.getByPlaceholder(/^A page, a name/).fill("potsdam");
	await page
		.getByRole("option", { name: /^Place\s*Potsdam, / })
		.first()
		.click();
	await expect(page.getByRole("button", { name: /^Draw a circle here\s*: Potsdam/ })).toBeVisible();
	await test.step("most of the page is map, and all of that is seen without the list", async () => {
		await page.setViewportSize({ width: 1440, height: 900 });
		const list = page.getByRole("region", { name: "Sets and geofences" });
		await page.getByRole("button", { name: "Sets and geofences" }).click();
		await expect(list).toBeHidden();
		const map = await page.getByRole("region", { name: /^Map to draw on/ }).boundingBox();
		expect(((map?.width ?? 0) * (map?.height ?? 0)) / (1440 * 900)).toBeGreaterThan(0.65);
		const tools = page.getByRole("toolbar", { name: "Drawing" }).getByRole("button");
		const tops = await tools.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
		expect(new Set(tops).size, "the tools are one row").toBe(1);
		await page.getByRole("button", { name: "Sets and geofences" }).click();
		await expect(list).toBeVisible();
	});

	// What is pasted onto the editor opens the import with it.
	await page.evaluate(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text", "52° 31' 12\" N 13° 24' 18\" E 250 m");
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	});
	await expect(page.getByRole("dialog").getByText("1 geofence ready · no errors")).toBeVisible();
});

test("an import gives the rows with errors back to fix and imports the rest; pharmacies of a city need no file", async ({
	service,
	openPageOf,
}) => {
	const design = await saveDesign(service, marked("Imported with bad rows"), [circle(8, 47, 100, "Before")]);
	const page = await openPageOf(service.seed.designer);
	await page.goto(`/designs/${design.id}`);
	await page.getByRole("button", { name: /^Import geofences/ }).click();
	const dialog = page.getByRole("dialog");
	// The service converts other formats for the preview.
	const placemark = "<Placemark><name>Zoo</name><Point><coordinates>8,47</coordinates></Point></Placemark>";
	const way = "<Placemark><LineString><coordinates>8,47 8.1,47</coordinates></LineString></Placemark>";
	const kml = Buffer.from(`<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark}${way}</Document></kml>`);
	await dialog.getByLabel("File").setInputFiles({ name: "shops.kml", mimeType: "", buffer: kml });
	await expect(dialog.getByText("1 geofence ready · 1 row has errors")).toBeVisible();
	await dialog.getByLabel("Buffer around lines (meters)").fill("250");
	await dialog.getByRole("button", { name: "Apply" }).click();
	await expect(dialog.getByText("2 geofences ready · no errors")).toBeVisible();
	// Lines that name where geofences are: positions, places, links.
	await dialog.getByLabel("Or paste").fill("Zurich 300 m\n47° 30' N 8° 30' E\n");
	const understood = dialog.getByRole("region", { name: "Understood as" }).getByRole("listitem");
	await expect(understood.first()).toContainText(/Zurich.*Switzerland, radius 300 m/);
	await expect(dialog.getByText("2 geofences ready · no errors")).toBeVisible();
	// Headings that say nothing are asked for once in an organization.
	const mark = marked("Nord");
	await dialog.getByLabel("Or paste").fill(`Filiale;${mark};Ost\nMitte;47,1;8,1\nWest;47,2;8,2\n`);
	await expect(dialog.getByText("Which columns are they?")).toBeVisible();
	await expect(dialog.getByRole("cell", { name: "47,2" })).toBeVisible();
	await expectAccessibleInPassing(page, "the columns of an import");
	await dialog.getByLabel(`Meaning of ${mark}`).selectOption("Latitude");
	await dialog.getByLabel("Meaning of Ost").selectOption("Longitude");
	await expect(dialog.getByText("2 geofences ready · no errors")).toBeVisible();
	await dialog.getByRole("button", { name: "Import 2 geofences" }).click();
	await expect(dialog.getByText("2 geofences imported, no errors.")).toBeVisible();
	await dialog.getByRole("button", { name: "Done" }).click();
	await page.getByRole("button", { name: /^Import geofences/ }).click();
	await dialog.getByLabel("Or paste").fill(`Filiale;${mark};Ost\nNord;47,3;8,3\n`);
	await expect(dialog.getByText("1 geofence ready · no errors")).toBeVisible();
	// Without headings the contents decide; what they do not say is chosen, and rows with errors are fixed in place.
	await dialog.getByLabel("Or paste").fill("Shop A;47,4;8,4;300\nShop B;47,5;8,5;x\n");
	await expect(
		dialog.getByText(/no header row. We read column 1 as name, column 2 as latitude, column 3/),
	).toBeVisible();
	await dialog.getByLabel("Meaning of Column 4").selectOption("Radius");
	await expect(dialog.getByText("1 geofence ready · 1 row has errors")).toBeVisible();
	await dialog.getByRole("textbox", { name: "Column 4, line 2" }).fill("200");
	await expectAccessibleInPassing(page, "the rows of an import with errors");
	await page.keyboard.press("Enter");
	await expect(dialog.getByText("2 geofences ready · no errors")).toBeVisible();
	await expect(dialog.getByRole("region", { name: "Preview" })).toBeFocused();
	await expect(dialog.getByLabel("Meaning of Column 4")).toHaveValue("radius");
	await dialog.getByRole("button", { name: "Import 2 geofences" }).click();
	await expect(dialog.getByText("2 geofences imported, no errors.")).toBeVisible();
	await dialog.getByRole("button", { name: "Done" }).click();
	expect(await fencesOf(service, design)).toMatchObject([
		{ properties: { name: "Shop A", radius: 300 } },
		{ properties: { name: "Shop B", radius: 200 } },
	]);
	await page.getByRole("button", { name: /^Import geofences/ }).click();
	const rows = ["latitude,longitude,radius,name", "47.1,8.1,50,Good", "97,8,50,Too far north", "47.2,8.2,x,No number"];
	const file = { name: "shops.csv", mimeType: "text/csv", buffer: Buffer.from(`${rows.join("\n")}\n`) };
	await dialog.getByLabel("File").setInputFiles(file);
	await expect(dialog.getByRole("status").filter({ hasText: "1 geofence ready · 2 rows have errors" })).toBeVisible();
	await expect(dialog.getByText("Latitude must be from -90 to 90, and is 97.")).toBeVisible();

	const [downloaded] = await Promise.all([
		page.waitForEvent("download"),
		dialog.getByRole("button", { name: "Download rows with errors" }).click(),
	]);
	expect(downloaded.suggestedFilename()).toBe("shops.refused.csv");
	const refused = await (await downloaded.createReadStream()).toArray();
	const text = Buffer.concat(refused as Buffer[]).toString();
	expect(text.split("\n")[1]).toBe('"Latitude must be from -90 to 90, and is 97.",97,8,50,Too far north');

	await dialog.getByRole("radio", { name: "Keep and add" }).check();
	await dialog.getByRole("button", { name: "Import" }).click();
	await expect(dialog.getByText("1 geofence imported, 2 kept, 2 rows with errors.")).toBeVisible();
	await dialog.getByRole("button", { name: "Done" }).click();
	expect(namesOf(await fencesOf(service, design))).toEqual(["Shop A", "Shop B", "Good"]);

	await page.getByRole("button", { name: /^Import geofences/ }).click();
	const mended = text
		.replace("97,8,50", "47.3,8.3,50")
		.replace("8.2,x", "8.2,60")
		.replace("radius,name", "radius,name,id")
		.replace("north\n", "north,T\n")
		.replace(/No number$/m, "No number,N");
	await dialog.getByLabel("Or paste").fill(mended);
	await expect(dialog.getByText("2 geofences ready · no errors")).toBeVisible();
	await dialog.getByRole("button", { name: "Import" }).click();
	await expect(dialog.getByText("2 geofences imported, no errors.")).toBeVisible();
	expect(namesOf(await fencesOf(service, design))).toEqual(["Too far north", "No number"]);
	await dialog.getByRole("button", { name: "Done" }).click();

	await page.getByRole("button", { name: /^Import geofences/ }).click();
	const list = [
		"id,latitude,longitude,radius,name,city",
		"N,47.2,8.2,60,No number,Bern",
		"X,47,8,50,New,",
		",46,8,50,No id,",
	];
	await dialog.getByLabel("Or paste").fill(list.join("\n"));
	await dialog.getByRole("radio", { name: "Update by id" }).check();
	await expect(dialog.getByText("1 updated, 1 added, 0 unchanged. 1 other stays.")).toBeVisible();
	await expect(dialog.getByText("No id, by which an update finds its geofence.")).toBeVisible();
	await expectAccessibleInPassing(page, "the choices of an import");
	await dialog.getByRole("button", { name: "Import 2 geofences" }).click();
	const outcome = "2 geofences imported: 1 updated, 1 added, 0 unchanged, 1 kept, 1 row with errors.";
	await expect(dialog.getByText(outcome)).toBeVisible();
	await dialog.getByRole("button", { name: "Done" }).click();
	expect(namesOf(await fencesOf(service, design))).toEqual(["Too far north", "No number", "New"]);
	const shown = page.getByRole("table", { name: "Geofences" });
	await expect(shown.getByRole("columnheader", { name: "city" })).toBeVisible();
	const changed = shown.getByRole("row").filter({ hasText: "Bern" });
	await expect(changed.getByRole("cell", { name: "N", exact: true })).toBeVisible();
	const [exported] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: /^Export CSV/ }).click(),
	]);
	const table = Buffer.concat((await (await exported.createReadStream()).toArray()) as Buffer[]).toString();
	expect(table).toContain("N,47.2,8.2,60,,No number,Bern\r\n");

	// What is chosen in the table is seen on the map, wherever the page stands.
	await page.setViewportSize({ width: 1280, height: 560 });
	const row = page.getByRole("table", { name: "Geofences" }).getByRole("button", { name: /^No number/ });
	const map = page.getByRole("region", { name: /^Map of the geofences/ });
	await row.evaluate((button) => button.scrollIntoView({ block: "start" }));
	await expect(map).not.toBeInViewport({ ratio: 0.5 });
	await row.press("Enter");
	await expect(map).toBeInViewport({ ratio: 0.5 });
	await expect(row).toBeInViewport();

	// Who knows no more than "all pharmacies in Hamburg, 150 m".
	await page.goto("/designs");
	await page.getByRole("button", { name: "New design…" }).click();
	await dialog.getByLabel("Name", { exact: true }).fill(marked("Pharmacies, Hamburg"));
	await dialog.getByRole("checkbox", { name: /^Pick points of interest next/ }).check();
	await dialog.getByRole("button", { name: "Create design" }).click();
	await expect(dialog.getByRole("heading", { name: "Points of interest" })).toBeVisible();
	await dialog.getByLabel("Brand or category").fill("Phar");
	await dialog.getByRole("option", { name: /^pharmacy/ }).click();
	await expect(dialog.getByLabel("Radius of pharmacy, meters")).toHaveValue("150");
	await dialog.getByLabel("Where").fill("hamb");
	await dialog.getByRole("option", { name: /^Hamburg, Germany/ }).click();
	await expect(dialog.getByRole("status").filter({ hasText: "24 geofences" })).toBeVisible();
	await dialog
		.getByRole("checkbox", { name: /^Apotheke am Fleet/ })
		.first()
		.uncheck();
	await expect(dialog.getByRole("button", { name: "Use 23 geofences" })).toBeEnabled();
	await expectAccessibleInPassing(page, "the choice of points of interest");
	await dialog.getByRole("button", { name: "Use 23 geofences" }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByText("pharmacy, 150 m · Hamburg, Germany · 1 left out")).toBeVisible();
	await expect(
		page.getByRole("table", { name: "Geofences" }).getByRole("button", { name: /^Löwen-Apotheke/ }),
	).not.toHaveCount(0);
});
