import type { Page, Response } from "playwright";
import { type Api, ask, buildDesign } from "@/verification/benches/api";
import { longest, median, milliseconds, printTable, quantile } from "@/verification/benches/figures";
import { startAgent } from "@/verification/benches/processes";
import { withDirectory } from "@/verification/benches/with-directory";
import { openMap, timeInteraction } from "./page";

const INTERACTIONS_EACH = 10;
const ACTIVATIONS = 5;
const PAGES = [
	"",
	"approvals",
	"deployments",
	"targets",
	"designs",
	"builds",
	"sources",
	"keys",
	"people",
	"audit",
	"docs",
];

type Act = (page: Page, round: number) => Promise<unknown>;
const press = (key: string) => (page: Page) => page.keyboard.press(key);
/** Name, page, and what is done there again and again. */
const INTERACTIONS: readonly (readonly [string, string, Act])[] = [
	["approvals: next request (j)", "/approvals", press("j")],
	["approvals: select a request (x)", "/approvals", press("x")],
	["approvals: select all (*)", "/approvals", press("*")],
	[
		"approvals: filter by type",
		"/approvals",
		// By key, because the browser does not count a script's choice as an interaction.
		async (page, round) => {
			await page.getByRole("combobox", { name: "Type" }).focus();
			await page.keyboard.press(round % 4 < 2 ? "ArrowDown" : "ArrowUp");
		},
	],
	[
		"deployments: sort by a column",
		"/deployments",
		(page) => page.getByRole("columnheader").getByRole("button").first().click(),
	],
	[
		"deployments: a letter of a search",
		"/deployments",
		(page, round) => page.getByRole("searchbox").first().pressSequentially("coffee shop".charAt(round)),
	],
	[
		"deployments: select all of the page",
		"/deployments?limit=100",
		(page) => page.getByRole("columnheader").getByRole("checkbox").click(),
	],
	["deployments: next page", "/deployments", (page) => page.getByRole("button", { name: "Next" }).click()],
];

/** Repeats each interaction and reads its times from the browser. */
export async function printInteractions(page: Page): Promise<void> {
	const rows: string[][] = [];
	for (const [name, path, act] of INTERACTIONS) {
		await page.goto(path);
		const list = path === "/approvals" ? page.getByRole("list", { name: "Requests" }) : page.getByRole("table");
		await list.getByRole("link").first().waitFor();
		const times: number[] = [];
		for (let round = 0; round < INTERACTIONS_EACH; round += 1)
			times.push(await timeInteraction(page, () => act(page, round)));
		rows.push([name, milliseconds(median(times)), milliseconds(longest(times))]);
	}
	printTable(["interaction to next paint (16 ms: that or less)", "median", "longest"], rows);
}

/** Visits each page with an empty cache, and sums up the compressed scripts, without the map's. */
export async function printPages(page: Page): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send("Network.enable");
	const rows: string[][] = [];
	for (const name of PAGES) {
		await session.send("Network.clearBrowserCache");
		const scripts: Promise<number>[] = [];
		const weigh = async (response: Response) => {
			const isOfMap = /maplibre|terra-?draw/i.test(await response.text());
			return isOfMap ? 0 : (await response.request().sizes()).responseBodySize;
		};
		const add = (response: Response) => {
			if (response.request().resourceType() === "script") scripts.push(weigh(response));
		};
		page.on("response", add);
		await page.goto(`/${name}`, { waitUntil: "load" });
		await page.getByRole("heading", { level: 1 }).waitFor();
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300))));
		page.off("response", add);
		const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
		rows.push([`/${name}`, `${(bytes / 1_000).toFixed(0)} kB`]);
	}
	await session.detach();
	printTable(["first load", "compressed script"], rows);
}

/**
 * Times from the key press that activates a request to `loaded on 1 of 1 agent` in another user's
 * page, with a real build and agent.
 */
export async function printActivation(api: Api, deciding: Page, watching: Page): Promise<void> {
	const mark = Date.now().toString(36);
	const { id: targetId, org_slug } = await ask<{ id: string; org_slug: string }>(api, "POST", "/api/targets", {
		name: `Benchmark ${mark}`,
		slug: `benchmark-${mark}`,
	});
	const target = `/api/targets/${targetId}`;
	await ask(api, "PATCH", target, { accepted_organizations: [org_slug] });
	const { key } = await ask<{ key: string }>(api, "POST", `${target}/agent-keys`, { label: "benchmark" });
	const times: number[] = [];
	const shapes: number[] = [];
	await withDirectory(async (directory) => {
		const agent = await startAgent(api.url, key, directory);
		for (let round = 0; round < ACTIVATIONS; round += 1) {
			const deployment = await requestOne(api, targetId, `Benchmark ${mark} ${round}`);
			await watching.goto(`/deployments?target_id=${targetId}&q=${mark}+${round}`);
			const row = watching.getByRole("row").filter({ hasText: `Benchmark ${mark} ${round}` });
			await row.waitFor();
			shapes.push(await openMap(deciding, `/approvals?request=${deployment}&q=${mark}`));
			await deciding.getByRole("button", { name: /^Activate/ }).waitFor();
			const pressedAt = performance.now();
			await deciding.keyboard.press("a");
			await row.getByText("Live", { exact: true }).waitFor();
			times.push(performance.now() - pressedAt);
		}
		await agent.stop();
	});
	const rowOf = (what: string, all: readonly number[]) => [
		what,
		...[quantile(all, 0), median(all), longest(all)].map(milliseconds),
	];
	printTable(
		["activation", "shortest", "median", "longest"],
		[
			rowOf("first shapes of the request's map after the navigation", shapes),
			rowOf("from `a` to `loaded on 1 of 1 agent` on another's page", times),
		],
	);
}

/** Builds a design of one place and requests its deployment; gives the deployment's id. */
async function requestOne(api: Api, targetId: string, name: string): Promise<string> {
	const geometry = { type: "Point", coordinates: [13.4, 52.5] };
	const features = [{ type: "Feature", geometry, properties: { radius: 100 } }];
	const { id } = await ask<{ id: string }>(api, "POST", "/api/designs", {
		name,
		type: "proximity",
		sets: [{ set_name: "Place", geofences: { type: "FeatureCollection", features } }],
	});
	const build = await buildDesign(api, id);
	const path = `/targeting/builds/${build.id}/request`;
	return (await ask<{ id: string }>(api, "FORM", path, { KEY: api.key, targetId })).id;
}
