import { createTarget, deploy } from "../support/deployed";
import { detail, dialogOf } from "../support/deployment-list";
import { expect, test } from "../support/test";

test("a time that is half typed is not taken for none", async ({ service, openPageOf }) => {
	const target = await createTarget(service, "Half-planned servers");
	const own = await deploy(service, "Half-planned halls", target, { activated: false });
	const page = await openPageOf(service.seed.administrator);
	await page.goto(`/deployments/${own.id}`);
	await page.getByRole("button", { name: "Schedule…" }).click();
	await dialogOf(page).getByLabel("Activate at", { exact: true }).fill("2037-01-01T10:00");
	await dialogOf(page).getByLabel("Deactivate at").focus();
	await page.keyboard.type("3112");
	await dialogOf(page).getByRole("button", { name: "Save schedule" }).click();
	await expect(dialogOf(page).getByLabel("Deactivate at")).toBeFocused();
	await expect(dialogOf(page)).toBeVisible();
	expect((await detail(service, own.id)).schedule).toBeNull();
	await dialogOf(page).getByLabel("Deactivate at").fill("2037-12-31T10:00");
	await dialogOf(page).getByRole("button", { name: "Save schedule" }).click();
	await expect(dialogOf(page)).toBeHidden();
	expect((await detail(service, own.id)).schedule).toMatchObject({
		activate_at: "2037-01-01T10:00:00.000Z",
		deactivate_at: "2037-12-31T10:00:00.000Z",
	});
});
