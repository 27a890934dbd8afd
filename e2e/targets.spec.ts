import { targetDetail, targetState } from "@/lib/contract/target";
import { ApiClient } from "./support/api-client";
import { expectAccessibleInPassing } from "./support/axe";
import { answersAt, CODE, deploy } from "./support/deployed";
import { mark, marked } from "./support/marked";
import { expectAtRest } from "./support/readiness";
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

	const [name, slug] = [marked("Made in the page"), `made-${mark()}`];
	await page.goto("/targets");
	await page.getByRole("button", { name: "New target…" }).click();
	await dialog.getByRole("button", { name: "Create target" }).click();
	await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
	await expect(dialog.getByLabel("Slug")).toBeHidden();
	await dialog.getByLabel("Name").fill(name);
	await dialog.getByText("More settings").click();
	await dialog.getByLabel("Slug").fill(slug);
	await dialog.getByLabel("Memory capacity (MB)").fill("1.5");
	// Their own stands there at first; others are offered as far as their targets accept them
	// already.
	await expect(chosen).toHaveText([/^metro-exchange/]);
	const looked = page.waitForResponse(/\/api\/directory\?q=NORDWIND/);
	await accepted.fill("NORDWIND");
	expect(await (await looked).json()).toMatchObject({ response: { data: [] } });
	await accepted.fill("BRIGHTSIDE");
	await expect(options).toHaveText([/^brightside-media/]);
	await expectAccessibleInPassing(page, "the organizations that a target may accept");
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
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	expect(await api.get(targetDetail, `/api/targets/${id}`)).toMatchObject({
		name,
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
	expect(command).toBe(`AGENT_KEY=${key} npm run agent -- --server ${new URL(page.url()).origin} --port 7070`);
	await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(0);
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await expect(page.getByRole("list", { name: "Agent keys" })).toContainText("Rack 7");
	await expect(page.getByText(key)).toHaveCount(0);

	const agent = await startAgent(key);
	const target = { id, name, key };
	const own = await deploy(service, marked("Rack campaign"), target);
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
