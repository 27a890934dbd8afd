import { readFile } from "node:fs/promises";
import { inventorySegment, inventorySource, inventorySourceDetail } from "@/lib/contract/inventory";
import { ApiClient } from "./support/api-client";
import { expectAccessibleInPassing } from "./support/axe";
import { mark } from "./support/marked";
import { expect, test } from "./support/test";
import { CSV, device, SEEN } from "./support/visits";

test("a source is made in the page and filled from a file with bad rows, which come back to be mended", async ({
	service,
	openPageOf,
}) => {
	const { operator, designer, outsider } = service.seed;
	const api = new ApiClient(service, operator.key);
	const customer = new ApiClient(service, designer.key);
	const page = await openPageOf(operator);
	const dialog = page.getByRole("dialog");
	const word = mark();
	const slug = `harbour-${word}`;
	const segments = async () =>
		(await customer.rows(inventorySegment, `/api/inventory-sources/${slug}/segments`)).map(
			({ segment, device_count }) => [segment, device_count],
		);

	await page.goto("/sources");
	await page.getByRole("button", { name: "New source…" }).click();
	await dialog.getByRole("button", { name: "Create source" }).click();
	await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
	const field = dialog.getByLabel("Slug", { exact: true });
	await expect(field).toHaveAttribute("aria-invalid", "true");
	await dialog.getByLabel("Name").fill(`Harbour ${word}`);
	// As for targets and organizations, the slug follows the name.
	await expect(field).toHaveValue(slug);
	await expect(field).not.toHaveAttribute("aria-invalid");
	await dialog.getByLabel("Usable by").fill(designer.org_slug);
	await dialog.getByRole("button", { name: "Create source" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Harbour ${word}`);
	await expect(page.getByText("No data yet")).toBeVisible();
	const made = await api.get(inventorySourceDetail, `/api/inventory-sources/${slug}`);
	expect(made).toMatchObject({ name: `Harbour ${word}`, open: false, import_count: 0, current_import: null });
	expect(made.organizations.map((each) => each.slug)).toEqual([designer.org_slug]);

	await page.getByRole("button", { name: "Upload data…" }).click();
	const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
	await dialog.getByLabel("File").setInputFiles(file("panel.csv", CSV));
	await dialog.getByRole("button", { name: "Upload and replace" }).click();
	await expect(dialog).toContainText("5 rows imported: 4 devices in 2 segments. 3 rows with errors.");
	await expectAccessibleInPassing(page, "the outcome of an upload");
	const arriving = page.waitForEvent("download");
	await dialog.getByRole("button", { name: "Download rows with errors" }).click();
	const [head, ...rows] = (await readFile(await (await arriving).path(), "utf8")).trimEnd().split("\n");
	expect(head).toBe("\ufeffrefused_because,device_id,segment,seen_at");
	expect(rows.map((row) => row.replace(/^("[^"]+"|[^,]+),/, ""))).toEqual([
		`not a device,rowers,${SEEN}`,
		`${device(4)},rowers,one fine day`,
		`${device(5)},,${SEEN}`,
	]);
	await dialog.getByRole("button", { name: "Done" }).click();
	expect(await segments()).toEqual([
		["rowers", 3],
		["sail, or steam", 2],
	]);
	const table = page.getByRole("table", { name: "Segments" });
	await expect(table.getByRole("row").nth(1)).toContainText("rowers");
	await expect(table.getByRole("row").nth(1)).toContainText("75%");

	// One row is there already, one is new; the setting removes nothing of these days.
	await page.getByRole("button", { name: "Upload data…" }).click();
	await dialog.getByRole("radio", { name: /Append/ }).check();
	const more = `device_id,segment,seen_at\n${device(1)},rowers,${SEEN}\n${device(4)},rowers,${SEEN}\n`;
	await dialog.getByLabel("File").setInputFiles(file("more.csv", more));
	await dialog.getByRole("button", { name: "Upload and append" }).click();
	await expect(dialog).toContainText("1 new row added. The source now has 6 rows: 4 devices in 2 segments.");
	await dialog.getByRole("button", { name: "Done" }).click();
	expect(await segments()).toEqual([
		["rowers", 4],
		["sail, or steam", 2],
	]);
	const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
	await expect(versions).toHaveCount(2);
	await expect(versions.first()).toContainText("current");
	await expect(versions.nth(1)).toContainText("3 rows with errors");
	const known = async (key: string) =>
		(await new ApiClient(service, key).rows(inventorySource, "/api/inventory-sources")).map((each) => each.slug);
	expect(await known(designer.key)).toContain(slug);
	expect(await known(outsider.key)).not.toContain(slug);
});
