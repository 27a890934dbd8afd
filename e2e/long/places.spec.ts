import { expectAccessible } from "../support/axe";
import { createDesign, ownPlace } from "../support/deployed";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

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
