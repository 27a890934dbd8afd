import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { heading, named, openQueue, panelOf, people, rowsOf, statusOf } from "../support/approvals";
import { createTarget } from "../support/deployed";
import { makeRequests } from "../support/requests";
import { expect, test } from "../support/test";

test("a rejection is undone, too", async ({ service, openPageOf }) => {
	const { customer, target } = people(service);
	const [first] = await makeRequests(customer, target.id, named("Spared", 2));
	const page = await openPageOf(service.seed.administrator);
	await openQueue(page, "spared", 2);
	await page.keyboard.press("r");
	await page.getByRole("dialog").getByLabel("Reason").fill("Too large");
	await page.keyboard.press("Control+Enter");
	await expect(heading(page, "Spared 2")).toBeFocused();
	await page.keyboard.press("u");
	await expect(heading(page, "Spared 1")).toBeFocused();
	expect(await customer.get(deploymentDetail, `/api/deployments/${first?.id}`)).toMatchObject({
		status: "requested",
		status_reason: null,
	});
});

test("many are grouped by what is warned of, only the plain ones are ticked, and all of them come back", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const { customer } = people(service);
	const target = await createTarget(service, "Servers of a group");
	const agent = await startAgent(target.key);
	await expect.poll(agent.isReady).toBe(true);
	const [, quiet] = service.seed.targets;
	const plain = await makeRequests(customer, target.id, named("Grouped", 2));
	const [silent] = await makeRequests(customer, quiet?.id ?? "", ["Grouped silent"]);
	const page = await openPageOf(service.seed.administrator);
	await openQueue(page, "grouped", 3);
	await expect(panelOf(page).getByRole("button", { name: /1 agent online/ })).toBeVisible();
	// From the moment in which the bar is there, the key means the selection.
	await page.evaluate(() => {
		const observer = new MutationObserver(() => {
			if (document.querySelector("[aria-label='Selected requests']") === null) return;
			observer.disconnect();
			document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
		});
		observer.observe(document.body, { childList: true, subtree: true });
	});
	await page.keyboard.press("*");
	await expect(page.getByLabel("Selected requests")).toContainText("3 selected");
	const dialog = page.getByRole("dialog", { name: "Activate 2 requests?" });
	await expect(dialog.getByRole("region", { name: "Nothing unusual" }).getByRole("listitem")).toHaveCount(2);
	const warned = dialog.getByRole("region", { name: "No agent online" });
	await expect(warned.getByRole("checkbox", { name: /^Grouped silent/ })).not.toBeChecked();
	await dialog.getByRole("button", { name: "Activate 2" }).click();
	await expect(page.getByText("2 requests activated", { exact: true })).toBeVisible();
	await expect(page.getByRole("region", { name: "Selected requests" })).toContainText("1 selected");
	const statuses = () => Promise.all([...plain, silent].map((each) => statusOf(customer, each?.id ?? "")));
	expect(await statuses()).toEqual(["activated", "activated", "requested"]);
	await page.getByRole("button", { name: /^Undo 2 decisions/ }).click();
	await expect(page.getByText("Undone: 2 requests are pending again")).toBeVisible();
	await expect(rowsOf(page)).toHaveCount(3);
	expect(await statuses()).toEqual(["requested", "requested", "requested"]);
});

test("the oldest request waits first, and on a phone it is in sight, with a way to the next one", async ({
	service,
	openPageOf,
}) => {
	const { customer, partner, target } = people(service);
	const [first] = await makeRequests(customer, target.id, named("Handheld", 2));
	// What was changed last keeps its place.
	await partner.act(deployment, `/targeting/deployments/${first?.id}/tag`, { tags: "late" });
	const page = await openPageOf(service.seed.administrator);
	await page.setViewportSize({ width: 375, height: 812 });
	await page.goto("/approvals?q=handheld");
	await expect(rowsOf(page)).toHaveCount(2);
	await expect(rowsOf(page).first()).toContainText("Handheld 1");
	await expect.poll(async () => (await rowsOf(page).first().boundingBox())?.y).toBeLessThanOrEqual(160);
	await rowsOf(page).first().getByRole("link").click();
	await expect(heading(page, "Handheld 1")).toBeVisible();
	const next = page.getByRole("button", { name: "Next request" });
	await expect(next).toHaveCSS("width", "44px");
	await expect(next).toHaveCSS("height", "44px");
	await next.click();
	await expect(heading(page, "Handheld 2")).toBeVisible();
	await page.getByRole("button", { name: "Previous request" }).click();
	await expect(heading(page, "Handheld 1")).toBeVisible();
});
