import { answersAt, CODE, createTarget, deploy } from "./support/deployed";
import { detail, dialogOf, openList, rowOf } from "./support/deployment-list";
import { expect, test } from "./support/test";

test("scheduled in the page, done by the service at its time, and recorded as the schedule of whom", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const target = await createTarget(service, "Seasonal servers");
	const own = await deploy(service, "Christmas markets", target);
	const agent = await startAgent(target.key);
	const answered = answersAt(agent, own.designId, own.place);
	await expect.poll(answered).toEqual([CODE]);
	const page = await openPageOf(service.seed.administrator);
	await openList(page, own.name);
	const row = rowOf(page, own.name);
	const openSchedule = async () => {
		await row.getByRole("button", { name: `More actions on ${own.name}` }).click();
		await page.getByRole("menuitem", { name: "Schedule…" }).click();
		await expect(dialogOf(page)).toContainText("If you've lost access by then");
	};
	const save = async (at: string) => {
		await dialogOf(page).getByLabel("Deactivate at").fill(at);
		await dialogOf(page).getByRole("button", { name: "Save schedule" }).click();
		await expect(dialogOf(page)).toBeHidden();
	};
	await openSchedule();
	await save("2037-01-01T10:00");
	await expect(row).toContainText("deactivates");
	expect((await detail(service, own.id)).schedule).toMatchObject({ by: service.seed.administrator.email });

	await openSchedule();
	const soon = await page.evaluate(() => {
		const at = new Date(Date.now() + 12_000);
		return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
	});
	await save(soon);
	await expect.poll(answered).toEqual([]);
	await expect(row).not.toContainText("deactivates");
	expect((await detail(service, own.id)).status).toBe("deactivated");
	await page.goto(`/deployments/${own.id}`);
	await expect(page.getByRole("list", { name: "History" }).getByRole("listitem").first()).toContainText(
		/Amir Haddad deactivated it.*by schedule/,
	);
});

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
