import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { designDetail } from "@/lib/contract/design";
import { estimate } from "@/lib/contract/estimate";
import {
	inventoryImportResult,
	inventorySegment,
	inventorySource,
	inventorySourceDetail,
} from "@/lib/contract/inventory";
import { literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { answering, startReceiver } from "@/lib/tools/testing/receiver";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { circle, saveDesign } from "../support/editor";
import { marked } from "../support/marked";
import { expect, test } from "../support/test";
import { CSV, device, SEEN } from "../support/visits";

/** Ten devices in one segment. */
async function parquetFile(): Promise<Buffer> {
	const path = join(tmpdir(), `visits-${process.pid}.parquet`);
	await withDuckDb({ tempDirectory: tmpdir(), memoryLimitMb: 128 }, (db) =>
		db.run(`COPY (SELECT '00000000-0000-4000-8000-' || lpad(i::VARCHAR, 12, '0') AS device_id, 'swimmers' AS segment,
			TIMESTAMP '2026-02-01 08:00:00' AS seen_at FROM range(10) AS devices (i)) TO ${literal(path)} (FORMAT parquet)`),
	);
	return readFile(path);
}

test.describe("a source", () => {
	// The address that is refused.
	test.use({ allowedBrowserErrors: [/status of 400/] });

	test("takes Parquet, grows by days, pulls its file, and lists its versions and designs", async ({
		service,
		openPageOf,
	}) => {
		const { operator, designer } = service.seed;
		const api = new ApiClient(service, operator.key);
		const customer = new ApiClient(service, designer.key);
		const made = { slug: "harbour-panel", name: "Harbour panel", organizations: [designer.org_slug] };
		await api.send(inventorySource, "POST", "/api/inventory-sources", JSON.stringify(made));
		await api.send(inventoryImportResult, "POST", "/api/inventory-sources/harbour-panel/imports", CSV, "text/csv");
		const page = await openPageOf(operator);
		const dialog = page.getByRole("dialog");
		const segments = async () =>
			(await customer.rows(inventorySegment, "/api/inventory-sources/harbour-panel/segments")).map(
				({ segment, device_count }) => [segment, device_count],
			);
		const table = page.getByRole("table", { name: "Segments" });
		await page.goto("/sources?source=harbour-panel");

		const audience = { sources: ["harbour-panel"], where: { segment: "swimmers" } };
		const body = { name: "Early swimmers", type: "audience", sets: [{ set_name: "Swimmers", audience }] };
		const { id } = await customer.send(designDetail, "POST", "/api/designs", JSON.stringify(body));
		await page.getByRole("button", { name: "Upload data…" }).click();
		const parquet = { name: "panel.parquet", mimeType: "", buffer: await parquetFile() };
		await dialog.getByLabel("File").setInputFiles(parquet);
		await dialog.getByRole("button", { name: "Upload and replace" }).click();
		await expect(dialog).toContainText("10 rows imported: 10 devices in 1 segment. No errors.");
		await dialog.getByRole("button", { name: "Done" }).click();
		expect(await segments()).toEqual([["swimmers", 10]]);

		// One row is there already, one is new; the setting removes nothing of these days.
		await page.getByRole("button", { name: "Upload data…" }).click();
		await dialog.getByRole("radio", { name: /Append/ }).check();
		const tomorrows = `device_id,segment,seen_at\n${device(1)},swimmers,2026-02-01T08:00:00Z\n${device(1)},swimmers,2026-02-02T08:00:00Z\n`;
		await dialog
			.getByLabel("File")
			.setInputFiles({ name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(tomorrows) });
		await dialog.getByRole("button", { name: "Upload and append" }).click();
		await expect(dialog).toContainText("1 new row added. The source now has 11 rows: 10 devices in 1 segment.");
		await dialog.getByRole("button", { name: "Done" }).click();
		const days = page.getByRole("list", { name: "Days" }).getByRole("listitem");
		await expect(days).toHaveText([/^2 Feb 2026.*1 row/, /^1 Feb 2026.*10 rows/]);
		expect(await segments()).toEqual([["swimmers", 10]]);
		expect((await customer.send(estimate, "POST", `/api/designs/${id}/estimate`, "{}")).item_count).toBe(10);
		await expect(table.getByRole("row").nth(1)).toContainText("swimmers");
		const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
		await expect(versions).toHaveCount(3);
		await expect(versions.first()).toContainText("current");
		await expect(versions.nth(2)).toContainText("3 rows with errors");
		await page.reload();
		await expect(page.getByRole("list", { name: "Designs" }).getByRole("link")).toHaveText("Early swimmers");
		await expectAccessible(page, "an inventory source");
		// Nothing can be pulled from a private network; the dialog stays with the reason.
		await page.getByRole("button", { name: "Set up…" }).click();
		await dialog.getByLabel("Address").fill("https://10.0.0.1/visits.csv");
		await dialog.getByRole("button", { name: "Save and pull" }).click();
		await expect(dialog.getByRole("alert")).toContainText("must be an address on the internet");
		await expectAccessible(page, "the schedule of a source");
		const host = await startReceiver();
		const pulled = `device_id,segment,seen_at\n${device(1)},divers,2026-02-03T08:00:00Z\n`;
		host.answer = answering(200, { etag: '"1"' }, pulled);
		await dialog.getByLabel("Address").fill(`${host.url}/visits.csv?signature=mellon`);
		await dialog.getByLabel("Header", { exact: true }).fill("Authorization");
		await dialog.getByLabel("Value of the header").fill("Bearer sesame");
		await dialog.getByRole("button", { name: "Save and pull" }).click();
		await expect(versions).toHaveCount(4);
		await expect(versions.first()).toContainText("replaced automatically");
		expect(await segments()).toEqual([["divers", 1]]);
		expect(host.received[0]?.headers.authorization).toBe("Bearer sesame");
		expect(host.received[0]?.path).toBe("/visits.csv?signature=mellon");
		await expect(page.getByText(`${host.url}/visits.csv?…`)).toBeVisible();
		await page.getByRole("button", { name: "Change…" }).click();
		await expect(dialog.getByLabel("Address")).toHaveValue(`${host.url}/visits.csv`);
		await expect(dialog).toContainText("Its query (after ?) is stored and not shown.");
		await page.keyboard.press("Escape");
		await expect(dialog).toBeHidden();
		await expectAccessible(page, "a source that is pulled");
		await page.getByRole("button", { name: "Stop…" }).click();
		await dialog.getByRole("button", { name: "Stop pulling" }).click();
		await expect(page.getByText("Nothing is pulled")).toBeVisible();
		await host.stop();
		const theirs = await openPageOf(designer);
		await theirs.goto(`/designs/${id}`);
		await expect(theirs.getByText("Not built yet", { exact: true })).toBeVisible();
		await theirs.getByRole("checkbox", { name: /Rebuild when the data changes/ }).click();
		await expect(theirs.getByText("Runs with the rights of Dana Whitfield.")).toBeVisible();
		await theirs.getByRole("checkbox", { name: /Then request the same targets again/ }).click();
		await expect
			.poll(async () => (await customer.get(designDetail, `/targeting/designs/${id}?detail=true`)).data)
			.toMatchObject({ rebuild_on_data: true, redeploy: true, stale: false });
		await expectAccessible(theirs, "a design over data");
		await theirs.goto("/designs?stale_data=true");
		await expect(theirs.getByText("Early swimmers")).toHaveCount(0);
	});
});

test.describe("an upload that fails", () => {
	test.use({ allowedBrowserErrors: [/status of 400/] });

	test("says why and leaves the data as it was; one that is stopped does, too; designers only look", async ({
		service,
		openPageOf,
	}) => {
		const { operator, designer } = service.seed;
		const api = new ApiClient(service, operator.key);
		const source = () => api.get(inventorySourceDetail, "/api/inventory-sources/acme-mobile");
		const before = await source();
		const page = await openPageOf(operator);
		const dialog = page.getByRole("dialog");
		await page.goto("/sources?source=acme-mobile");
		await page.getByRole("button", { name: "Upload data…" }).click();
		const file = dialog.getByLabel("File");
		await file.setInputFiles({ name: "wrong.csv", mimeType: "text/csv", buffer: Buffer.from("id,place\n1,here\n") });
		await dialog.getByRole("button", { name: "Upload and replace" }).click();
		await expect(dialog.getByRole("alert")).toContainText("device_id is missing");
		await expect(file).toBeFocused();

		// Held back on its way, so that there is time to stop it.
		await page.route("**/imports?*", () => undefined);
		await file.setInputFiles({ name: "panel.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
		await dialog.getByRole("button", { name: "Upload and replace" }).click();
		await expect(dialog.getByRole("progressbar", { name: "Upload" })).toBeVisible();
		await dialog.getByRole("button", { name: "Stop upload" }).click();
		await expect(dialog).toContainText("Upload stopped. The data is unchanged.");
		await dialog.getByRole("button", { name: "Cancel" }).click();
		expect(await source()).toEqual(before);

		const theirs = await openPageOf(designer);
		await theirs.goto("/sources?source=acme-mobile");
		await expect(theirs.getByRole("table", { name: "Segments" })).toContainText("coffee-drinkers");
		await expect(theirs.getByRole("button", { name: "Upload data…" })).toHaveCount(0);
		// Where the focus goes once the button that had it is gone.
		const rows = theirs.getByRole("table", { name: "Segments" }).getByRole("row");
		const shown = await rows.count();
		await theirs.getByRole("button", { name: /^Show \d+ more$/ }).press("Enter");
		await expect(rows.nth(shown)).toBeFocused();
		await theirs.goto("/sources");
		await expect(theirs.getByRole("link", { name: "Acme Mobile" })).toBeVisible();
		await expect(theirs.getByRole("button", { name: "New source…" })).toHaveCount(0);
	});
});

test.describe("two at the same source", () => {
	test.use({ allowedBrowserErrors: [/status of 412/] });

	test("settings are changed as they were looked at; only a file that the dialog shows is sent", async ({
		service,
		openPageOf,
	}) => {
		const { operator } = service.seed;
		const api = new ApiClient(service, operator.key);
		const body = JSON.stringify({ name: "Contested panel", slug: "contested-panel", organizations: [] });
		await api.send(inventorySource, "POST", "/api/inventory-sources", body);
		const page = await openPageOf(operator);
		const dialog = page.getByRole("dialog");
		await page.goto("/sources?source=contested-panel");
		await page.getByRole("button", { name: "Settings…" }).click();
		await dialog.getByLabel("Name").fill("Mine");
		const path = "/api/inventory-sources/contested-panel";
		await api.send(inventorySource, "PATCH", path, JSON.stringify({ name: "Theirs" }));
		await expect(page.locator("h1")).toHaveText("Theirs");
		await dialog.getByRole("button", { name: "Save" }).click();
		await expect(dialog.getByRole("alert")).toContainText("has changed this meanwhile");
		expect((await api.get(inventorySourceDetail, path)).name).toBe("Theirs");
		await dialog.getByRole("button", { name: "Cancel" }).click();

		await page.getByRole("button", { name: "Upload data…" }).click();
		const send = dialog.getByRole("button", { name: "Upload and replace" });
		const field = dialog.getByLabel("File");
		await field.setInputFiles({ name: "visits.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
		await expect(send).not.toHaveAttribute("aria-disabled");
		// Another file is requested, and none is chosen.
		const asked = page.waitForEvent("filechooser");
		await field.click();
		await asked;
		await expect(field).toHaveValue("");
		await expect(send).toHaveAttribute("aria-disabled", "true");
	});
});

test("a condition is offered the segments of its sources as they are typed, whatever the accents, also the rarest of many", async ({
	service,
	openPageOf,
}) => {
	const { operator, designer } = service.seed;
	const api = new ApiClient(service, operator.key);
	const body = { slug: "many-segments", name: "Many segments", organizations: [designer.org_slug] };
	await api.send(inventorySource, "POST", "/api/inventory-sources", JSON.stringify(body));
	// More than a page of them has, each with more devices than the one that is looked for.
	const rows = Array.from({ length: 501 }, (_, number) =>
		[1, 2].map((one) => `${device(one)},place ${number},${SEEN}\n`).join(""),
	);
	const csv = `device_id,segment,seen_at\n${rows.join("")}${device(1)},Über Land,${SEEN}\n`;
	await api.send(inventoryImportResult, "POST", "/api/inventory-sources/many-segments/imports", csv, "text/csv");
	const customer = new ApiClient(service, designer.key);
	const audience = { sources: ["many-segments"], where: { segment: "place 1" } };
	const sets = [{ set_name: "Travellers", audience }];
	const created = JSON.stringify({ name: "Travellers", type: "audience", sets });
	const design = await customer.send(designDetail, "POST", "/api/designs", created);
	const page = await openPageOf(designer);
	await page.goto(`/designs/${design.id}/edit`);
	const field = page.getByRole("combobox", { name: "Segment of the expression" });
	const options = page.getByRole("listbox", { name: "Segments" }).getByRole("option");

	await field.fill("uber");
	await expect(options).toHaveText(["Über Land1 device"]);
	await expectAccessible(page, "the segments offered");
	await field.press("Escape");
	await expect(options).toHaveCount(0);
	await field.press("ArrowUp");
	await expect(options).toHaveAttribute("aria-selected", "true");
	await field.press("Enter");
	await expect(field).toHaveValue("Über Land");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
	const saved = await customer.get(designDetail, `/targeting/designs/${design.id}?detail=true`);
	expect(saved.contents?.[0]?.audience?.where).toEqual({ segment: "Über Land" });
});

test("a set follows a list, and the design says on which it was built", async ({ service, openPageOf }) => {
	const design = await saveDesign(service, marked("Followed"), [circle(8, 47, 100, "Before")]);
	const host = await startReceiver();
	host.answer = answering(200, { etag: '"1"' }, "id;Name;Breite;Länge\n1;A;47,1;8,1\n2;B;47,2;8,2\n");
	const page = await openPageOf(service.seed.designer);
	await page.goto(`/designs/${design.id}`);
	await expect(page.getByText("No list is followed")).toBeVisible();
	await page.getByRole("button", { name: "Follow a list…" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Address").fill(`${host.url}/stores.csv`);
	await dialog.getByLabel("A new file").selectOption("updates them by id");
	await expectAccessible(page, "the schedule of a list");
	await dialog.getByRole("button", { name: "Save and pull" }).click();
	const list = page.getByRole("list", { name: "Lists" }).getByRole("listitem");
	await expect(list).toContainText(`${host.url}/stores.csv`);
	await expect(list).toContainText("Updates the geofences by id daily at");
	await expect(page.getByRole("heading", { name: "1 set · 3 geofences" })).toBeVisible();
	await expect(list).toContainText("Not built yet; list of");
	await page.getByRole("checkbox", { name: /Rebuild when the list changes/ }).click();
	await expect(page.getByText("Runs with the rights of Dana Whitfield.")).toBeVisible();
	host.answer = answering(404, {}, "");
	await list.getByRole("button", { name: "Pull now" }).click();
	await expect(list).toContainText("The last pull failed: The host answered 404");
	await expectAccessible(page, "a list that is followed");
	await list.getByRole("button", { name: "Stop…" }).click();
	await dialog.getByRole("button", { name: "Stop pulling" }).click();
	await expect(page.getByText("No list is followed")).toBeVisible();
	await host.stop();
});
