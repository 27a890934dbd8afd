import type { Page } from "@playwright/test";
import { createTarget, decide, deploy } from "../support/deployed";
import { expect, test } from "../support/test";

const statusOf = (page: Page, word: RegExp) => page.getByRole("status").filter({ hasText: word });
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
const listOf = (q: string) => `/deployments?${new URLSearchParams({ q })}`;
const dialogOf = (page: Page) => page.getByRole("dialog");

/** Blocks the scripts after a page's first load, until restored. */
async function withoutLaterParts(page: Page, path: string, how: "unreachable" | "upgraded") {
	const first = await (await page.request.get(path)).text();
	let missing = true;
	await page.route(/\/_next\/static\/chunks\//, (route) => {
		const [, chunk = ""] = new URL(route.request().url()).pathname.split("/_next/");
		if (!missing || first.includes(chunk)) return route.continue();
		return how === "unreachable" ? route.abort("internetdisconnected") : route.fulfill({ status: 404 });
	});
	await page.goto(path);
	return { mend: () => (missing = false) };
}

test.describe("parts of a page that cannot be loaded", () => {
	test.use({ allowedBrowserErrors: [/ERR_INTERNET_DISCONNECTED|status of (401|404)/] });

	test("offline, a dialog that does not come leaves the page as it is, and comes when it is asked for again", async ({
		service,
		openPageOf,
	}) => {
		const target = await createTarget(service, "Remote servers");
		const own = await deploy(service, "Remote lighthouses", target);
		const page = await openPageOf(service.seed.administrator);
		const { mend } = await withoutLaterParts(page, listOf(own.name), "unreachable");
		await page.getByRole("checkbox", { name: `Select ${own.name}` }).click();
		await page.context().setOffline(true);
		const deactivate = rowOf(page, own.name).getByRole("button", { name: /^Deactivate…/ });
		await rowOf(page, own.name).hover();
		await deactivate.click();
		await expect(dialogOf(page)).toContainText("This could not be opened");
		await expect(dialogOf(page)).toContainText("Check the connection and try again.");
		await expect(dialogOf(page).getByRole("button", { name: "Reload page" })).toHaveCount(0);
		await dialogOf(page).getByRole("button", { name: "Try again" }).click();
		await expect(dialogOf(page).getByRole("button", { name: "Try again" })).not.toHaveAttribute("aria-busy");
		await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
		await expect(dialogOf(page)).toBeHidden();
		await expect(deactivate).toBeFocused();
		await expect(page.getByRole("region", { name: "Selected deployments" })).toContainText("1 selected");

		// First, as an open dialog is loaded again once the browser is online.
		await page.context().setOffline(false);
		await deactivate.click();
		await expect(dialogOf(page)).toContainText("This could not be opened");
		mend();
		await dialogOf(page).getByRole("button", { name: "Try again" }).click();
		await expect(dialogOf(page)).toContainText(`Deactivate ${own.name} on ${target.name}?`);
	});

	test("after an upgrade the editor offers to reload, asks before it discards, and gets its map by trying again", async ({
		service,
		openPageOf,
	}) => {
		const target = await createTarget(service, "Upgraded servers");
		const own = await deploy(service, "Upgraded bridges", target, { activated: false });
		const page = await openPageOf(service.seed.designer);
		const { mend } = await withoutLaterParts(page, `/designs/${own.designId}/edit`, "upgraded");
		const problem = page.getByRole("alert").filter({ hasText: "The map could not be loaded." });
		await expect(problem).toContainText("The service may have been updated");
		const name = page.getByLabel("Set name");
		await name.fill("Typed before the upgrade");
		await page.getByRole("button", { name: "Reload page" }).click();
		await expect(dialogOf(page)).toContainText("Leave without saving?");
		await dialogOf(page).getByRole("button", { name: "Stay" }).click();
		await expect(name).toHaveValue("Typed before the upgrade");
		mend();
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page.locator("[data-ready=true]")).toBeVisible();
		await expect(problem).toBeHidden();
		await expect(name).toHaveValue("Typed before the upgrade");

		await test.step("and the sign-in is at hand", async () => {
			await page.route(/\/_next\/static\//, (route) => route.abort("internetdisconnected"));
			await page.context().clearCookies();
			// By key: a list that is refreshed before may have opened the dialog, which covers the button.
			await page.keyboard.press("Control+s");
			await expect(dialogOf(page)).toContainText("Your session has ended");
			await expect(dialogOf(page).getByLabel("Password")).toBeVisible();
		});
	});
});

test.describe("a page that is asked for while the service is away", () => {
	test.use({ allowedBrowserErrors: [/net::ERR_|status of 50[23]/] });

	test("comes in the frame once the service is back, and so does a part that was not loaded", async ({
		service,
		openPageOf,
	}) => {
		const page = await openPageOf(service.seed.administrator);
		const menu = page.getByRole("navigation", { name: "Main" });
		const follow = (name: string) => menu.getByRole("link", { name, exact: true }).click();
		const title = page.getByRole("heading", { level: 1 });
		const sorry = page
			.getByRole("main")
			.getByRole("alert")
			.filter({ hasText: "The service cannot be reached. Trying again…" });
		await page.goto("/targets");
		await expect(page.getByRole("row").first()).toBeVisible();

		const startAgain = await service.interrupt();
		await follow("Deployments");
		await expect(sorry).toBeVisible();
		await expect(page.getByRole("table")).toBeHidden();
		await follow("Targets");
		await expect(sorry).toBeHidden();
		await expect(title).toHaveText("Targets");
		await follow("Deployments");
		await expect(sorry).toBeVisible();
		await menu.getByRole("button", { name: "Help" }).click();
		await expect(dialogOf(page)).toContainText("Check the connection and try again.");

		await startAgain();
		await dialogOf(page).getByRole("button", { name: "Try again" }).click();
		await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(title).toHaveText("Deployments");
		expect(new URL(page.url()).pathname).toBe("/deployments");
		await expect(sorry).toBeHidden();

		await test.step("also behind a proxy, which answers in its place", async () => {
			await page.route("**", (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
			await follow("Designs");
			await expect(sorry).toBeVisible();
			await page.unrouteAll();
			await sorry.getByRole("button", { name: "Try now" }).click();
			await expect(title).toHaveText("Designs");
		});
	});
});

test.describe("live updates", () => {
	test("a change that comes while a list is first loaded is on the page", async ({ service, openPageOf }) => {
		const target = await createTarget(service, "Early servers");
		const own = await deploy(service, "Early birds", target);
		const page = await openPageOf(service.seed.administrator);
		const isLive = page.waitForRequest(/\/api\/events/);
		let answered = 0;
		let sendFirst = () => {};
		await page.route(/\/targeting\/deployments\?.*q=/, async (route) => {
			answered += 1;
			if (answered > 1) return route.continue();
			const response = await route.fetch();
			await new Promise<void>((resolve) => (sendFirst = resolve));
			// The page may have given it up.
			await route.fulfill({ response }).catch(() => undefined);
		});
		await page.goto("/deployments");
		await isLive;
		await expect(statusOf(page, /^Up to date$/)).toBeVisible();
		// The first list came with the document.
		await page.getByRole("searchbox").first().fill(own.name);
		await expect.poll(() => answered).toBe(1);
		await decide(service, own.id, "tag", { tags: "late" });
		await expect.poll(() => answered).toBeGreaterThan(1);
		sendFirst();
		await expect(rowOf(page, own.name)).toContainText("late");
	});

	test("a stream that dies without a word is noticed, and what happened meanwhile is on the page", async ({
		service,
		openPageOf,
	}) => {
		const target = await createTarget(service, "Silent servers");
		const own = await deploy(service, "Silent springs", target);
		const page = await openPageOf(service.seed.administrator);
		let streams = 0;
		page.on("request", (request) => {
			if (new URL(request.url()).pathname === "/api/events") streams += 1;
		});
		await page.clock.install();
		// A stream that opens, and then says nothing.
		await page.addInitScript(() => {
			const { EventSource: Real } = window;
			let opened = 0;
			class Silent extends EventTarget {
				readyState = 1;
				constructor() {
					super();
					queueMicrotask(() => this.dispatchEvent(new Event("open")));
				}
				close() {
					this.readyState = 2;
				}
			}
			Object.assign(window, {
				EventSource: function Stream(url: string) {
					opened += 1;
					return opened === 1 ? new Silent() : new Real(url);
				},
			});
		});
		await page.goto(listOf(own.name));
		await expect(statusOf(page, /^Up to date$/)).toBeVisible();
		await expect(rowOf(page, own.name)).toContainText("Not live");
		await page.clock.runFor(10_000);
		await decide(service, own.id, "tag", { tags: "meanwhile" });
		expect(streams).toBe(0);
		await page.clock.runFor(45_000);
		await expect(rowOf(page, own.name)).toContainText("meanwhile");
		await page.clock.resume();
		await expect.poll(() => streams).toBe(1);
		await expect(statusOf(page, /^Up to date$/)).toBeVisible();
	});

	test("nine tabs share one stream, none is blank, and each shows a change", async ({ service, openPageOf }) => {
		const target = await createTarget(service, "Shared servers");
		const own = await deploy(service, "Shared shores", target);
		const first = await openPageOf(service.seed.administrator);
		let streams = 0;
		first.context().on("request", (request) => {
			if (new URL(request.url()).pathname === "/api/events") streams += 1;
		});
		const pages = [first];
		while (pages.length < 9) pages.push(await first.context().newPage());
		for (const page of pages) {
			await page.goto(listOf(own.name));
			await expect(rowOf(page, own.name)).toContainText("Not live");
			await expect(statusOf(page, /^Up to date$/)).toBeVisible();
		}
		expect(streams).toBe(1);
		await decide(service, own.id, "tag", { tags: "everywhere" });
		for (const page of pages) await expect(rowOf(page, own.name)).toContainText("everywhere");

		// The tab that keeps the stream closes: another one takes it over.
		await first.close();
		await expect.poll(() => streams).toBe(2);
		await decide(service, own.id, "tag", { tags: "again" });
		for (const page of pages.slice(1)) await expect(rowOf(page, own.name)).toContainText("again");
	});
});

test("a name that turns the direction of reading leaves the sentence around it as it is", async ({
	service,
	openPageOf,
}) => {
	const target = await createTarget(service, "Mirrored servers");
	const own = await deploy(service, "Mirrored \u202esnrevac", target);
	const page = await openPageOf(service.seed.administrator);
	await page.goto(listOf("Mirrored"));
	const row = page.getByRole("row").filter({ hasText: own.name });
	await expect(row.locator("bdi").filter({ hasText: own.name }).first()).toBeVisible();
	await row.hover();
	await row.getByRole("button", { name: /^Deactivate…/ }).click();
	const title = dialogOf(page).getByRole("heading");
	await expect(title).toContainText(`Deactivate \u2068${own.name}\u2069 on ${target.name}?`);
	const places = await title.evaluate((heading) => {
		const text = heading.firstChild as Text;
		return ["Deactivate", "on", "Mirrored servers", "?"].map((word) => {
			const range = document.createRange();
			const start = text.data.lastIndexOf(word);
			range.setStart(text, start);
			range.setEnd(text, start + word.length);
			return range.getBoundingClientRect().left;
		});
	});
	expect(places).toEqual([...places].sort((a, b) => a - b));
});
