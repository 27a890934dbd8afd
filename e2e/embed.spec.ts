import type { Page } from "@playwright/test";
import { organization } from "@/lib/contract/organization";
import { tokenResponse } from "@/lib/contract/token";
import type { DemoPersona } from "@/lib/tools/seed/demo-world";
import { ApiClient } from "./support/api-client";
import {
	type CustomerSite,
	heardBy,
	letStrangerSpeak,
	sendThemeAgain,
	startCustomerSite,
} from "./support/customer-site";
import { marked } from "./support/marked";
import type { RunningService } from "./support/service";
import { expect, test } from "./support/test";

// A browser reports a frame that it may not show, and a token that was refused.
test.use({ allowedBrowserErrors: [/frame-ancestors|status of 401/] });

const sites: CustomerSite[] = [];
async function newSite(): Promise<CustomerSite> {
	const site = await startCustomerSite();
	sites.push(site);
	return site;
}
test.afterEach(async () => {
	await Promise.all(sites.splice(0).map((site) => site.stop()));
});

/** A person's access token, as a customer's server gets it. */
async function tokenOf({ baseUrl }: RunningService, { user_id, server_key }: DemoPersona) {
	const answer = await fetch(`${baseUrl}/token/user/${user_id}?${new URLSearchParams({ KEY: server_key })}`);
	return tokenResponse.parse(await answer.json()).data;
}

/** Names the sites that may show a person's organization. */
const embedIn = ({ baseUrl, seed }: RunningService, { org_id }: DemoPersona, origins: readonly string[]) =>
	new ApiClient({ baseUrl }, seed.operator.key).send(
		organization,
		"PATCH",
		`/api/organizations/${org_id}`,
		JSON.stringify({ embed_origins: origins }),
	);

const framed = (page: Page) => page.frameLocator("targeting-designer iframe");
const typesOf = async (page: Page) => (await heardBy(page)).heard.map(({ type }) => type);

test("a designer works within the page of a site with a token alone, and the site hears of it", async ({
	page,
	service,
}) => {
	const { designer } = service.seed;
	const site = await newSite();
	await embedIn(service, designer, [site.url]);
	const granted = await tokenOf(service, designer);
	// The site says that its first token ends soon: another is asked for before that.
	const soon = () => ({ ...granted, expiration: Math.ceil(Date.now() / 1_000) + 6 });
	site.grants = [soon, () => granted];
	site.attributes = `service="${service.baseUrl}" organization="${designer.org_slug}" design="new"`;
	await page.goto(site.url);
	const frame = framed(page);
	const name = marked("Made within a site");
	await frame.getByLabel("Name", { exact: true }).fill(name);
	await frame.getByRole("button", { name: "Create design" }).click();
	await expect(frame.getByRole("heading", { level: 1, name: `Edit ${name}` })).toBeVisible();
	await expect(frame.getByRole("navigation", { name: "Main" })).toHaveCount(0);

	const map = frame.getByRole("region", { name: /^Map to draw on/ });
	await expect(map).toHaveAttribute("data-ready", "true");
	await frame.getByRole("button", { name: "Draw circle" }).click();
	const box = await map.boundingBox();
	if (box === null) throw new Error("The map has no place on the page.");
	const [x, y] = [box.x + box.width / 4, box.y + box.height / 2];
	await page.mouse.click(x, y);
	await page.mouse.move(x + 30, y, { steps: 4 });
	// What is being drawn stays while the token is renewed.
	await sendThemeAgain(page);
	await page.mouse.move(x + 35, y);
	await expect(frame.locator("p").filter({ hasText: /^[\d,]+ m$/ })).toBeVisible();
	await page.mouse.click(x + 40, y);
	await expect(frame.getByRole("table", { name: "Geofences" }).getByRole("button")).toHaveCount(1);
	await frame.getByRole("button", { name: "Save", exact: true }).click();
	await expect(frame.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();

	await frame.getByRole("link", { name: "The design" }).click();
	await frame.getByRole("button", { name: "Request build…" }).click();
	await frame.getByLabel("Reason").fill("Spring campaign");
	await frame.getByRole("button", { name: "Request build", exact: true }).click();
	await expect.poll(() => typesOf(page)).toContain("built");
	await expect.poll(async () => (await heardBy(page)).asked).toBe(2);
	const { heard } = await heardBy(page);
	const [ready, created] = heard;
	expect(ready).toEqual({ type: "ready", detail: { user_id: designer.user_id } });
	const design_id = created?.detail.design_id;
	expect(heard.slice(1)).toEqual([
		{ type: "saved", detail: { design_id } },
		{ type: "saved", detail: { design_id } },
		{ type: "requested", detail: { what: "build", design_id } },
		{ type: "built", detail: { design_id, build_id: expect.any(String) } },
	]);

	const kept = await page.frames()[1]?.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
	expect(kept).toEqual(["", 0, 0]);
	expect(await page.context().cookies()).toEqual([]);
	const accent = () => getComputedStyle(document.documentElement).getPropertyValue("--color-accent");
	expect(await page.frames()[1]?.evaluate(accent)).toBe("#0b7a4b");
	// Pages that are not among the embedded ones are no links.
	const away = frame.locator("a[href]:not([href*='/embed/'], [download])");
	await expect(away).toHaveCount(0);

	// Where it is only viewed, nothing changes it.
	site.attributes = `service="${service.baseUrl}" organization="${designer.org_slug}" design="${design_id}" mode="view"`;
	site.grants = [() => granted];
	await page.goto(site.url);
	await expect(frame.getByRole("heading", { level: 1, name })).toBeVisible();
	await expect(frame.getByRole("button", { name: "Request build…" })).toHaveCount(0);
	await expect(frame.getByRole("link", { name: "Edit" })).toHaveCount(0);
});

test("other sites, other organizations and other windows get nothing", async ({ page, service }) => {
	const { designer, outsider } = service.seed;
	const [site, other] = [await newSite(), await newSite()];
	await embedIn(service, designer, [site.url]);
	site.attributes = `service="${service.baseUrl}" organization="${designer.org_slug}"`;
	other.attributes = site.attributes;

	// A site that the organization does not name shows nothing, and is not asked for a token.
	await page.goto(other.url);
	await expect(framed(page).locator("body")).toBeVisible();
	await expect(framed(page).getByRole("heading")).toHaveCount(0);
	expect(await heardBy(page)).toMatchObject({ asked: 0, heard: [] });

	// An organization that names no site is as one that does not exist.
	await embedIn(service, outsider, []);
	const answers = await Promise.all(
		[outsider.org_slug, "no-such-organization"].map(async (slug) => {
			const answer = await fetch(`${service.baseUrl}/embed/${slug}/designs`);
			const policy = answer.headers.get("content-security-policy") ?? "";
			const said = (await answer.text()).includes("There is nothing at this address");
			return [answer.status, /frame-ancestors [^;]*/.exec(policy)?.[0], answer.headers.get("x-frame-options"), said];
		}),
	);
	expect(answers).toEqual([0, 1].map(() => [404, "frame-ancestors 'none'", "DENY", true]));

	// The token of another organization, and one from another window of the site's page.
	const foreign = await tokenOf(service, outsider);
	site.grants = [() => foreign];
	site.stranger = other;
	await page.goto(site.url);
	await expect(framed(page).getByRole("heading", { name: "Access refused" })).toBeVisible();
	await letStrangerSpeak(page);
	await expect
		.poll(async () => (await heardBy(page)).strange)
		.toEqual([{ source: "targeting-designer", type: "refused", reason: "origin" }]);
	expect(await heardBy(page)).toMatchObject({ heard: [{ type: "refused", detail: { reason: "organization" } }] });

	// A token that the service does not know has ended.
	site.grants = [() => ({ token: "tst_none", expiration: 4_000_000_000 })];
	site.stranger = undefined;
	await page.goto(site.url);
	await expect(framed(page).getByRole("heading", { name: "Access ended" })).toBeVisible();
	expect(await typesOf(page)).toEqual(["expired"]);
});
