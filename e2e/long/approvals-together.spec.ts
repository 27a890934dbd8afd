import { deploymentDetail } from "@/lib/contract/deployment";
import { heading, openQueue, panelOf, people, rowsOf } from "../support/approvals";
import { expectAccessible } from "../support/axe";
import { makeRequests } from "../support/requests";
import { expect, test } from "../support/test";

test("dates are proposed with a request, kept by the queue's key, and listed below it until then", async ({
	service,
	openPageOf,
}) => {
	const { customer, partner, target } = people(service);
	const [first] = await makeRequests(customer, target.id, ["Advent 1"]);
	const { designId = "", id: plain = "" } = first ?? {};
	await customer.remove(`/targeting/deployments/${plain}/cancel`);
	const designer = await openPageOf(service.seed.designer);
	await designer.goto(`/designs/${designId}`);
	await designer.getByRole("button", { name: "Request deployment" }).first().click();
	const dialog = designer.getByRole("dialog");
	await dialog.getByLabel("Target").selectOption(target.id);
	await dialog.getByLabel("Activate at", { exact: true }).fill("2037-11-30T06:00");
	await dialog.getByLabel("Deactivate at").fill("2037-11-29T06:00");
	await dialog.getByRole("button", { name: "Request deployment" }).click();
	await expect(dialog).toContainText("Deactivation must come after activation.");
	await dialog.getByLabel("Deactivate at").fill("2037-12-14T06:00");
	await dialog.getByRole("button", { name: "Request deployment" }).click();
	await expect(dialog).toBeHidden();

	const page = await openPageOf(service.seed.administrator);
	await openQueue(page, "advent", 1);
	await expect(heading(page, "Advent 1")).toBeVisible();
	await expect(panelOf(page)).toContainText("proposed 30 Nov 2037, 06:00");
	const keep = panelOf(page).getByRole("button", { name: /^Activate 30 Nov 2037, 06:00 \S+ – 14 Dec 2037, 06:00/ });
	await expect(keep).toBeEnabled();
	await expect(panelOf(page).getByRole("button", { name: "Activate now" })).toBeVisible();
	await expectAccessible(page, "a request with dates");
	await keep.click();
	await expect(page.getByText("Scheduled Advent 1 on")).toBeVisible();
	const group = page.getByRole("region", { name: "Scheduled" });
	await expect(group).toContainText("Advent 1");
	await expect(group).toContainText("30 Nov 2037, 06:00");
	await group.getByRole("link", { name: /^Advent 1/ }).click();
	await expect(heading(page, "Advent 1")).toBeVisible();
	const rows = await partner.list(deploymentDetail, "/targeting/deployments", {
		detail: "true",
		design_id: designId,
		scheduled: "true",
	});
	expect(rows).toMatchObject([{ status: "requested", schedule: { by: service.seed.administrator.email } }]);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByText("Undone: Advent 1 on").first()).toBeVisible();
	await expect(rowsOf(page)).toHaveCount(1);
	await expect(group.getByRole("link", { name: /^Advent 1/ })).toHaveCount(0);
});
