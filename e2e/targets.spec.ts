import { deploymentDetail } from "@/lib/contract/deployment";
import { targetDetail, targetState } from "@/lib/contract/target";
import { ApiClient } from "./support/api-client";
import { expectAccessible } from "./support/axe";
import { answersAt, CODE, createTarget, deploy } from "./support/deployed";
import { expectAtRest } from "./support/readiness";
import { expectToFit, SCREENS } from "./support/screenshots";
import { agentTarget } from "./support/service";
import { expect, test } from "./support/test";

test("a target made in the page, an agent started with the key shown once, and stopped from learning by revoking it", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const { administrator, designer, other_administrator: stranger } = service.seed;
	const api = new ApiClient(service, administrator.key);
	const page = await openPageOf(administrator);
	const dialog = page.getByRole("dialog");
	const accepted = dialog.getByRole("combobox", { name: "Accepted organizations" });
	const chosen = dialog.getByRole("list", { name: "Selected organizations" }).getByRole("listitem");
	const options = page.getByRole("listbox", { name: "Organizations" }).getByRole("option");

	await page.goto("/targets");
	await page.getByRole("button", { name: "New target…" }).click();
	await dialog.getByRole("button", { name: "Create target" }).click();
	await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
	await dialog.getByLabel("Name").fill("Made in the page");
	await dialog.getByLabel("Slug").fill("made-in-the-page");
	await dialog.getByLabel("Memory capacity (MB)").fill("1.5");
	// Their own stands there at first; others are offered as far as their targets accept them
	// already.
	await expect(chosen).toHaveText([/^metro-exchange/]);
	const looked = page.waitForResponse(/\/api\/directory\?q=NORDWIND/);
	await accepted.fill("NORDWIND");
	expect(await (await looked).json()).toMatchObject({ response: { data: [] } });
	await accepted.fill("BRIGHTSIDE");
	await expect(options).toHaveText([/^brightside-media/]);
	await expectAccessible(page, "the organizations that a target may accept");
	await accepted.press("ArrowDown");
	await accepted.press("Enter");
	await expect(chosen).toHaveText(["metro-exchange Metro Exchange", "brightside-media Brightside Media"]);
	await expect(accepted).toHaveValue("");
	await dialog.getByRole("button", { name: `Remove ${administrator.org_slug}` }).click();
	await expect(accepted).toBeFocused();
	await accepted.pressSequentially(`${stranger.org_slug},`);
	await expect(chosen).toHaveText([/^brightside-media/, /^nordwind-dsp/]);
	await expect(options).toHaveCount(0);
	await accepted.press("Backspace");
	await expect(chosen).toHaveText([/^brightside-media/]);
	await dialog.getByLabel("Four eyes").check();
	await dialog.getByLabel("Requests expire after (hours)").fill("48");
	await dialog.getByRole("button", { name: "Create target" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Made in the page" })).toBeVisible();
	const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	expect(await api.get(targetDetail, `/api/targets/${id}`)).toMatchObject({
		name: "Made in the page",
		memory_capacity: 1_500_000,
		four_eyes: true,
		request_ttl_seconds: 172_800,
		accepted_organizations: [{ slug: designer.org_slug }],
	});

	await expectAtRest(page);
	await page.getByRole("button", { name: "New agent key…" }).click();
	await dialog.getByLabel("Name").fill("Rack 7");
	await dialog.getByRole("button", { name: "Create key" }).click();
	const key = await dialog.getByLabel("Key", { exact: true }).inputValue();
	const command = await dialog.getByLabel("Command that starts an agent", { exact: true }).inputValue();
	expect(command).toBe(`AGENT_KEY=${key} npm run agent -- --server ${new URL(page.url()).origin}`);
	await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(0);
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await expect(page.getByRole("list", { name: "Agent keys" })).toContainText("Rack 7");
	await expect(page.getByText(key)).toHaveCount(0);

	const agent = await startAgent(key);
	const target = { id, name: "Made in the page", key };
	const own = await deploy(service, "Rack campaign", target);
	await expect.poll(answersAt(agent, own.designId, own.place)).toEqual([CODE]);
	const agents = page.getByRole("list", { name: "Agents", exact: true });
	await expect(agents).toContainText("in sync");
	await expect(agents).toContainText("loaded 1 of 1 deployment");
	await expect(page.getByRole("list", { name: "Activated deployments" })).toContainText("Live");
	const { memory } = await api.get(targetState, `/api/targets/${id}/state`);
	const head = page.getByRole("region", { name: "State", exact: true });
	await expect(head).toContainText("Live1 deployment · 1 agent online");
	await expect(head.getByTitle(`${memory.activated.toLocaleString("en-GB")} bytes`)).toBeVisible();
	await expect(head.getByTitle("1,500,000 bytes")).toBeVisible();

	await page.getByRole("button", { name: "Revoke… Rack 7" }).click();
	await expect(dialog).toContainText("Revoke the agent key Rack 7?");
	await dialog.getByRole("button", { name: "Revoke" }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole("list", { name: "Agent keys" })).toContainText("revoked");
	const refused = await fetch(`${service.baseUrl}/api/agent/deployments`, {
		headers: { Authorization: `Bearer ${key}` },
	});
	expect(refused.status).toBe(401);
});

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
		await expect(dialog.getByRole("alert")).toContainText("look again");
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
	await expect(page.getByRole("list", { name: "Needs attention" })).toContainText("to review");
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
