import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { expectAccessible } from "../support/axe";
import { circle, fencesOf, namesOf, openEditor, saveDesign, saveDraft } from "../support/editor";
import { marked } from "../support/marked";
import { type RunningService, startService } from "../support/service";
import { expect, test } from "../support/test";

const PLACES: Readonly<Record<string, readonly [name: string, latitude: number, longitude: number][]>> = {
	"Invalidenstr. 1, Berlin": [["Invalidenstraße", 52.53, 13.38]],
	"Hauptstr. 1": [
		["Hauptstraße", 52.48, 13.35],
		["Hauptstraße", 49.41, 8.7],
	],
	"Ringstr. 5, Köln": [["Ringstraße", 50.94, 6.95]],
};

const nominatim = ([name, lat, lon]: readonly [string, number, number]) => ({
	...{ name, lat: String(lat), lon: String(lon), display_name: `${name}, Deutschland` },
	boundingbox: [lat - 0.01, lat + 0.01, lon - 0.01, lon + 0.01].map(String),
});

test.describe("a service with a geocoder", () => {
	let geocoder: Receiver;
	let service: RunningService;

	test.beforeAll(async () => {
		geocoder = await startReceiver();
		geocoder.answer = (response, { path }) => {
			const q = new URLSearchParams(path.split("?")[1]).get("q") ?? "";
			answering(
				200,
				{ "content-type": "application/json" },
				JSON.stringify((PLACES[q] ?? []).map(nominatim)),
			)(response);
		};
		const settings = { GEOCODER_URL: geocoder.url, WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" };
		service = await startService("embedded", "demo", { settings });
	});
	test.afterAll(async () => {
		await service?.stop();
		await geocoder?.stop();
	});

	test("finds the addresses of a pasted list, and those of a file's columns", async ({ browser, watch }) => {
		const context = await browser.newContext({ baseURL: service.baseUrl });
		watch(context);
		const page = await context.newPage();
		const { email, password } = service.seed.designer;
		await page.goto("/signin");
		await page.getByLabel("Email").fill(email);
		await page.getByLabel("Password").fill(password);
		await page.getByRole("button", { name: "Sign in" }).click();
		await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
		const design = await saveDesign(service, marked("By address"), [circle(8, 47, 100, "Before")]);
		await openEditor(page, design);
		const dialog = page.getByRole("dialog");

		await test.step("a list that is pasted", async () => {
			await page.getByRole("button", { name: "Addresses…" }).click();
			await dialog
				.getByLabel("Addresses", { exact: true })
				.fill("Filiale\tAnschrift\nMitte\tInvalidenstr. 1, Berlin\nHaupt\tHauptstr. 1\nNirgends\tNowhere 7\n");
			await expect(dialog.getByLabel("Meaning of Anschrift")).toHaveValue("address");
			await dialog.getByRole("button", { name: "Find 3 addresses" }).click();
			await expect(dialog.getByRole("status")).toHaveText("1 found · 1 ambiguous · 1 not found");
			await expectAccessible(page, "addresses that were found");
			await dialog.getByLabel("Place of Address 2, Haupt").selectOption({ index: 2 });
			await dialog.getByLabel("Address 3, Nirgends").fill("Ringstr. 5, Köln");
			await dialog.getByRole("button", { name: "Search again" }).click();
			await expect(dialog.getByRole("status")).toHaveText("2 found · 1 ambiguous");
			await dialog.getByRole("button", { name: "Add 3 geofences" }).click();
			await saveDraft(page);
			const fences = await fencesOf(service, design);
			expect(namesOf(fences)).toEqual(["Before", "Mitte", "Haupt", "Nirgends"]);
			expect(fences[2]).toMatchObject({ geometry: { coordinates: [8.7, 49.41] }, properties: { radius: 150 } });
		});

		await test.step("columns of a file", async () => {
			await page.getByRole("button", { name: "Import…" }).click();
			const text = "Filiale;Straße;Ort;Umkreis\nMitte;Invalidenstr. 1;Berlin;250\nNirgends;Nowhere 7;;50\n";
			await dialog
				.getByLabel("File")
				.setInputFiles({ name: "shops.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
			await expect(dialog.getByText("We found addresses, but no coordinates.")).toBeVisible();
			await dialog.getByRole("button", { name: "Find positions" }).click();
			await expect(dialog.getByText("1 found · 1 not found")).toBeVisible();
			await expectAccessible(page, "addresses of a file");
			await dialog.getByRole("button", { name: "Use 1 position" }).click();
			await expect(dialog.getByText("1 geofence ready · 1 row has errors")).toBeVisible();
			// What the geocoder does not know is typed.
			await dialog.getByRole("textbox", { name: "latitude, line 3" }).fill("50.9");
			await dialog.getByRole("textbox", { name: "longitude, line 3" }).fill("7");
			await page.keyboard.press("Enter");
			await dialog.getByRole("button", { name: "Import 2 geofences" }).click();
			await saveDraft(page);
			expect(await fencesOf(service, design)).toMatchObject([
				{ geometry: { coordinates: [13.38, 52.53] }, properties: { name: "Mitte", radius: 250, Ort: "Berlin" } },
				{ geometry: { coordinates: [7, 50.9] }, properties: { name: "Nirgends", radius: 50 } },
			]);
		});
		await context.close();
	});
});
