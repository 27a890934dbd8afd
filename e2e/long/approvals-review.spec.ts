import { deployment } from "@/lib/contract/deployment";
import { expectDecidable, heading, named, openQueue, people, rowsOf } from "../support/approvals";
import { expectAccessible } from "../support/axe";
import { createTarget } from "../support/deployed";
import { makeRequests } from "../support/requests";
import { expect, test } from "../support/test";

test("fifty requests, forty of them alike, are reviewed with fifteen key presses", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const { customer } = people(service);
	const answering = await createTarget(service, "Servers of review");
	const silent = await createTarget(service, "Servers without an agent to review");
	const agent = await startAgent(answering.key);
	await expect.poll(agent.isReady).toBe(true);
	await makeRequests(customer, answering.id, named("Reviewed", 40));
	const unusual = named("Reviewed alone", 10);
	await makeRequests(customer, silent.id, unusual);
	const page = await openPageOf(service.seed.administrator);
	await openQueue(page, "reviewed", 50);
	let presses = 0;
	const press = async (key: string) => {
		presses += 1;
		await page.keyboard.press(key);
	};

	await press("Shift+R");
	const stack = page.getByRole("region", { name: "40 first builds under 20 kB, agents online" });
	await expect(stack.getByRole("checkbox", { checked: true })).toHaveCount(40);
	await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
	await expectAccessible(page, "a stack of a review");
	await press("a");
	await expect(page.getByRole("status").filter({ hasText: "40 of 50" })).toBeVisible();
	for (const each of unusual) {
		await expect(heading(page, each)).toBeVisible();
		await expectDecidable(page);
		await press("a");
	}
	const end = page.getByRole("region", { name: "Review finished" });
	await expect(page.getByRole("status").filter({ hasText: "50 of 50" })).toBeVisible();
	expect(presses).toBeLessThanOrEqual(15);

	await test.step("the last decision is taken back as everywhere", async () => {
		await page.keyboard.press("u");
		await expect(heading(page, "Reviewed alone 10")).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(end).toContainText("activated, 40 live");
		await expect(end).toContainText("still pending");
		await expectAccessible(page, "the end of a review");
		await page.keyboard.press("Escape");
		await expect(page.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible();
		await expect(rowsOf(page)).toHaveCount(1);
	});
	const live = await customer.list(deployment, "/targeting/deployments", {
		q: "reviewed",
		status: "activated",
		limit: "100",
	});
	expect(live).toHaveLength(49);
});
