import type { Page } from "@playwright/test";
import { streetsArchive } from "@/lib/tools/testing/streets";
import { expectAccessible } from "../support/axe";
import { createDesign, ownPlace } from "../support/deployed";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

// Files that are refused.
test.use({ allowedBrowserErrors: [/status of 400.*\/api\/(poi-releases|basemap\/regions\?name=town)/] });

test("a geofence on a place that an operator calls sensitive is marked on its design", { tag: SCREENS }, async ({
	service,
	openPageOf,
}) => {
	const place = ownPlace();
	const design = await createDesign(service, "Beside the clinic", place);
	const page = await openPageOf(service.seed.operator);
	const dialog = page.getByRole("dialog");
	await page.goto("/places");
	await expect(page.getByText("216 points of interest in 2 countries")).toBeVisible();
	await page.getByRole("button", { name: "Import a release…" }).click();
	const table = { name: "shops.csv", mimeType: "text/csv", buffer: Buffer.from("name,town\nShop,Ulm\n") };
	await dialog.getByLabel("File").setInputFiles(table);
	await dialog.getByRole("button", { name: "Import", exact: true }).click();
	await expect(dialog.getByRole("alert")).toContainText("The file lacks a column with latitude and longitude");
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await page.getByRole("button", { name: "New category…" }).first().click();
	await dialog.getByLabel("Name").fill("Clinics");
	await dialog.getByRole("checkbox", { name: "Sensitive" }).check();
	await dialog.getByRole("button", { name: "Create category" }).click();
	await expect(dialog).toContainText("Upload places to Clinics");
	const buffer = Buffer.from(
		`name,latitude,longitude\nCity clinic,${place.latitude},${place.longitude}\nNowhere,95,0\n`,
	);
	await dialog.getByLabel("File").setInputFiles({ name: "clinics.csv", mimeType: "text/csv", buffer });
	await dialog.getByRole("button", { name: "Upload", exact: true }).click();
	await expect(dialog).toContainText("1 place imported, 1 row with errors");
	await expectAccessible(page, "places after an upload");
	await dialog.getByRole("button", { name: "Done" }).click();
	const row = page.getByRole("row", { name: /Clinics/ });
	await expect(row).toContainText("sensitive");
	await expectAccessible(page, "places");
	await expectToFit(page, [{ name: "places", path: "/places" }]);

	const own = await openPageOf(service.seed.designer);
	await own.goto(`/designs/${design.id}`);
	await expect(own.getByText("1 geofence on sensitive places: Clinics (1).")).toBeVisible();
	expect((await own.request.get(`${service.baseUrl}/places`)).status()).toBe(404);

	await row.getByRole("button", { name: "Actions on Clinics" }).click();
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	await dialog.getByRole("button", { name: "Delete" }).click();
	await expect(page.getByText("No places yet")).toBeVisible();
});

/** Whether the map shows the color of parks. */
async function showsPark(page: Page): Promise<boolean> {
	const shot = await page.locator(".maplibregl-canvas").screenshot();
	return page.evaluate(
		async (address) => {
			const image = new Image();
			image.src = address;
			await image.decode();
			const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
			context?.drawImage(image, 0, 0);
			const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
			for (let at = 0; at < pixels.length; at += 4) {
				if (pixels[at] === 230 && pixels[at + 1] === 241 && pixels[at + 2] === 228) return true;
			}
			return false;
		},
		`data:image/png;base64,${shot.toString("base64")}`,
	);
}

test.describe("with a file that is refused", () => {
	test("the streets of a region that an operator brings lie under a designer's geofences", { tag: SCREENS }, async ({
		service,
		openPageOf,
	}) => {
		const place = ownPlace();
		const design = await createDesign(service, "In a town with streets", place);
		const own = await openPageOf(service.seed.designer);
		await own.goto(`/designs/${design.id}`);
		const missing = own.getByText("Streets are missing here. Operators can add them on the Map page.");
		await expect(missing).toBeVisible();

		const page = await openPageOf(service.seed.operator);
		const dialog = page.getByRole("dialog");
		await page.goto("/map");
		await expect(page.getByText("No streets yet")).toBeVisible();
		await page.getByRole("button", { name: "Upload region…" }).click();
		const file = (buffer: Buffer) =>
			dialog.getByLabel("File").setInputFiles({ name: "town.pmtiles", mimeType: "application/octet-stream", buffer });
		await file(Buffer.from("no archive"));
		await dialog.getByRole("button", { name: "Upload", exact: true }).click();
		await expect(dialog).toContainText("must be a PMTiles archive");
		await file(streetsArchive({ middle: [place.longitude, place.latitude] }));
		await dialog.getByRole("button", { name: "Upload", exact: true }).click();
		await expect(dialog).toContainText("Maps now show the streets of town.");
		await dialog.getByRole("button", { name: "Done" }).click();
		const region = page.getByRole("listitem").filter({ hasText: "town" });
		await expect(region).toContainText("© OpenStreetMap");
		await expectAccessible(page, "map");
		await expectToFit(page, [{ name: "map", path: "/map" }]);

		const part = own.waitForResponse(/\/api\/basemap\/regions\/[0-9a-f-]+\/file$/);
		await own.reload();
		expect((await part).status()).toBe(206);
		await expect(own.getByText("© OpenStreetMap")).toBeVisible();
		await expect(missing).toBeHidden();
		await expect.poll(() => showsPark(own)).toBe(true);
		const plain = own.getByRole("button", { name: "Plain" });
		await plain.click();
		await expect(plain).toHaveAttribute("aria-pressed", "true");
		await expect.poll(() => showsPark(own)).toBe(false);
		expect((await own.request.get(`${service.baseUrl}/map`)).status()).toBe(404);

		await region.getByRole("button", { name: "Remove town…" }).click();
		await dialog.getByRole("button", { name: "Remove" }).click();
		await expect(page.getByText("No streets yet")).toBeVisible();
	});
});
