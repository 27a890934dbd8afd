import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { invitedPerson } from "@/lib/contract/person";
import type { DemoPersona } from "@/lib/tools/seed/demo-world";
import { ApiClient } from "./support/api-client";
import { createTarget, deploy } from "./support/deployed";
import { type RunningService, startService } from "./support/service";
import { expect, test } from "./support/test";

const BASE_PATH = "/targeting-ui";

/**
 * A proxy that keeps paths as they are: below the base path one service, everything else another.
 */
async function startProxy(below: string, others: string): Promise<{ url: string; server: Server }> {
	const server = createServer((incoming, outgoing) => {
		const { url = "", method, headers } = incoming;
		const { hostname, port } = new URL(/^\/targeting-ui(?:[/?]|$)/.test(url) ? below : others);
		const passedOn = request({ hostname, port, path: url, method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
			answer.pipe(outgoing);
		});
		passedOn.on("error", () => outgoing.destroy());
		outgoing.on("close", () => passedOn.destroy());
		incoming.pipe(passedOn);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function signInAt(page: Page, address: string, { email, password }: DemoPersona): Promise<void> {
	await page.goto(address);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

/** Requests of a page that leave the path of its service. */
function requestsElsewhere(page: Page): string[] {
	const elsewhere: string[] = [];
	page.on("request", (sent) => {
		const { protocol, pathname } = new URL(sent.url());
		const within = pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`);
		if (protocol === "http:" && !within) elsewhere.push(sent.url());
	});
	return elsewhere;
}

test.describe("a service below a path of its host, beside another one there", () => {
	let below: RunningService;
	let proxy: { url: string; server: Server };

	test.beforeAll(async ({ service }) => {
		test.setTimeout(360_000);
		const settings = { BASE_PATH };
		below = await startService("embedded", "demo", { script: "lib/tools/cli/start.mjs", settings });
		proxy = await startProxy(below.baseUrl, service.baseUrl);
	});

	test.afterAll(async () => {
		proxy?.server.close();
		proxy?.server.closeAllConnections();
		await below?.stop();
	});

	test("every page, a decision, the live state, downloads and the end of the session stay below it", async ({
		service,
		page,
		context,
		startAgent,
	}) => {
		test.setTimeout(240_000);
		const address = `${proxy.url}${BASE_PATH}`;
		const elsewhere = requestsElsewhere(page);
		const target = await createTarget(below, "A roof below the path");
		const agent = await startAgent(target.key, { server: address });
		const design = await deploy(below, "Shops below the path", target, { activated: false });

		await test.step("signing in, back to the page that was asked for", async () => {
			await signInAt(page, `${address}/deployments?status=requested`, below.seed.administrator);
			expect(page.url()).toBe(`${address}/deployments?status=requested`);
		});

		const other = await context.newPage();
		await test.step("somebody else signs in to the other service", async () => {
			await signInAt(other, `${proxy.url}/`, service.seed.designer);
			await page.reload();
			await expect(page.getByText("Up to date", { exact: true })).toBeVisible();
		});

		await test.step("every page of the navigation", async () => {
			const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
			const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
			expect(hrefs.length).toBeGreaterThan(9);
			for (const href of hrefs) {
				await page.getByRole("navigation", { name: "Main" }).locator(`a[href="${href}"]`).click();
				await expect(page).toHaveURL((url) => url.pathname === href);
				await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
				await expect(page.locator(`a[href="${href}"][aria-current="page"]`)).toBeVisible();
				await page.reload();
				await expect(page.getByText("Up to date", { exact: true })).toBeVisible();
			}
		});

		await test.step("the address of the API, as the reference has it", async () => {
			await page.goto(`${address}/docs`);
			await expect(page.getByText(`${address}/targeting/designs`).first()).toBeVisible();
		});

		await test.step("a decision, and what the agent has of it", async () => {
			await page.goto(`${address}/approvals?request=${design.id}`);
			const panel = page.getByRole("region", { name: "Request" });
			await expect(panel.getByRole("heading", { name: design.name })).toBeVisible();
			await panel.getByRole("button", { name: /^Activate/ }).click();
			await expect(panel.getByRole("heading", { name: design.name })).toBeHidden();
			await page.goto(`${address}/deployments/${design.id}`);
			await expect(page.getByText("loaded", { exact: true }).first()).toBeVisible({ timeout: 30_000 });
			await expect.poll(agent.isReady).toBe(true);
			expect(await agent.lookup(design.place.latitude, design.place.longitude)).toHaveLength(1);
		});

		await test.step("downloads", async () => {
			await page.goto(`${address}/deployments?q=${encodeURIComponent(design.name)}`);
			const download = page.waitForEvent("download");
			await page.getByRole("link", { name: "Export CSV" }).click();
			const exported = await (await download).createReadStream();
			let text = "";
			for await (const chunk of exported) text += chunk;
			expect(text).toContain(design.name);
		});

		await test.step("a link to set a password", async () => {
			const api = new ApiClient({ baseUrl: address }, below.seed.administrator.key);
			const body = JSON.stringify({ email: `new-${Date.now()}@partner.example`, first_name: "Nela" });
			const { link } = await api.send(invitedPerson, "POST", "/api/users", body);
			expect(link).toContain(`${address}/welcome#`);
		});

		await test.step("signing out ends this session alone", async () => {
			await page.getByRole("button", { name: /^Account of/ }).click();
			await page.getByRole("menuitem", { name: "Sign out" }).click();
			await expect(page).toHaveURL(`${address}/signin`);
			await page.goto(address);
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
			await other.reload();
			await expect(other.getByRole("navigation", { name: "Main" })).toBeVisible();
		});

		await test.step("the map of the designer, who signs in after that", async () => {
			await signInAt(page, `${address}/designs/${design.designId}`, below.seed.designer);
			await expect(page.getByRole("heading", { level: 1 })).toHaveText(design.name);
			// Its worker has read the land and the fences, which are drawn now.
			const drawn = () => page.evaluate(() => performance.getEntriesByName("fences-drawn").length);
			await expect.poll(drawn, { timeout: 30_000 }).toBe(1);
			await expect(page.getByText("The map could not be drawn completely")).toBeHidden();
		});

		expect(elsewhere).toEqual([]);
	});
});
