import type { Page } from "@playwright/test";
import { deploymentDetail } from "@/lib/contract/deployment";
import type { UnmatchedDeployments } from "@/lib/contract/matches";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { createTarget, deploy } from "../support/deployed";
import { expectToFit, SCREENS } from "../support/screenshots";
import type { RunningService } from "../support/service";
import { expect, test } from "../support/test";

/** Reports like an agent of an earlier version, which does not count. */
async function reportWithoutMatches({ baseUrl }: RunningService, key: string): Promise<void> {
	const answer = await fetch(`${baseUrl}/api/agent/report`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({
			instance_id: "rack-1",
			version: "0.9.0",
			tags: [],
			memory_used: 0,
			memory_limit: null,
			deployments: [],
		}),
	});
	expect(answer.status).toBe(200);
}

/** Answers for a target's unmatched deployments as if a month had passed. */
async function afterAMonth(page: Page, deployments: readonly string[], api: ApiClient): Promise<void> {
	await page.route("**/unmatched", async (route) => {
		const response = await route.fetch();
		const body = (await response.json()) as { response: { data: UnmatchedDeployments } };
		const rows = await Promise.all(deployments.map((id) => api.get(deploymentDetail, `/api/deployments/${id}`)));
		const unmatched = rows.filter(({ status }) => status === "activated");
		const bytes = unmatched.reduce((sum, { filesize }) => sum + filesize, 0);
		Object.assign(body.response.data, { total: unmatched.length, bytes, deployments: unmatched });
		await route.fulfill({ response, json: body });
	});
}

test("a real agent's lookups are on the pages of the administrator and of the designer", {
	tag: SCREENS,
}, async ({ service, openPageOf, startAgent }) => {
	const { administrator, designer } = service.seed;
	const target = await createTarget(service, "Counting exchange");
	const own = await deploy(service, "Counted campaign", target);
	const quiet = await deploy(service, "Quiet campaign", target);
	const agent = await startAgent(target.key);
	await expect.poll(() => agent.isReady()).toBe(true);

	const page = await openPageOf(administrator);
	await page.goto(`/deployments/${own.id}`);
	const card = page.getByRole("region", { name: "Matches" });
	await expect(card).toContainText("Counted since");
	await expect(card).toContainText("None");
	for (let lookup = 0; lookup < 3; lookup++) await agent.lookup(own.place.latitude, own.place.longitude);
	const api = new ApiClient(service, designer.key);
	const lastMatch = async () => (await api.get(deploymentDetail, `/api/deployments/${own.id}`)).last_match_at;
	await expect.poll(lastMatch).not.toBeNull();
	await agent.stop();
	const counted = async () =>
		(await api.get(deploymentDetail, `/api/deployments/${own.id}`)).daily_matches.reduce((sum, day) => sum + day, 0);
	expect(await counted()).toBe(3);
	await page.reload();
	await expect(card.getByRole("img", { name: "Matches a day, last 14 days: 0 to 3, now 3" })).toBeVisible();
	await expect(card.getByText("Last 24 hours", { exact: true })).toBeVisible();
	await expectAccessible(page, "a deployment with matches");

	const design = await openPageOf(designer);
	await design.goto(`/designs/${own.designId}`);
	await expect(design.getByText(/last match (just now|.* ago)/)).toBeVisible();

	await reportWithoutMatches(service, target.key);
	await page.goto(`/targets/${target.id}`);
	const unmatched = page.getByRole("region", { name: "Activated, but matching nothing for 30 days" });
	await expect(unmatched).toContainText("Not known: an agent does not count matches. Update rack-1");
	await page.goto(`/deployments/${quiet.id}`);
	await expect(card).toContainText("Not counted. Not all agents of Counting exchange count matches");
	await expectToFit(page, [
		{ name: "deployment-matches", path: `/deployments/${own.id}` },
		{ name: "deployment-not-counted", path: `/deployments/${quiet.id}` },
	]);
});

test("what matches nothing is listed on its target with the memory, and deactivated there", {
	tag: SCREENS,
}, async ({ service, openPageOf }) => {
	const { administrator } = service.seed;
	const api = new ApiClient(service, administrator.key);
	const target = await createTarget(service, "Idle exchange");
	const first = await deploy(service, "Forgotten campaign", target);
	const second = await deploy(service, "Finished campaign", target);
	const page = await openPageOf(administrator);
	await afterAMonth(page, [first.id, second.id], api);
	// By a link, so that the page asks for what comes altered, in place of having it in its document.
	const openTarget = async () => {
		await page.goto(`/deployments/${first.id}`);
		await page.getByRole("main").getByRole("link", { name: target.name }).first().click();
	};
	await openTarget();
	const card = page.getByRole("region", { name: "Activated, but matching nothing for 30 days" });
	await expect(card).toContainText(/Deactivating all 2 frees .* of memory/);
	await expect(card.getByRole("list", { name: "Without a match" }).getByRole("listitem")).toHaveCount(2);
	await expectAccessible(page, "a target with unmatched deployments");
	await expectToFit(page, [{ name: "target-unmatched", path: `/targets/${target.id}` }]);
	await openTarget();
	await card.getByRole("button", { name: "Deactivate… Forgotten campaign" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
	await expect(card.getByRole("listitem")).toHaveCount(1);
	expect((await api.get(deploymentDetail, `/api/deployments/${first.id}`)).status).toBe("deactivated");

	await page.goto(`/deployments?target_id=${target.id}&unmatched_for=30`);
	await expect(page.getByRole("main")).not.toContainText("Finished campaign");
	await expect(page.getByRole("combobox", { name: "Matches" })).toHaveValue("30");
});
