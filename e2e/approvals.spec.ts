import type { Locator } from "@playwright/test";
import { z } from "zod";
import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { targetDetail } from "@/lib/contract/target";
import {
	expectDecidable,
	heading,
	named,
	openQueue,
	panelOf,
	people,
	rowsOf,
	statusOf,
	watchNamed,
} from "./support/approvals";
import { expectAccessibleInPassing } from "./support/axe";
import { createTarget } from "./support/deployed";
import { marked } from "./support/marked";
import { makeRequests } from "./support/requests";
import { expect, test } from "./support/test";

const agentStatus = z.looseObject({ proximity: z.record(z.string(), z.looseObject({ state: z.string() })) });

/** Where it is at rest. */
const boxOf = (part: Locator) =>
	part.evaluate(async (element) => {
		await Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
		const { top, bottom } = element.getBoundingClientRect();
		return { top, bottom };
	});

test("ten requests are activated with ten key presses, and the agent loads them", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const { customer } = people(service);
	const target = await createTarget(service, marked("Decade servers"));
	const agent = await startAgent(target.key);
	const name = marked("Decade");
	const names = named(name, 10);
	const requests = await makeRequests(customer, target.id, names);
	const page = await openPageOf(service.seed.administrator);
	await openQueue(page, name, 10);
	const isShown = (place: number) => expect(heading(page, `${name} ${place}`)).toBeVisible();

	await test.step("next and previous", async () => {
		await isShown(1);
		await page.keyboard.press("j");
		await isShown(2);
		await page.keyboard.press("ArrowDown");
		await isShown(3);
		await page.keyboard.press("k");
		await page.keyboard.press("ArrowUp");
		await isShown(1);
		await page.keyboard.press("k");
		await isShown(1);
	});
	await test.step("Enter on a request goes on to the panel", async () => {
		await page.keyboard.press("j");
		await page.keyboard.press("Enter");
		await expect(heading(page, `${name} 2`)).toBeFocused();
		await rowsOf(page).nth(3).getByRole("link").focus();
		await page.keyboard.press("Enter");
		await expect(heading(page, `${name} 4`)).toBeFocused();
		for (const place of [3, 2, 1]) {
			await page.keyboard.press("k");
			await isShown(place);
		}
	});
	const loaded = async () => {
		const { proximity } = agentStatus.parse(await agent.status());
		return requests.filter(({ id }) => proximity[id]?.state === "OK").length;
	};
	// Steps by key in quick succession reach the address once they rest.
	await expect(page).toHaveURL((url) => url.searchParams.get("request") === requests[0]?.id);
	const mixed = await watchNamed(page, Object.fromEntries(requests.map((each) => [each.id, each.name])));
	for (const [place, each] of names.entries()) {
		await expect(heading(page, each)).toBeVisible();
		await expectDecidable(page);
		// The last one can be taken back for a while, in which the agent has only that to load.
		if (place === names.length - 1) await expect.poll(loaded).toBe(place);
		await page.keyboard.press("a");
		const next = names[place + 1];
		if (next !== undefined) await expect(heading(page, next)).toBeFocused();
	}
	await expect(page.getByText("No request matches")).toBeVisible();
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
	expect(await mixed(), "row, panel and address name one request in every frame").toEqual([]);
	const live = await customer.list(deployment, "/targeting/deployments", { q: name, status: "activated" });
	expect(live.map(({ id }) => id).sort()).toEqual(requests.map(({ id }) => id).sort());
	await expect.poll(loaded).toBe(10);

	await test.step("the last one is taken back by key", async () => {
		await page.keyboard.press("u");
		await expect(page.getByText(new RegExp(`Undone: ${name} 10 on .* is pending again`))).toBeVisible();
		expect(await statusOf(customer, requests[9]?.id ?? "")).toBe("requested");
		await expect(heading(page, `${name} 10`)).toBeFocused();
		await expect.poll(loaded).toBe(9);
	});
});

test("a request is rejected by keyboard alone, with a reason that its requester reads", async ({
	service,
	openPageOf,
}) => {
	const { customer, target } = people(service);
	const name = marked("Refusal");
	const [first, second] = await makeRequests(customer, target.id, named(name, 3));
	const page = await openPageOf(service.seed.administrator);
	await openQueue(page, name, 3);
	await expect(heading(page, `${name} 1`)).toBeVisible();
	await expectDecidable(page);
	await page.keyboard.press("r");
	const dialog = page.getByRole("dialog", { name: new RegExp(`^Reject ${name} 1`) });
	await expect(dialog.getByLabel("Reason")).toBeFocused();
	await expect(dialog.getByRole("button", { name: "Reject" })).toContainText("Ctrl Enter");
	// Enter begins a new line; those at both ends are not the requester's to read.
	await page.keyboard.press("Enter");
	await page.keyboard.type("Far too large for jar");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Control+Enter");
	await expect(heading(page, `${name} 2`)).toBeFocused();
	expect(await customer.get(deploymentDetail, `/api/deployments/${first?.id}`)).toMatchObject({
		status: "rejected",
		status_reason: "Far too large for jar",
	});
	const told = page.locator("[data-sonner-toast]").filter({ hasText: `Rejected ${name} 1` });
	await expect(told.getByRole("link", { name: "View request" })).toBeVisible();
	expect(await statusOf(customer, second?.id ?? "")).toBe("requested");

	await test.step("on a phone name, target and decision stay, and no message lies over the buttons", async () => {
		await page.setViewportSize({ width: 390, height: 700 });
		await rowsOf(page).first().getByRole("link").click();
		await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
		const back = panelOf(page).getByRole("button", { name: "All requests" });
		await expect(back).not.toBeInViewport();
		await expect(heading(page, `${name} 2`)).toBeInViewport({ ratio: 1 });
		await expect(panelOf(page).getByText(target.name).first()).toBeInViewport({ ratio: 1 });
		const decisions = await Promise.all(
			["Activate", "Reject…", "More actions"].map((each) => boxOf(panelOf(page).getByRole("button", { name: each }))),
		);
		expect(new Set(decisions.map(({ top }) => top)).size, "the decisions share a row").toBe(1);
		await expectDecidable(page);
		await panelOf(page).getByRole("button", { name: "Activate" }).click();
		await expect(heading(page, `${name} 3`)).toBeInViewport({ ratio: 1 });
		await expect(back).toBeInViewport({ ratio: 1 });
		const newest = page.locator("[data-sonner-toast][data-front=true]").filter({ hasText: `Activated ${name} 2` });
		await expect(newest).toBeVisible();
		const boxes = await Promise.all([newest, panelOf(page).getByRole("button", { name: "Activate" })].map(boxOf));
		expect(boxes[0]?.bottom).toBeLessThanOrEqual(boxes[1]?.top ?? 0);
	});
});

test("an activation tells its outcome; undone by key, the request is back in its place", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const { customer } = people(service);
	const target = await createTarget(service, marked("Servers of regret"));
	const agent = await startAgent(target.key);
	await expect.poll(agent.isReady).toBe(true);
	const name = marked("Regretted");
	const [, second] = await makeRequests(customer, target.id, named(name, 3));
	const path = `/api/deployments/${second?.id}`;
	const before = await customer.get(deploymentDetail, path);
	const page = await openPageOf(service.seed.administrator);
	await openQueue(page, name, 3);
	await page.keyboard.press("j");
	await expect(heading(page, `${name} 2`)).toBeVisible();
	await expect(panelOf(page).getByRole("button", { name: /1 agent online/ })).toBeVisible();
	await expectDecidable(page);
	const calls: string[] = [];
	page.on("request", (request) => {
		const { pathname } = new URL(request.url());
		if (/^\/(api|targeting)\//.test(pathname)) calls.push(`${request.method()} ${pathname}`);
	});
	// The agent stands still until the calls of the decision itself are counted: a slow machine hears its news one by one.
	agent.send("SIGSTOP");
	const queueRead = page.waitForResponse(/deployments\/queue/);
	await page.keyboard.press("a");
	await expect(heading(page, `${name} 3`)).toBeFocused();
	await queueRead;
	await expectDecidable(page);
	// The decision, its outcome, the queue, two previews and the next map.
	expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(6);
	const decided = calls.length;
	agent.send("SIGCONT");
	await expect(page.getByText(/^Live on 1 of 1 agent in \d+\.\d s$/)).toBeVisible();
	// At "downloading" and "loaded", and at the end of the wait where that comes before.
	const reports = calls.slice(decided).filter((call) => call === `GET ${path}`);
	expect(reports.length, calls.join("\n")).toBeLessThanOrEqual(3);
	await page.keyboard.press("u");
	await expect(heading(page, `${name} 2`)).toBeFocused();
	await expect(rowsOf(page)).toHaveCount(3);
	await expect(rowsOf(page).nth(1)).toContainText(`${name} 2`);
	await expect(panelOf(page).getByRole("alert")).toHaveCount(0);
	const { status, requested_at, approved_at } = await customer.get(deploymentDetail, path);
	expect({ status, requested_at, approved_at }).toEqual({
		status: "requested",
		requested_at: before.requested_at,
		approved_at: null,
	});
});

test("two administrators approve, and the last one activates", async ({ service, openPageOf }) => {
	const { customer, partner } = people(service);
	const target = await createTarget(service, marked("Servers of two"));
	const name = marked("Together");
	const [first] = await makeRequests(customer, target.id, [name]);
	const two = JSON.stringify({ required_approvals: 2 });
	await partner.send(targetDetail, "PATCH", `/api/targets/${target.id}`, two);
	const page = await openPageOf(service.seed.administrator);
	await openQueue(page, name, 1);
	await expect(panelOf(page)).toContainText("This target requires 2 administrators to approve. Nobody has yet.");
	await panelOf(page).getByRole("button", { name: "Approve (1 of 2)" }).click();
	await expect(page.getByText("1 more administrator must approve.")).toBeVisible();
	await expect(rowsOf(page)).toHaveCount(0);
	expect(await statusOf(customer, first?.id ?? "")).toBe("requested");

	const other = await openPageOf(service.seed.operator);
	await openQueue(other, name, 1);
	await expect(panelOf(other)).toContainText(/Approved by\s*(AH)?\s*Amir Haddad · Metro/);
	await expectAccessibleInPassing(other, "an approved request");
	await panelOf(other).getByRole("button", { name: "Activate" }).click();
	await expect.poll(() => statusOf(customer, first?.id ?? "")).toBe("activated");
});
