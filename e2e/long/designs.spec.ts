import type { Page } from "@playwright/test";
import { buildDetail } from "@/lib/contract/build";
import { type DesignDetail, designDetail } from "@/lib/contract/design";
import { listResponse } from "@/lib/contract/primitives";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { proximityJob } from "../support/job-designs";
import { expectLive } from "../support/readiness";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

const circle = (longitude: number, latitude: number, radius: number, name: string) => ({
	type: "Feature",
	properties: { radius, name },
	geometry: { type: "Point", coordinates: [longitude, latitude] },
});
const collection = (...features: object[]) => ({ type: "FeatureCollection", features });
const statusOf = (page: Page) => page.getByRole("status").filter({ hasText: "Status:" });

async function save(api: ApiClient, body: object): Promise<DesignDetail> {
	return api.send(designDetail, "POST", "/api/designs", JSON.stringify(body));
}

async function answerOf(baseUrl: string, key: string, path: string, request: RequestInit = {}): Promise<number> {
	const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
	return (await fetch(`${baseUrl}${path}`, { ...request, headers })).status;
}

/** The API's status for a caller who requests a design. */
async function answerOfDesign(baseUrl: string, key: string, id: string): Promise<number> {
	return (await fetch(`${baseUrl}/targeting/designs/${id}?KEY=${key}`)).status;
}

async function requestBuild(page: Page, reason: string): Promise<void> {
	await page.getByRole("button", { name: "Request build…" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Reason").fill(reason);
	// The estimate's problems make the dialog taller: the button stays where it is from then on.
	await expect(dialog.getByText("Estimating…")).toBeHidden();
	await dialog.getByRole("button", { name: "Request build" }).click();
	await expect(dialog).toBeHidden();
}

test("a new design, its build, its deployment and its editor are a key each", async ({ service, openPageOf }) => {
	const { designer } = service.seed;
	const design = await save(new ApiClient(service, designer.key), {
		name: "By keys",
		type: "proximity",
		sets: [{ set_name: "Docks", geofences: collection(circle(9.98, 53.54, 150, "Dock")) }],
	});
	const page = await openPageOf(designer);
	await page.goto("/designs");
	await expectLive(page);
	await page.keyboard.press("n");
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
	// In a field the same letters are words.
	await page.keyboard.type("n");
	await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("n");
	await page.goto(`/designs/${design.id}`);
	await expect(page.getByRole("button", { name: "Request build…" })).toContainText("b");
	await page.keyboard.press("d");
	await expect(page.getByText("No completed build to deploy yet.").first()).toBeVisible();
	await page.keyboard.press("b");
	await expect(dialog.getByLabel("Reason")).toBeFocused();
	await page.keyboard.type("debut");
	await page.keyboard.press("Control+Enter");
	await expect(dialog).toBeHidden();
	await expect(statusOf(page)).toHaveText("Status: built");
	// The list of builds answers by itself; until then the key says that it loads.
	await expect(page.getByRole("button", { name: "Request deployment…" })).not.toHaveAttribute("aria-disabled");
	await page.keyboard.press("d");
	await expect(page.getByRole("dialog", { name: "Request deployment of By keys" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await page.keyboard.press("e");
	await expect(page).toHaveURL(`/designs/${design.id}/edit`);
});

test.describe("while something cannot be read", () => {
	test.use({ allowedBrowserErrors: [/status of 429/] });

	test("a part of a page that could not be read again says so above its last data, and reads it on request", async ({
		service,
		openPageOf,
	}) => {
		const { designer } = service.seed;
		const design = await save(new ApiClient(service, designer.key), {
			name: "Known by its old name",
			type: "proximity",
			sets: [{ set_name: "Piers", geofences: collection(circle(18.68, 54.35, 120, "Pier")) }],
		});
		const page = await openPageOf(designer);
		await page.goto(`/designs/${design.id}`);
		const history = page.getByRole("region", { name: "History" });
		await expect(history.getByRole("listitem")).toHaveCount(1);

		const message = "too many calls in this minute";
		const json = { version: 4, status: "error", error_type: "Throttled", message };
		await page.route("**/history?*", (route) => route.fulfill({ status: 429, json }));
		const body = JSON.stringify({ name: "Known by its new name" });
		expect(await answerOf(service.baseUrl, designer.key, `/api/designs/${design.id}`, { method: "PATCH", body })).toBe(
			200,
		);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Known by its new name");
		await expect(history.getByText("Showing data from")).toContainText("Too many calls in this minute.");
		await expect(history.getByRole("listitem")).toHaveCount(1);

		// A late event may have the card read again, too: the key follows as soon as reading works.
		await history.getByRole("button", { name: "Retry" }).focus();
		await page.unroute("**/history?*");
		await page.keyboard.press("Enter");
		await expect(history.getByRole("listitem")).toHaveCount(2);
		await expect(history.getByText("Showing data from")).toBeHidden();
		// The button went with the message: the focus stays in the card.
		await expect(history).toBeFocused();

		const rename = (name: string) =>
			answerOf(service.baseUrl, designer.key, `/api/designs/${design.id}`, {
				method: "PATCH",
				body: JSON.stringify({ name }),
			});
		for (let change = 3; change <= 10; change += 1) expect(await rename(`Known by name ${change}`)).toBe(200);
		await history.getByRole("button", { name: "Show 2 earlier ones" }).press("Enter");
		await expect(history.getByRole("listitem")).toHaveCount(10);
		await expect(history.getByRole("listitem").nth(8)).toBeFocused();
	});
});

test("a rejected build says why, and is fixed in the editor", async ({ service, openPageOf }) => {
	const { designer } = service.seed;
	const api = new ApiClient(service, designer.key);
	const design = await save(api, {
		name: "Built at the second try",
		type: "audience",
		sets: [{ set_name: "Nobody's", audience: { sources: ["no-such-source"], where: { segment: "runners" } } }],
	});
	const page = await openPageOf(designer);
	await page.goto(`/designs/${design.id}`);
	await requestBuild(page, "The first try");
	await expect(statusOf(page)).toHaveText("Status: build rejected");
	await expect(page.getByText(/no-such-source/).first()).toBeVisible();

	await page.getByRole("link", { name: "Fix in editor" }).first().click();
	await page.getByRole("checkbox", { name: /acme-mobile/ }).check();
	// An unknown source leaves the list when its box is cleared.
	await page.getByRole("checkbox", { name: /no-such-source/ }).click();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
	await page.getByRole("link", { name: "The design" }).click();
	await requestBuild(page, "Now of a source that exists");
	await expect(statusOf(page)).toHaveText("Status: built");

	const response = await fetch(`${service.baseUrl}/api/designs/${design.id}/builds`, {
		headers: { Authorization: `Bearer ${designer.key}` },
	});
	const { data } = listResponse(buildDetail).parse(await response.json()).response;
	expect(data.map(({ status }) => status)).toEqual(["done", "rejected"]);
	expect(data[1]?.status_reason).toContain("no-such-source");
});

test("a point is tested against what is saved and against a build, typed or picked on the map", async ({
	service,
	openPageOf,
}) => {
	const { designer } = service.seed;
	const api = new ApiClient(service, designer.key);
	const job = proximityJob("Tested places");
	const design = await job.save(api);
	const page = await openPageOf(designer);
	await page.goto(`/designs/${design.id}`);
	await requestBuild(page, "To be tested");
	await expect(statusOf(page)).toHaveText("Status: built");

	const card = page.getByRole("region", { name: "Test a point" });
	const ask = async (latitude: string, longitude: string) => {
		await card.getByLabel("Latitude").fill(latitude);
		await card.getByLabel("Longitude").fill(longitude);
		await card.getByRole("button", { name: "Test this point" }).click();
	};
	const matches = card.getByRole("list", { name: "Matching sets" });
	await ask("47", "8");
	await expect(matches).toContainText("STORES");
	await expect(matches).toContainText("FLAGSHIP");
	await expect(matches).toContainText("Store 0");
	await ask("47.005", "8.005");
	await expect(card.getByRole("status")).toContainText("No match in the current draft");
	await card.getByLabel("Test", { exact: true }).selectOption({ index: 1 });
	await ask("47", "8");
	await expect(card.getByRole("status")).toContainText("match in the build of");
	await expect(matches).toContainText("FLAGSHIP");
	await ask("95", "8");
	await expect(card.getByText("The latitude must be from -90 to 90.")).toBeVisible();

	await card.getByLabel("Test", { exact: true }).selectOption("current");
	await card.getByRole("button", { name: "Select on map" }).click();
	const map = page.getByRole("region", { name: /^Map of the geofences/ });
	await expect(map).toHaveAttribute("data-ready", "true");
	await map.click({ position: { x: 30, y: 30 } });
	await expect(card.getByLabel("Latitude")).not.toHaveValue("95");
	await expect(card.getByRole("status")).toContainText("in the current draft");
	await card.getByLabel("Find a place").fill("potsdam");
	await page
		.getByRole("option", { name: /^Potsdam, / })
		.first()
		.click();
	await expect(card.getByLabel("Latitude")).toHaveValue(/^52\.[34]/);
});

test("a geofence that is found in the table is shown on the map, and a press on the map finds it in the table", async ({
	service,
	openPageOf,
}) => {
	const { designer } = service.seed;
	const api = new ApiClient(service, designer.key);
	const places = Array.from({ length: 200 }, (_, place) => circle(10 + place * 0.01, 50, 300, `Pláce ${place}`));
	const design = await save(api, {
		name: "Found from both sides, and called by all that it is for ".repeat(3).trim(),
		type: "proximity",
		sets: [{ set_name: "Row", geofences: collection(...places) }],
	});
	const page = await openPageOf(designer);
	await page.goto(`/designs/${design.id}`);
	// A long name moves the content below, and does not overlap it.
	const title = page.getByRole("heading", { level: 1, name: design.name });
	const [within, head] = [await title.boundingBox(), await page.locator("header", { has: title }).boundingBox()];
	if (within === null || head === null) throw new Error("The page has no head.");
	expect(within.y).toBeGreaterThanOrEqual(head.y);
	expect(within.y + within.height).toBeLessThanOrEqual(head.y + head.height);
	// Nor do the buttons press it into a column of single words on a small laptop.
	const viewport = page.viewportSize();
	if (viewport === null) throw new Error("The page has no size.");
	await page.setViewportSize({ width: 1024, height: 700 });
	const [narrow, whole] = [await title.boundingBox(), await page.locator("header", { has: title }).boundingBox()];
	expect(narrow?.width).toBeGreaterThan((whole?.width ?? 0) / 2);
	await page.setViewportSize(viewport);

	// Accents and case make no difference here, as in the searches of the service.
	await page.getByLabel("Find a geofence").fill("PLACE 17");
	await expect(page.getByText("11 of 200")).toBeVisible();
	const row = page.getByRole("button", { name: /^Pláce 171/ });
	const table = await page.getByRole("table", { name: "Geofences" }).boundingBox();
	expect((await row.boundingBox())?.width, "most of the table is for names").toBeGreaterThan(
		(table?.width ?? 0) * 0.35,
	);
	await row.click();
	await expect(row).toHaveAttribute("aria-pressed", "true");
	await row.press("ArrowDown");
	await expect(page.getByRole("button", { name: /^Pláce 172/ })).toHaveAttribute("aria-pressed", "true");
	// In full, as the table has no room for long names.
	await expect(page.getByText("Pláce 172 · circle, 300 m · Row", { exact: true })).toBeVisible();
	await page.getByLabel("Find a geofence").fill("");
	// All rows appear a moment later, and the chosen one scrolls into view unless it is no longer
	// chosen.
	await expect(page.getByText("11 of 200")).toBeHidden();
	const map = page.getByRole("region", { name: /^Map of the geofences/ });
	await map.click({ position: { x: 5, y: 5 } });
	await expect(page.getByRole("button", { name: /^Pláce 172/ })).toHaveAttribute("aria-pressed", "false");
	// The fence in the middle of the map is the one that was found; a press there finds it again.
	await map.click();
	await expect(page.getByRole("button", { name: /^Pláce 172/ })).toHaveAttribute("aria-pressed", "true");
});

test("a file that the question for a new design does not show is not imported", async ({ service, openPageOf }) => {
	const api = new ApiClient(service, service.seed.designer.key);
	const page = await openPageOf(service.seed.designer);
	const dialog = page.getByRole("dialog");
	await page.goto("/designs");
	await page.getByRole("button", { name: "New design…" }).click();
	await dialog.getByLabel("Name", { exact: true }).fill("Changed its mind");
	await dialog.getByLabel("Geofences file").setInputFiles({
		name: "places.csv",
		mimeType: "text/csv",
		buffer: Buffer.from("latitude,longitude,radius\n47.1,8.1,100\n"),
	});
	await dialog.getByRole("radio", { name: /^audience/ }).check();
	await dialog.getByRole("radio", { name: /^proximity/ }).check();
	await expect(dialog.getByLabel("Geofences file")).toHaveValue("");
	await dialog.getByRole("button", { name: "Create design" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Edit Changed its mind" })).toBeVisible();
	const id = new URL(page.url()).pathname.split("/").at(-2);
	expect((await api.get(designDetail, `/targeting/designs/${id}?detail=true`)).contents).toMatchObject([
		{ geofences: { count: 0 } },
	]);
});

test.describe("from the list and back to it", () => {
	// The page of a design that is just deleted may look at it once more: its event can be there
	// before the answer.
	test.use({ allowedBrowserErrors: [/status of 404/] });

	test("the list is searched, narrowed and ordered in its address; a design is created, copied, renamed and deleted", async ({
		service,
		openPageOf,
	}) => {
		const { designer } = service.seed;
		const api = new ApiClient(service, designer.key);
		const page = await openPageOf(designer);
		await page.goto("/designs");
		await page.getByRole("button", { name: "New design…" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("radio", { name: /^audience/ }).check();
		await dialog.getByLabel("Name", { exact: true }).fill("Built next");
		await dialog.getByRole("button", { name: "Create design" }).click();
		// It leads straight to the builder, where a new condition shows no error before it is begun.
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Built next");
		const segment = page.getByLabel(/^Segment of/);
		await expect(segment).toBeVisible();
		expect(await segment.getAttribute("aria-invalid")).toBeNull();
		const source = page.getByRole("checkbox", { name: "acme-mobile" });
		await expect(source).toBeChecked();
		await source.uncheck();
		await expect(segment).toHaveAttribute("aria-invalid", "true");
		await page.getByRole("button", { name: "Undo" }).click();

		await page.goto("/designs");
		await page.getByRole("button", { name: "New design…" }).click();
		await dialog.getByLabel("Name", { exact: true }).fill("Lighthouses of the north");
		await dialog.getByLabel("Set name").fill("Lighthouses");
		const buffer = Buffer.from("latitude,longitude,radius,name\n69.65,18.95,200,Tromsø\n");
		await dialog.getByLabel("Geofences file").setInputFiles({ name: "lights.csv", mimeType: "text/csv", buffer });
		// Held on its way for as long as it takes to stop it.
		await page.route("**/geofences", () => {});
		await dialog.getByRole("button", { name: "Create design" }).click();
		await expect(dialog.getByRole("progressbar", { name: "Import" })).toBeVisible();
		await dialog.getByRole("button", { name: "Stop import" }).click();
		await expect(page.getByText("The design was created. Its set is empty.")).toBeVisible();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Lighthouses of the north");
		await page.unroute("**/geofences");
		const id = new URL(page.url()).pathname.split("/").at(-2) ?? "";
		expect((await api.get(designDetail, `/targeting/designs/${id}?detail=true`)).contents?.[0]?.geofences?.count).toBe(
			0,
		);

		await page.getByRole("link", { name: "The design" }).click();
		await page.getByRole("button", { name: "More about this design" }).click();
		await page.getByRole("menuitem", { name: "Rename…" }).click();
		await dialog.getByLabel("Name").fill("Lighthouses");
		await dialog.getByRole("button", { name: "Rename" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lighthouses");
		expect((await api.get(designDetail, `/targeting/designs/${id}?detail=true`)).name).toBe("Lighthouses");

		await page.goto("/designs?q=nowhere");
		await page.getByRole("button", { name: "Reset the filters" }).press("Enter");
		await expect(page.getByRole("link", { name: "Lighthouses", exact: true })).toBeVisible();
		// The button disappears after the reset: the focus stays on the page.
		await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
		await page.goto("/designs?q=lighthouses&type=proximity&status=in_design&mine=true&sort=name&order=asc");
		await expect(page.getByText("1 design match")).toBeVisible();
		await page.getByRole("button", { name: "More about Lighthouses" }).click();
		await page.getByRole("menuitem", { name: "Duplicate…" }).click();
		await dialog.getByLabel("Name of the copy").fill("Lighthouses again");
		await dialog.getByRole("button", { name: "Duplicate" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lighthouses again");

		await page.getByRole("button", { name: "More about this design" }).click();
		await page.getByRole("menuitem", { name: "Delete…" }).click();
		await dialog.getByRole("button", { name: "Delete design" }).click();
		await expect(dialog.getByText('Type "Lighthouses again" exactly.')).toBeVisible();
		await dialog.getByLabel("Type the design's name to confirm").fill("Lighthouses again");
		const copy = new URL(page.url()).pathname.split("/").at(-1) ?? "";
		await dialog.getByRole("button", { name: "Delete design" }).click();
		await expect(page).toHaveURL(/\/designs$/);
		expect(await answerOfDesign(service.baseUrl, designer.key, copy)).toBe(404);
	});
});

test("axe finds nothing on the list, a design's page and its dialogs, in both themes; they fit a small screen", {
	tag: SCREENS,
}, async ({ service, openPageOf }) => {
	const { designer } = service.seed;
	const api = new ApiClient(service, designer.key);
	const design = await save(api, {
		name: "Accessible places",
		type: "proximity",
		sets: [
			{ set_name: "One", geofences: collection(circle(8, 47, 100, "A")) },
			{ set_name: "Two", geofences: collection(circle(8.01, 47, 100, "B")) },
		],
	});
	const audience = await save(api, {
		name: "Accessible people",
		type: "audience",
		sets: [{ set_name: "Runners", audience: { sources: ["acme-mobile"], where: { segment: "runners" } } }],
	});
	const page = await openPageOf(designer);
	await page.goto("/designs");
	await expect(page.getByRole("link", { name: "Accessible places" })).toBeVisible();
	await expectAccessible(page, "the list of designs");
	for (const { id, name } of [design, audience]) {
		await page.goto(`/designs/${id}`);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
		await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
		await expectAccessible(page, name);
	}
	for (const button of ["Request build…", "Share…"]) {
		await page.getByRole("button", { name: button }).click();
		await expect(page.getByRole("dialog")).toBeVisible();
		await expectAccessible(page, button);
		await page.keyboard.press("Escape");
	}
	await expectToFit(page, [
		{ name: "designs", path: "/designs" },
		{ name: "design", path: `/designs/${design.id}` },
		{ name: "design-audience", path: `/designs/${audience.id}` },
	]);
});
