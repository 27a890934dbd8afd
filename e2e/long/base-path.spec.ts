import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { invitedPerson } from "@/lib/contract/person";
import type { DemoPersona } from "@/lib/tools/seed/demo-world";
import { type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { squareArchive, squareTile } from "@/lib/tools/testing/square-of-land";
import { ApiClient } from "../support/api-client";
import { createDesign, createTarget, deploy } from "../support/deployed";
import { type RunningService, startService } from "../support/service";
import { expect, test } from "../support/test";

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

/** A host of map styles: a style with a tile of land, and pictures and letters that it lacks. */
async function startStyleHost(): Promise<Receiver> {
	const host = await startReceiver();
	const style = {
		version: 8,
		sprite: `${host.url}/sprite`,
		glyphs: `${host.url}/letters/{fontstack}/{range}.pbf`,
		sources: {
			own: { type: "vector", tiles: [`${host.url}/{z}/{x}/{y}.pbf`], maxzoom: 0, attribution: "Drawn by the test" },
		},
		layers: [
			{ id: "ground", type: "background", paint: { "background-color": "#dde" } },
			{ id: "earth", type: "fill", source: "own", "source-layer": "earth" },
			{ id: "name", type: "symbol", source: "own", "source-layer": "earth", layout: { "text-field": "Land" } },
		],
	};
	const answers: Record<string, string | Uint8Array> = {
		"/style.json": JSON.stringify(style),
		"/0/0/0.pbf": squareTile(),
		"/sprite.json": "{}",
		"/sprite.png": Buffer.from(PIXEL, "base64"),
	};
	host.answer = (response, { path }) =>
		void response.writeHead(200, { "Access-Control-Allow-Origin": "*" }).end(answers[path] ?? "");
	return host;
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

test.describe("a service below a path of its host, beside another one there", () => {
	let below: RunningService;
	let directory: string;
	let proxy: { url: string; server: Server };

	test.beforeAll(async ({ service }) => {
		directory = await mkdtemp(join(tmpdir(), "targeting-map-"));
		const settings = { BASE_PATH, BASEMAP_FILE: join(directory, "region.pmtiles") };
		await writeFile(settings.BASEMAP_FILE, squareArchive());
		below = await startService("embedded", "demo", { script: "lib/tools/cli/start.mjs", settings });
		proxy = await startProxy(below.baseUrl, service.baseUrl);
	});

	test.afterAll(async () => {
		proxy?.server.close();
		proxy?.server.closeAllConnections();
		await below?.stop();
		await rm(directory, { recursive: true, force: true });
	});

	/** The map has read its base map and the fences, which are drawn now. */
	async function expectMap(page: Page, attribution: string): Promise<void> {
		const drawn = () => page.evaluate(() => performance.getEntriesByName("fences-drawn").length);
		await expect.poll(drawn).toBe(1);
		await expect(page.getByText(attribution)).toBeVisible();
		await expect(page.getByText("The map could not be drawn completely")).toBeHidden();
	}

	test("every page, a decision, the live state, downloads and the end of the session stay below it", async ({
		service,
		page,
		context,
		startAgent,
	}) => {
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
			await expect(page.getByRole("button", { name: `Copy the address ${address}`, exact: true })).toBeVisible();
		});

		await test.step("a decision, and what the agent has of it", async () => {
			await page.goto(`${address}/approvals?request=${design.id}`);
			const panel = page.getByRole("region", { name: "Request" });
			await expect(panel.getByRole("heading", { name: design.name })).toBeVisible();
			await panel.getByRole("button", { name: /^Activate/ }).click();
			await expect(panel.getByRole("heading", { name: design.name })).toBeHidden();
			await page.goto(`${address}/deployments/${design.id}`);
			await expect(page.getByText("loaded", { exact: true }).first()).toBeVisible();
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

		await test.step("the map of the designer, who signs in after that, on the operator's archive", async () => {
			const part = page.waitForResponse(`${address}/api/basemap/file`);
			await signInAt(page, `${address}/designs/${design.designId}`, below.seed.designer);
			await expect(page.getByRole("heading", { level: 1 })).toHaveText(design.name);
			expect((await part).status()).toBe(206);
			await expectMap(page, "© OpenStreetMap contributors");
		});

		expect(elsewhere).toEqual([]);
	});

	test("its maps lie on a style of another host, which alone may be asked", async ({ page }) => {
		const host = await startStyleHost();
		try {
			const restart = await below.interrupt();
			await restart({ BASEMAP_FILE: "", MAP_STYLE_URL: `${host.url}/style.json` });
			const design = await createDesign(below, "Shops on another map", { latitude: 10, longitude: 8 });
			const address = `${proxy.url}${BASE_PATH}/designs/${design.id}`;
			await signInAt(page, address, below.seed.designer);
			await expectMap(page, "Drawn by the test");
			await expect
				.poll(() => [...new Set(host.received.map(({ path }) => path))].sort())
				.toEqual([
					"/0/0/0.pbf",
					expect.stringMatching(/^\/letters\/[^/]+\/0-255\.pbf$/),
					"/sprite.json",
					"/sprite.png",
					"/style.json",
				]);
			const policy = (await page.request.get(address)).headers()["content-security-policy"] ?? "";
			expect(policy.split("; ").filter((part) => part.includes("http"))).toEqual([
				`connect-src 'self' ${host.url}`,
				`img-src 'self' data: blob: ${host.url}`,
			]);
		} finally {
			await host.stop();
		}
	});
});
