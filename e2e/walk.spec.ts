import { readdirSync } from "node:fs";
import type { Page, Request } from "@playwright/test";
import { deploymentDetail } from "@/lib/contract/deployment";
import { designRow } from "@/lib/contract/design-list";
import { issuedWebhook } from "@/lib/contract/webhook";
import { ApiClient } from "./support/api-client";
import { expectAccessible } from "./support/axe";
import { marked } from "./support/marked";
import { expectAtRest } from "./support/readiness";
import { expectToFit } from "./support/screenshots";
import type { RunningService } from "./support/service";
import { expect, test } from "./support/test";

// One page is not there.
test.use({ allowedBrowserErrors: [/status of 404/] });

/** Of all pages, from their folders: a new one is opened, too. */
const PAGES = readdirSync("app", { recursive: true, encoding: "utf8" })
	.filter((path) => /(?:^|\/)page\.tsx$/.test(path))
	.map((path) => `/${path}`.replace(/\/\(\w+\)/, "").replace(/\/page\.tsx$/, "") || "/")
	.sort();
/** Pages of those who are not signed in, or not yet. */
const OUTSIDE = ["/forgot-password", "/second-factor", "/signin", "/unsubscribe", "/welcome"];

/** Objects of the demo world that have pages of their own. */
async function objectsOf(service: RunningService): Promise<Record<string, string>> {
	const api = new ApiClient(service, service.seed.operator.key);
	const [design] = await api.list(designRow, "/targeting/designs", { detail: "true", type: "proximity", limit: "1" });
	const live = { detail: "true", status: "activated", limit: "1" };
	const [deployment] = await api.list(deploymentDetail, "/targeting/deployments", live);
	const hook = JSON.stringify({ url: "https://hooks.example", description: marked("Walked"), enabled: false });
	const webhook = await api.send(issuedWebhook, "POST", "/api/webhooks", hook);
	const [target] = service.seed.targets;
	return {
		designs: design?.id ?? "",
		deployments: deployment?.id ?? "",
		targets: target?.id ?? "",
		webhooks: webhook.id,
	};
}

/** Opens a page by its link where the frame has one: that loads no page again. */
async function open(page: Page, address: string): Promise<void> {
	const link = page.getByRole("navigation", { name: "Main" }).locator(`a[href="${address}"]`);
	if (await link.isVisible()) await link.click();
	else await page.goto(address);
	await expect(page).toHaveURL(address);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expectAtRest(page);
}

test("every page opens, and is accessible", async ({ service, page, openPageOf }) => {
	const objects = await objectsOf(service);
	const addressOf = (path: string) =>
		path
			.replace("[...missing]", "no/such/page")
			.replace("/[[...page]]", "")
			.replace(/\/(\w+)\/\[id\]/, (_, kind: string) => `/${kind}/${objects[kind]}`);
	expect(PAGES).toEqual(expect.arrayContaining(OUTSIDE));
	for (const path of OUTSIDE) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await expectAccessible(page, path);
	}
	await page.goto("/help/operations/try?q=a");
	await expect(page, "the manual asks visitors to sign in").toHaveURL(
		/\/signin\?callbackUrl=%2Fhelp%2Foperations%2Ftry/,
	);
	const within = await openPageOf(service.seed.operator);
	for (const path of ["/", ...PAGES].filter((each) => !OUTSIDE.includes(each))) {
		await open(within, addressOf(path));
		await expectAccessible(within, path);
	}
	await readManual(within);
});

/** From a word to the section that has it, and on by a link within its text. */
async function readManual(page: Page): Promise<void> {
	await page.goto("/help");
	await page.keyboard.press("/");
	await page.keyboard.type("signed downl\n");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search results");
	await expectAccessible(page, "/help?q=");
	await page.getByRole("article").getByRole("link", { name: "Downloads of agents" }).first().click();
	await expect(page).toHaveURL("/help/operations/agents#downloads-of-agents");
	await expect(page.getByRole("heading", { name: "Downloads of agents" })).toBeInViewport();
	await page.getByRole("navigation", { name: "Manual" }).getByRole("link", { name: "Configure" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Configure");
	await page.getByRole("article").getByRole("link", { name: "pgbouncer" }).first().click();
	await expect(page.getByRole("heading", { name: "pgbouncer" })).toBeInViewport();
	await expectAccessible(page, "/help/operations/grow");
}

/** A row of each main page, and the most calls that it makes once it is there. */
const ROWS = {
	"/": { row: "tbody tr", calls: 0 },
	// Of the request that is read: the shapes of its map and their places, and the next one's preview.
	"/approvals": { row: "[id^='request-']", calls: 3 },
	"/deployments": { row: "tbody tr a", calls: 0 },
	"/designs": { row: "tbody tr a", calls: 0 },
	"/builds": { row: "tbody tr a", calls: 0 },
};

test("the main pages have their rows without scripts, and ask for nothing twice", async ({
	service,
	browser,
	openPageOf,
}) => {
	const page = await openPageOf(service.seed.operator);
	const context = await browser.newContext({
		baseURL: service.baseUrl,
		storageState: await page.context().storageState(),
		javaScriptEnabled: false,
	});
	const document = await context.newPage();
	for (const [path, { row, calls: most }] of Object.entries(ROWS)) {
		// On a machine that is busy elsewhere, a page may not wait for all its answers.
		await expect(async () => {
			await document.goto(path);
			expect(await document.locator(row).first().isVisible(), path).toBe(true);
		}).toPass();
		await expect(async () => {
			const calls: string[] = [];
			const count = (request: Request) => {
				const { pathname, searchParams } = new URL(request.url());
				const isRead = /^\/(api|targeting)\//.test(pathname) && pathname !== "/api/events";
				// Nor are other pages fetched ahead, which nobody points at.
				if (isRead || searchParams.has("_rsc")) calls.push(request.url());
			};
			page.on("request", count);
			await page.goto(path);
			await expect(page.getByText("Up to date")).toBeVisible();
			await expectAtRest(page);
			page.off("request", count);
			expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(most);
		}).toPass();
	}
	await context.close();

	// React may have taken over half of the page by then.
	const { goto }: Page = Object.getPrototypeOf(page);
	await goto.call(page, "/designs", { waitUntil: "commit" });
	await page.locator("tbody tr a").first().click();
	await expect(page, "a click on a row that is just there").toHaveURL(/\/designs\/[0-9a-f-]{36}$/);
});

test("the main pages fit a phone", async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.administrator);
	await expectToFit(
		page,
		["/", "/approvals", "/deployments", "/designs", "/help", "/help/operations/configure"].map((path) => ({
			name: `phone ${path}`,
			path,
		})),
	);
});
