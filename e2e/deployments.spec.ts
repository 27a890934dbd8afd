import { deploymentDetail } from "@/lib/contract/deployment";
import { ApiClient } from "./support/api-client";
import { answersAt, CODE, createTarget, decide, deploy } from "./support/deployed";
import { detail, dialogOf, openList, rowOf, statusOf } from "./support/deployment-list";
import { marked } from "./support/marked";
import { expect, test } from "./support/test";

test("many at once: what is hidden is counted, what is gone is not, what fails says why and stays selected", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const target = await createTarget(service, marked("Western servers"));
	const name = marked("Bulk bakeries");
	const [kept, ended, waiting, deleted] = await Promise.all([
		deploy(service, `${name} one`, target),
		deploy(service, `${name} two`, target),
		deploy(service, `${name} three`, target, { activated: false }),
		deploy(service, `${name} four`, target, { activated: false }),
	]);
	const agent = await startAgent(target.key);
	const answered = answersAt(agent, ended.designId, ended.place);
	await expect.poll(answered).toEqual([CODE]);
	const page = await openPageOf(service.seed.administrator);
	await openList(page, name);
	await expect(rowOf(page, ended.name)).toContainText("Live");
	await page.getByRole("checkbox", { name: "Select all deployments on this page" }).click();
	const bar = page.getByRole("region", { name: "Selected deployments" });
	await expect(bar).toContainText("4 selected");
	const search = page.getByRole("searchbox");
	await search.fill(kept.name);
	await expect(bar).toContainText("4 selected, 3 of them not shown");
	await new ApiClient(service, service.seed.administrator.key).remove(`/targeting/deployments/${deleted.id}/delete`);
	await expect(bar).toContainText("3 selected, 2 of them not shown");
	await search.fill(name);
	await expect(bar.getByText("3 selected", { exact: true })).toBeVisible();
	await bar.getByRole("button", { name: "Deactivate…" }).click();
	await expect(dialogOf(page)).toContainText("Deactivate 2 deployments?");
	await expect(dialogOf(page).getByRole("region", { name: "Skipped" })).toContainText(waiting.name);

	// Somebody else changes one of them while the question is open.
	await decide(service, kept.id, "tag", { tags: "changed-meanwhile" });
	await dialogOf(page).getByRole("button", { name: "Deactivate 2" }).click();
	const outcomes = dialogOf(page).getByRole("list", { name: "Outcomes" });
	await expect(outcomes.getByRole("listitem").first()).toContainText(kept.name);
	await expect(outcomes.getByRole("listitem").filter({ hasText: ended.name })).toContainText("deactivated");
	await dialogOf(page).getByRole("button", { name: "Close" }).last().click();
	await expect(bar).toContainText("2 selected");
	await expect(page.getByRole("checkbox", { name: `Select ${kept.name}` })).toBeChecked();
	await expect(page.getByRole("checkbox", { name: `Select ${ended.name}` })).not.toBeChecked();
	await expect.poll(answered).toEqual([]);
	expect(await Promise.all([kept, ended, waiting].map(({ id }) => statusOf(service, id)()))).toEqual([
		"activated",
		"deactivated",
		"requested",
	]);
});

test("scheduled in the page, done by the service at its time, and recorded as the schedule of whom", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const target = await createTarget(service, marked("Seasonal servers"));
	const own = await deploy(service, marked("Christmas markets"), target);
	const agent = await startAgent(target.key);
	const answered = answersAt(agent, own.designId, own.place);
	await expect.poll(answered).toEqual([CODE]);
	const page = await openPageOf(service.seed.administrator);
	await openList(page, own.name);
	const row = rowOf(page, own.name);
	await row.getByRole("button", { name: `More actions on ${own.name}` }).click();
	await page.getByRole("menuitem", { name: "Schedule…" }).click();
	await expect(dialogOf(page)).toContainText("If you've lost access by then");
	await dialogOf(page).getByLabel("Deactivate at").fill("2037-01-01T10:00");
	await dialogOf(page).getByRole("button", { name: "Save schedule" }).click();
	await expect(dialogOf(page)).toBeHidden();
	await expect(row).toContainText("deactivates");
	expect((await detail(service, own.id)).schedule).toMatchObject({
		by: service.seed.administrator.email,
		deactivate_at: "2037-01-01T10:00:00.000Z",
	});

	// The service takes no time of the past: this one is ahead by what a call may take.
	const soon = JSON.stringify({ activate_at: null, deactivate_at: new Date(Date.now() + 10_000).toISOString() });
	const api = new ApiClient(service, service.seed.administrator.key);
	await api.send(deploymentDetail, "PUT", `/api/deployments/${own.id}/schedule`, soon);
	await expect.poll(answered).toEqual([]);
	await expect(row).not.toContainText("deactivates");
	expect((await detail(service, own.id)).status).toBe("deactivated");
	await page.goto(`/deployments/${own.id}`);
	await expect(page.getByRole("list", { name: "History" }).getByRole("listitem").first()).toContainText(
		/Amir Haddad deactivated it.*by schedule/,
	);
});
