import { deploymentDetail } from "@/lib/contract/deployment";
import { targetDetail } from "@/lib/contract/target";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { answersAt, CODE, createTarget, deploy } from "../support/deployed";
import { expectAtRest } from "../support/readiness";
import { expectToFit, SCREENS } from "../support/screenshots";
import { agentTarget } from "../support/service";
import { expect, test } from "../support/test";

test("an agent without room for a file says so on the target's and the deployment's page", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const target = await createTarget(service, "Tiny servers", { memory_capacity: 1_000 });
	const own = await deploy(service, "Too large for it", target);
	await startAgent(target.key, { memory: 100 });
	const api = new ApiClient(service, service.seed.administrator.key);
	const states = async () =>
		(await api.get(deploymentDetail, `/api/deployments/${own.id}`)).agents.map(({ state }) => state);
	await expect.poll(states).toEqual(["refused"]);

	const page = await openPageOf(service.seed.administrator);
	await page.goto(`/targets/${target.id}`);
	const agents = page.getByRole("list", { name: "Agents", exact: true });
	await expect(agents).toContainText("failed");
	await expect(agents).toContainText("bytes of memory");
	await expect(page).toHaveTitle(new RegExp(`${target.name} · Targeting Service$`));
	await agents.getByRole("link", { name: own.name }).click();
	await expect(page.getByRole("heading", { level: 1, name: `${own.name} on ${target.name}` })).toBeVisible();
	await expect(page).toHaveTitle(new RegExp(`${own.name} on ${target.name} · Targeting Service$`));
	await expect(page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) })).toContainText(
		/Not live.*memory/,
	);
	await expect(page.getByRole("list", { name: "Steps", exact: true }).locator("[aria-current=step]")).toContainText(
		"memory",
	);
});

test.describe("two at the same settings", () => {
	// The browser reports the refusal, which is what the test is about.
	test.use({ allowedBrowserErrors: [/status of 412/] });

	test("settings are changed as they were looked at: who comes second is told", async ({ service, openPageOf }) => {
		const target = await createTarget(service, "Two minds");
		const api = new ApiClient(service, service.seed.administrator.key);
		const page = await openPageOf(service.seed.administrator);
		const dialog = page.getByRole("dialog");
		await page.goto(`/targets/${target.id}`);
		await expectAtRest(page);
		const settings = page.getByRole("region", { name: "Settings" });
		await settings.getByRole("button", { name: "Change…" }).click();
		await api.send(targetDetail, "PATCH", `/api/targets/${target.id}`, JSON.stringify({ four_eyes: true }));
		await dialog.getByLabel("Size warning (factor)").fill("3");
		await dialog.getByRole("button", { name: "Save settings" }).click();
		await expect(dialog.getByRole("alert")).toContainText("has changed this meanwhile");
		await dialog.getByRole("button", { name: "Cancel" }).click();
		await expect(settings).toContainText("nobody approves their own request");
		await settings.getByRole("button", { name: "Change…" }).click();
		await dialog.getByLabel("Size warning (factor)").fill("3");
		await dialog.getByRole("button", { name: "Save settings" }).click();
		await expect(dialog).toBeHidden();
		expect(await api.get(targetDetail, `/api/targets/${target.id}`)).toMatchObject({
			four_eyes: true,
			size_warning_factor: 3,
		});
	});
});

test("the overview's numbers open their lists", async ({ service, openPageOf, startAgent }) => {
	const target = await createTarget(service, "Overview servers");
	const waiting = await deploy(service, "Waits for a decision", target, { activated: false });
	const live = await deploy(service, "Live for the overview", target);
	// The overview begins with the targets that have most.
	for (const name of ["Live as well", "Live besides"]) await deploy(service, name, target);
	const agent = await startAgent(target.key);
	await expect.poll(answersAt(agent, live.designId, live.place)).toEqual([CODE]);
	const page = await openPageOf(service.seed.administrator);
	await page.goto("/");
	await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
	const figures = page.locator("dl[aria-label='Key figures']");
	await figures.getByRole("link", { name: /To review$/ }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible();
	await expect(page.getByRole("list", { name: "Requests" })).toContainText(waiting.name);
	await page.goBack();
	await page.getByRole("list", { name: "Requests to review" }).getByRole("link").first().click();
	await expect(page).toHaveURL(/\/approvals\?target=/);
	await expect(page.getByRole("list", { name: "Requests" })).toBeVisible();
	await page.goBack();
	const matrix = page.getByRole("region", { name: "Live by target" });
	const row = matrix.getByRole("row").filter({ hasText: live.name });
	await expect(row.getByRole("link", { name: `${live.name}: Live`, exact: true })).toBeVisible();
	await expect(matrix.getByRole("link", { name: `${waiting.name}: Pending`, exact: true })).toBeVisible();
	await row.getByRole("link", { name: `${live.name}: Live`, exact: true }).click();
	await expect(page.getByRole("heading", { level: 1, name: live.name })).toBeVisible();

	// Designers learn nothing of invisible agents, not even that all is well.
	const theirs = await openPageOf(service.seed.designer);
	await theirs.goto("/");
	await expect(theirs.getByRole("button", { name: "New design…" })).toBeVisible();
	await expect(theirs.locator("dl[aria-label='Your designs by stage']")).toBeVisible();
	await expect(theirs.getByText("no agent online")).toHaveCount(0);
});

test("every page of targets and the overview are accessible in both themes, and fit a small screen", {
	tag: SCREENS,
}, async ({ service, openPageOf, startAgent }) => {
	const { target, key } = agentTarget(service.seed);
	const agent = await startAgent(key);
	await expect.poll(agent.isReady).toBe(true);
	const page = await openPageOf(service.seed.administrator);
	await page.setViewportSize({ width: 1600, height: 900 });
	await page.goto(`/targets/${target.id}`);
	const head = page.getByRole("region", { name: "State", exact: true });
	await expect(head).toContainText("used of");
	const beyondTheCard = await head.evaluate((card) =>
		[...card.querySelectorAll("p *, li *")]
			.filter((part) => part.getBoundingClientRect().right > card.getBoundingClientRect().right)
			.map(({ textContent }) => textContent),
	);
	expect(beyondTheCard).toEqual([]);
	await page.setViewportSize({ width: 1280, height: 720 });
	for (const [name, path] of [
		["targets", "/targets"],
		["target", `/targets/${target.id}`],
		["overview", "/"],
	] as const) {
		await page.goto(path);
		await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
		await expectAccessible(page, name);
	}
	await expectToFit(page, [
		{ name: "targets", path: "/targets" },
		{ name: "target", path: `/targets/${target.id}` },
		{ name: "overview", path: "/" },
	]);
});
