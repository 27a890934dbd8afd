import { circle, saveDesign } from "./support/editor";
import { marked } from "./support/marked";
import { expectAtRest } from "./support/readiness";
import { expect, test } from "./support/test";

// The page of a user who can no longer see the design requests it once more.
test.use({ allowedBrowserErrors: [/404/] });

test("a design is shared with somebody who could not see it, and who may not edit it", async ({
	service,
	openPageOf,
}) => {
	const { designer, outsider } = service.seed;
	const name = marked("Shared with one");
	const renamed = marked("Mine now");
	const design = await saveDesign(service, name, [circle(18.68, 54.35, 120, "Pier")]);
	const headers = { Authorization: `Bearer ${outsider.key}`, "Content-Type": "application/json" };
	const seen = async () =>
		(await fetch(`${service.baseUrl}/targeting/designs/${design.id}?KEY=${outsider.key}`)).status;
	const rename = async () => {
		const request = { method: "PATCH", headers, body: JSON.stringify({ name: renamed }) };
		return (await fetch(`${service.baseUrl}/api/designs/${design.id}`, request)).status;
	};
	expect(await seen()).toBe(404);

	const page = await openPageOf(designer);
	await page.goto(`/designs/${design.id}`);
	await expectAtRest(page);
	await page.getByRole("button", { name: "Share…" }).click();
	const dialog = page.getByRole("dialog");
	const save = async () => {
		await dialog.getByRole("button", { name: "Save sharing" }).click();
		await expect(dialog).toBeHidden();
	};
	await dialog.getByLabel("Name, email or organization").fill(outsider.email);
	await dialog.getByRole("button", { name: `Add ${outsider.email}` }).click();
	await save();

	expect([await seen(), await rename()]).toEqual([200, 403]);
	const theirs = await openPageOf(outsider);
	await theirs.goto("/designs?shared=with_me");
	await theirs.getByRole("link", { name }).click();
	const edit = theirs.getByRole("button", { name: "Edit" });
	await expect(edit).toHaveAttribute("aria-disabled", "true");
	await expect(edit).toHaveAccessibleDescription("You can view this design but not edit it.");

	await page.getByRole("button", { name: "Share…" }).click();
	await dialog.getByLabel(`Access for ${outsider.email}`).selectOption("edit");
	await save();
	expect(await rename()).toBe(200);
	// Who shares it next starts from how it is by then.
	await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();

	await page.getByRole("button", { name: "Share…" }).click();
	await dialog.getByRole("button", { name: `Remove ${outsider.email}` }).click();
	await save();
	expect(await seen()).toBe(404);
});
