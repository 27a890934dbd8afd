import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { targetDetail } from "@/lib/contract/target";
import { ApiClient } from "../support/api-client";
import { expectDecidable, heading, openQueue, panelOf } from "../support/approvals";
import { expectAccessible } from "../support/axe";
import { createTarget, deploy } from "../support/deployed";
import { expectAtRest } from "../support/readiness";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

// A request changes while its activation is being confirmed.
test.use({ allowedBrowserErrors: [/status of 412/] });

test("a frozen target says when it opens, takes a reason, and the history keeps it", {
	tag: SCREENS,
}, async ({ service, openPageOf }) => {
	const { administrator } = service.seed;
	const api = new ApiClient(service, administrator.key);
	const target = await createTarget(service, "Winter exchange");
	const own = await deploy(service, "Skating rinks", target, { activated: false });
	const queued = await deploy(service, "Sledge hills", target, { activated: false });
	const planned = await deploy(service, "Warm drinks", target, { activated: false });
	const page = await openPageOf(administrator);
	const dialog = page.getByRole("dialog");
	const card = page.getByRole("region", { name: "Activation window" });

	await page.goto(`/targets/${target.id}`);
	await expectAtRest(page);
	await expect(card).toContainText("Open for activations");
	await card.getByRole("button", { name: "Set hours…" }).click();
	await dialog.getByRole("button", { name: "Add hours" }).click();
	for (const day of ["Sat", "Sun"]) await dialog.getByLabel(day, { exact: true }).check();
	await dialog.getByLabel("From", { exact: true }).fill("00:00");
	await dialog.getByLabel("To", { exact: true }).fill("00:00");
	await dialog.getByLabel("Time zone").selectOption("Europe/Berlin");
	await expectAccessible(page, "the hours of a target");
	await dialog.getByRole("button", { name: "Save hours" }).click();
	await expect(card).toContainText("Every day 00:00–24:00 Europe/Berlin");
	expect((await api.get(targetDetail, `/api/targets/${target.id}`)).activation_hours?.hours).toHaveLength(1);

	await card.getByRole("button", { name: "Add freeze…" }).click();
	await dialog.getByRole("button", { name: "Add freeze" }).click();
	await expect(dialog.getByLabel("Until")).toHaveAttribute("aria-invalid", "true");
	await dialog.getByLabel("Until").fill("2037-01-02T09:00");
	await dialog.getByLabel("Reason").fill("Holiday peak");
	await expectAccessible(page, "a new freeze");
	await dialog.getByRole("button", { name: "Add freeze" }).click();
	await expect(card).toContainText("Frozen: Holiday peak. Does not open within a year");
	await expect(card.getByRole("list", { name: "Freezes" })).toContainText(/– 2 Jan 2037, 09:00.*: Holiday peak/);
	await expectAccessible(page, "a frozen target");

	await page.goto(`/deployments/${own.id}`);
	await page.getByRole("button", { name: "Activate…" }).click();
	await expect(dialog).toContainText("Winter exchange is closed for activations: frozen (Holiday peak).");
	await dialog.getByRole("button", { name: "Activate" }).click();
	await expect(dialog.getByLabel("Reason for activating now")).toBeFocused();
	await expectAccessible(page, "an activation on a frozen target");
	await dialog.getByLabel("Reason for activating now").fill("The sponsor pays for today");
	await dialog.getByRole("button", { name: "Activate" }).click();
	await expect(dialog).toBeHidden();
	const newest = page.getByRole("list", { name: "History" }).getByRole("listitem").first();
	await expect(newest).toContainText("frozen: Holiday peak · “The sponsor pays for today”");
	expect((await api.get(deploymentDetail, `/api/deployments/${own.id}`)).status).toBe("activated");

	// The queue asks as well; a schedule waits.
	const at = new Date(Date.now() + 3_600_000).toISOString();
	const plan = JSON.stringify({ activate_at: at });
	await api.send(deploymentDetail, "PUT", `/api/deployments/${planned.id}/schedule`, plan);
	await page.goto(`/deployments/${planned.id}`);
	await expect(page.getByRole("region", { name: "Schedule" })).toContainText("waits for the window");
	await openQueue(page, queued.name, 1);
	await expect(heading(page, queued.name)).toBeVisible();
	await expect(panelOf(page)).toContainText("outside the window");
	await expectDecidable(page);
	await page.keyboard.press("a");
	await expect(dialog).toBeVisible();
	await dialog.getByLabel("Reason for activating now").fill("Agreed with operations");
	// It changes meanwhile: what was said is there when it is asked again.
	await api.act(deployment, `/targeting/deployments/${queued.id}/tag`, { tags: "late" });
	await page.keyboard.press("Control+Enter");
	await expect(dialog).toBeHidden();
	await expect(panelOf(page)).toContainText("Not done: the request changed before your decision arrived.");
	await expect(panelOf(page)).toContainText("Tags: none → late.");
	await panelOf(page).getByRole("button", { name: "Continue" }).click();
	await expectDecidable(page);
	await page.keyboard.press("a");
	await expect(dialog).toBeVisible();
	await expect(dialog.getByLabel("Reason for activating now")).toHaveValue("Agreed with operations");
	await page.keyboard.press("Control+Enter");
	await expect(dialog).toBeHidden();
	await expect
		.poll(async () => (await api.get(deploymentDetail, `/api/deployments/${queued.id}`)).status)
		.toBe("activated");

	await expectToFit(page, [
		{ name: "target-frozen", path: `/targets/${target.id}` },
		{
			name: "target-hours",
			path: `/targets/${target.id}`,
			prepare: async () => {
				await card.getByRole("button", { name: "Set hours…" }).click();
				await expect(dialog.getByLabel("Time zone")).toBeVisible();
			},
		},
		{
			name: "deployment-waits",
			path: `/deployments/${planned.id}`,
			prepare: async () => {
				await page.getByRole("button", { name: "Activate…" }).click();
				await expect(dialog.getByLabel("Reason for activating now")).toBeVisible();
			},
		},
	]);
	await page.goto(`/targets/${target.id}`);
	await expectAtRest(page);
	await card.getByRole("button", { name: "Remove…" }).click();
	await dialog.getByRole("button", { name: "Remove freeze" }).click();
	await expect(card).toContainText("Open for activations");
});
