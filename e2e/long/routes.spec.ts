import type { Page, Request } from "@playwright/test";
import { deploymentDetail } from "@/lib/contract/deployment";
import { ApiClient } from "../support/api-client";
import { heading, openQueue } from "../support/approvals";
import { buildDesign, createDesign, createTarget, deploy, ownPlace } from "../support/deployed";
import type { RunningService } from "../support/service";
import { expect, test } from "../support/test";

/** Collects a page's requests for designs, builds and deployments below /api and /targeting. */
function requestsOf(page: Page): { seen: () => string[]; forget: () => void } {
	const seen = new Set<string>();
	page.on("request", (request) => {
		const { pathname, search } = new URL(request.url());
		if (/^\/(api|targeting)\/(designs|builds|deployments)\b/.test(pathname)) {
			seen.add(`${request.method()} ${pathname}${search}`);
		}
	});
	return { seen: () => [...seen].sort(), forget: () => seen.clear() };
}

/** The operations whose answers came with the document of a page. */
const firstReads = (page: Page): Promise<string[]> =>
	page
		.locator("#first-answers")
		.evaluate(({ textContent }) =>
			JSON.parse(textContent ?? "").answers.map(([key]: [unknown[]]) =>
				key.find((part) => typeof part === "string" && part.startsWith("GET /")),
			),
		);

const LIVE = "requested%2Cactivated%2Cdeactivated";

const postOf = (page: Page, path: string): Promise<Request> =>
	page.waitForRequest((request) => request.method() === "POST" && new URL(request.url()).pathname === path);

const asItIs = (service: RunningService, id: string) =>
	new ApiClient(service, service.seed.administrator.key).get(deploymentDetail, `/api/deployments/${id}`);

test("/designs lists by the contract's route; a build is requested by it", async ({ service, openPageOf }) => {
	const own = await createDesign(service, "Routes of designs", ownPlace());
	const page = await openPageOf(service.seed.designer);
	const { seen } = requestsOf(page);
	await page.goto(`/designs?q=${own.id}&live=false`);
	await expect(page.getByRole("table").getByRole("link", { name: own.name })).toBeVisible();
	expect(await firstReads(page)).toContain("GET /targeting/designs");
	expect(seen()).toEqual([]);

	await page.goto(`/designs/${own.id}`);
	await page.getByRole("button", { name: "Request build…" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Reason").fill("For its route");
	const posted = postOf(page, `/targeting/designs/${own.id}/request`);
	await dialog.getByRole("button", { name: "Request build" }).click();
	expect((await posted).postData()).toBe("reason=For+its+route");
	await expect(dialog).toBeHidden();
	expect(seen()).toContain(`GET /targeting/designs/${own.id}?detail=true`);
	expect(seen().filter((line) => /^GET \/api\/designs(\/[^/]+)?(\?|$)/.test(line))).toEqual([]);
});

test("/builds lists by the contract's route; a deployment is requested by it", async ({ service, openPageOf }) => {
	const target = await createTarget(service, "Routes of builds");
	const own = await createDesign(service, "Routes of builds", ownPlace());
	const build = await buildDesign(service, own);
	const page = await openPageOf(service.seed.designer);
	const { seen } = requestsOf(page);
	await page.goto(`/builds?q=${own.id}`);
	const actions = page.getByRole("button", { name: `Actions on ${own.name}` });
	await expect(actions).toBeVisible();
	const list = `GET /targeting/builds?detail=true&q=${own.id}&sort=build_date&order=desc&limit=50&offset=0`;
	expect(await firstReads(page)).toContain("GET /targeting/builds");
	expect(seen()).toEqual([]);

	await actions.click();
	await page.getByRole("menuitem", { name: "Request deployment…" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("checkbox", { name: new RegExp(`^${target.name}`) }).check();
	const posted = postOf(page, `/targeting/builds/${build}/request`);
	await dialog.getByRole("button", { name: "Request deployment" }).click();
	expect((await posted).postData()).toBe(`targetId=${target.id}`);
	await expect(dialog).toBeHidden();
	await expect
		.poll(seen)
		.toEqual([
			list,
			`GET /targeting/deployments?detail=true&design_id=${own.id}&status=${LIVE}&limit=500`,
			`POST /targeting/builds/${build}/request`,
		]);
});

test("/approvals activates a request by the contract's route", async ({ service, openPageOf }) => {
	const target = await createTarget(service, "Routes of approvals");
	const own = await deploy(service, "Routes of approvals", target, { activated: false });
	const page = await openPageOf(service.seed.administrator);
	const { seen } = requestsOf(page);
	await openQueue(page, own.id, 1);
	await expect(heading(page, own.name)).toBeVisible();
	const { revision, digest } = await asItIs(service, own.id);
	const posted = postOf(page, `/targeting/deployments/${own.id}/activate`);
	await page.keyboard.press("a");
	expect(await (await posted).allHeaders()).toMatchObject({ "if-match": `"${revision}"`, "x-build-digest": digest });
	await expect(page.getByText("No request matches")).toBeVisible();
	const below = seen().filter((line) => line.includes(" /api/"));
	expect(seen().filter((line) => !below.includes(line))).toEqual([`POST /targeting/deployments/${own.id}/activate`]);
	// The queue, and what the contract lacks of the one request that is looked at.
	const beyond = `queue.*|${own.id}(/preview|/comments.*|/changes.*|/sets/.+)?`;
	for (const line of below) expect(line).toMatch(new RegExp(`^GET /api/deployments/(${beyond})$`));
});

test("/deployments lists by the contract's route; one is decided on by it, several in bulk", async ({
	service,
	openPageOf,
}) => {
	const target = await createTarget(service, "Routes of deployments");
	const [one, other] = [await deploy(service, "Routes one", target), await deploy(service, "Routes other", target)];
	const page = await openPageOf(service.seed.administrator);
	const { seen, forget } = requestsOf(page);
	await page.goto(`/deployments?target_id=${target.id}`);
	const rowOf = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
	await expect(rowOf(one.name)).toContainText("Not live");
	const list = `GET /targeting/deployments?detail=true&status=${LIVE}&target_id=${target.id}&recently_ended=true&sort=updated_at&order=desc&limit=50&offset=0`;
	expect(await firstReads(page)).toContain("GET /targeting/deployments");
	expect(seen()).toEqual([]);

	// Besides, how many requests wait.
	const listed = () => seen().filter((line) => !line.startsWith("GET /api/deployments/queue?"));
	const { revision } = await asItIs(service, one.id);
	const posted = postOf(page, `/targeting/deployments/${one.id}/deactivate`);
	await rowOf(one.name).hover();
	await rowOf(one.name)
		.getByRole("button", { name: `Deactivate… ${one.name} on ${target.name}` })
		.click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Deactivate", exact: true }).click();
	expect(await (await posted).allHeaders()).toMatchObject({ "if-match": `"${revision}"` });
	await expect(rowOf(one.name)).toContainText("Off");
	await expect.poll(listed).toEqual([list, `POST /targeting/deployments/${one.id}/deactivate`]);

	forget();
	for (const { name } of [one, other]) await rowOf(name).getByRole("checkbox").check();
	const together = postOf(page, "/api/deployments/bulk");
	await page.keyboard.press("d");
	await dialog.getByRole("button", { name: /^Deactivate \d+$/ }).click();
	expect((await together).postDataJSON()).toMatchObject({ action: "deactivate", items: [{ id: other.id }] });
	await expect(rowOf(other.name)).toContainText("Off");
	await expect.poll(listed).toEqual([list, "POST /api/deployments/bulk"]);
});

test("there is no second list of them below /api", async ({ service }) => {
	const { key } = service.seed.operator;
	const answerOf = async (path: string) => {
		const answer = await fetch(`${service.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } });
		return [answer.status, answer.headers.get("allow")];
	};
	const { id } = await createDesign(service, "Routes below", ownPlace());
	expect(await answerOf("/api/designs")).toEqual([405, "POST, OPTIONS"]);
	expect(await answerOf(`/api/designs/${id}`)).toEqual([405, "PATCH, DELETE, OPTIONS"]);
	expect(await answerOf("/api/deployments")).toEqual([404, null]);
});
