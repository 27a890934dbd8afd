import { deploymentDetail } from "@/lib/contract/deployment";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { buildDesign, createTarget, deploy, requestDeployment } from "../support/deployed";
import { expectAtRest } from "../support/readiness";
import { expect, test } from "../support/test";

test("a rule is tried dry, seen on the request, turned on, and activates it", async ({ service, openPageOf }) => {
	const { administrator } = service.seed;
	const api = new ApiClient(service, administrator.key);
	const target = await createTarget(service, "With rules");
	const { designId, name } = await deploy(service, "Refreshed by itself", target);
	const buildId = await buildDesign(service, { id: designId, name, setId: "" });
	const id = await requestDeployment(service, buildId, target);
	const page = await openPageOf(administrator);
	const dialog = page.getByRole("dialog");
	const card = page.getByRole("region", { name: "Rules" });

	await page.goto(`/targets/${target.id}`);
	await expectAtRest(page);
	await card.getByRole("button", { name: "New rule…" }).click();
	await dialog.getByLabel("Name").fill("Refreshes");
	// No agent of this target is online.
	await dialog.getByLabel("nothing is warned of").uncheck();
	await dialog.getByRole("spinbutton", { name: "size and number of items" }).fill("-1");
	await dialog.getByRole("button", { name: "Try it dry" }).click();
	await expect(dialog.getByText("This must not be negative.")).toBeVisible();
	await dialog.getByRole("spinbutton", { name: "size and number of items" }).fill("10");
	await expectAccessible(page, "the conditions of a rule");
	await dialog.getByRole("button", { name: "Try it dry" }).click();
	await expect(dialog).toHaveCount(0);
	await expect(card.getByText("Dry run")).toBeVisible();
	// The first build was judged in retrospect: nothing was activated before it.
	await expect(card.getByText("Would have activated 1 of 2 requests in 14 days.")).toBeVisible();
	await expect(card.getByText("Missed: nothing activated yet 1")).toBeVisible();
	await expectAccessible(page, "a rule in a dry run");

	await card.getByRole("button", { name: "See each of Refreshes" }).click();
	await expect(dialog.getByRole("listitem")).toHaveText([/Would have activated/, /nothing|no build of the design/]);
	await dialog.getByRole("button", { name: "Close" }).last().click();

	await page.goto(`/approvals?request=${id}`);
	const panel = page.getByRole("region", { name: "Request" });
	await expect(panel.getByText("Rule “Refreshes” would have activated this")).toBeVisible();

	await page.goto(`/targets/${target.id}`);
	await expectAtRest(page);
	await card.getByRole("button", { name: "Turn on Refreshes" }).click();
	await expect(card.getByText("On", { exact: true })).toBeVisible();
	// A new name alone leaves it on.
	await card.getByRole("button", { name: "More for Refreshes" }).click();
	await page.getByRole("menuitem", { name: "Change…" }).click();
	await dialog.getByLabel("Name").fill("Updates");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(card.getByRole("button", { name: "Turn off Updates" })).toBeVisible();
	await expect(card.getByText("On", { exact: true })).toBeVisible();
	const status = async () => (await api.get(deploymentDetail, `/api/deployments/${id}`)).status;
	await expect.poll(status).toBe("activated");
	await page.goto(`/deployments/${id}`);
	// The rule may have acted before it was renamed.
	await expect(page.getByText(/rule ‘(Refreshes|Updates)’ of Amir Haddad/).first()).toBeVisible();

	await page.goto(`/targets/${target.id}`);
	await expectAtRest(page);
	await card.getByRole("button", { name: "More for Updates" }).click();
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	await dialog.getByRole("button", { name: "Delete" }).click();
	await expect(card.getByText("No rules yet")).toBeVisible();
});
