import { z } from "zod";
import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { heading, named, openQueue, panelOf, people, rowsOf, statusOf } from "../support/approvals";
import { renewBy } from "../support/drop-session";
import { makeRequests } from "../support/requests";
import { expect, test } from "../support/test";

test.describe("the approval queue, while others act", () => {
	// A decision that was refused is an error to the browser's console, and what some of these
	// tests are about.
	test.use({ allowedBrowserErrors: [/status of (401|409|412)/] });

	test.describe("without a network", () => {
		test.use({ allowedBrowserErrors: [/ERR_INTERNET_DISCONNECTED/] });
	});

	test("the requester cancels while the administrator looks: nothing else slips under the key", async ({
		service,
		openPageOf,
	}) => {
		const { customer, target } = people(service);
		const [first, second] = await makeRequests(customer, target.id, named("Withdrawn", 2));
		const page = await openPageOf(service.seed.administrator);
		await openQueue(page, "withdrawn", 2);
		await expect(heading(page, "Withdrawn 1")).toBeVisible();
		await customer.remove(`/targeting/deployments/${first?.id}/cancel`, { message: "Wrong build" });
		const notice = panelOf(page).getByRole("alert");
		await expect(notice).toContainText("This request is no longer pending.");
		await expect(notice).toContainText("Dana Whitfield cancelled it: “Wrong build”");
		await expect(heading(page, "Withdrawn 1")).toBeVisible();
		await page.keyboard.press("a");
		await expect(page.getByText("The deployment is cancelled", { exact: false }).first()).toBeVisible();
		expect(await statusOf(customer, second?.id ?? "")).toBe("requested");
		await page.keyboard.press("j");
		await expect(heading(page, "Withdrawn 2")).toBeVisible();
	});

	test("a change by API appears without a reload, and half-typed text stays", async ({ service, openPageOf }) => {
		const { customer, partner, target } = people(service);
		const [first] = await makeRequests(customer, target.id, ["Halfway"]);
		const page = await openPageOf(service.seed.administrator);
		await openQueue(page, "halfway", 1);
		await page.keyboard.press("x");
		await page.keyboard.press("Escape");
		await page.keyboard.press("r");
		const reason = page.getByRole("dialog").getByLabel("Reason");
		await reason.fill("Half a sen");
		await partner.act(deployment, `/targeting/deployments/${first?.id}/tag`, { tags: "edge" });
		await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Tags: none → edge");
		await expect(reason).toHaveValue("Half a sen");
		await expect(reason).toBeFocused();
		await makeRequests(customer, target.id, ["Halfway too"]);
		// Behind the dialog, where roles are hidden.
		await expect(page.locator("ul[aria-label='Requests'] > li")).toHaveCount(2);
		await expect(reason).toHaveValue("Half a sen");

		await test.step("the decision on what was seen is refused, and taken once the change was seen", async () => {
			await page.getByRole("dialog").getByRole("button", { name: "Reject", exact: true }).click();
			await expect(page.getByRole("dialog")).toContainText("Amir Haddad changed it (tag)");
			await page.getByRole("dialog").getByRole("button", { name: "Reject anyway" }).click();
			await expect(page.getByRole("dialog")).toBeHidden();
			expect(await customer.get(deploymentDetail, `/api/deployments/${first?.id}`)).toMatchObject({
				status: "rejected",
				status_reason: "Half a sen",
			});
		});
	});

	test("a session that ends over a half-typed tag leaves it half-typed, to be gone on with", async ({
		service,
		openPageOf,
	}) => {
		const { customer, partner, target } = people(service);
		const { administrator } = service.seed;
		const [tagged, other] = await makeRequests(customer, target.id, ["Half tagged", "Half tagged too"]);
		const page = await openPageOf(administrator);
		await page.goto("/deployments?q=half+tagged");
		await renewBy(page, () => page.getByRole("button", { name: /^Change the tags of Half tagged on / }).click());
		const popover = page.getByRole("dialog", { name: /^Tags of Half tagged on / });
		const field = popover.getByRole("combobox", { name: "Tags" });
		await field.pressSequentially("nor");
		await page.context().clearCookies();
		await partner.act(deployment, `/targeting/deployments/${other?.id}/tag`, { tags: "edge" });
		const ended = page.getByRole("dialog", { name: "Your session has ended" });
		await expect(ended.getByLabel("Password")).toBeFocused();
		await ended.getByLabel("Password").fill(administrator.password);
		await page.keyboard.press("Enter");
		await expect(ended).toBeHidden();
		await expect(field).toBeFocused();
		await expect(field).toHaveValue("nor");
		await page.keyboard.type("th");
		await page.keyboard.press("Enter");
		await expect(popover.getByRole("list", { name: "Tags: chosen" })).toHaveText("north");
		await expect(popover.getByRole("listbox")).toBeHidden();
		await popover.getByRole("button", { name: "Save tags" }).click();
		await expect(popover).toBeHidden();
		await expect(page.getByText(/^Tags of Half tagged on .+ saved$/)).toBeVisible();
		expect((await customer.get(deploymentDetail, `/api/deployments/${tagged?.id}`)).tags).toBe("north");
	});

	test("tags and a schedule that somebody else gave while others were typed are not overwritten", async ({
		service,
		openPageOf,
	}) => {
		const { customer, partner, target } = people(service);
		const [request] = await makeRequests(customer, target.id, ["Contested request"]);
		const path = `/api/deployments/${request?.id}`;
		const page = await openPageOf(service.seed.administrator);
		await openQueue(page, "contested request", 1);
		const dialog = page.getByRole("dialog");
		const panel = page.locator("section[aria-label=Request]");
		await expect(heading(page, "Contested request")).toBeVisible();

		await page.keyboard.press("t");
		await dialog.getByRole("combobox", { name: "Tags" }).pressSequentially("mine,");
		await partner.act(deployment, `/targeting/deployments/${request?.id}/tag`, { tags: "theirs" });
		await expect(panel).toContainText("theirs");
		await dialog.getByRole("button", { name: "Save tags" }).click();
		await expect(dialog.getByRole("alert")).toContainText("has changed this meanwhile");
		expect((await customer.get(deploymentDetail, path)).tags).toBe("theirs");
		await dialog.getByRole("button", { name: "Cancel" }).click();

		await page.keyboard.press("s");
		await dialog.getByLabel("Deactivate at").fill("2037-02-01T10:00");
		const theirs = JSON.stringify({ activate_at: "2037-01-01T10:00:00Z", deactivate_at: null });
		await partner.send(z.unknown(), "PUT", `${path}/schedule`, theirs);
		await expect(panel).toContainText("activates");
		await dialog.getByRole("button", { name: "Save schedule" }).click();
		await expect(dialog.getByRole("alert")).toContainText("has changed this meanwhile");
		expect((await customer.get(deploymentDetail, path)).schedule).toMatchObject({
			activate_at: "2037-01-01T10:00:00.000Z",
			deactivate_at: null,
		});
	});

	test("a schedule of one's own is not told as a change by somebody else", async ({ service, openPageOf }) => {
		const { customer, target } = people(service);
		await makeRequests(customer, target.id, ["Planned request"]);
		const page = await openPageOf(service.seed.administrator);
		await openQueue(page, "planned request", 1);
		await expect(heading(page, "Planned request")).toBeVisible();
		await page.keyboard.press("s");
		await page.getByRole("dialog").getByLabel("Activate at", { exact: true }).fill("2037-01-01T10:00");
		await page.getByRole("dialog").getByRole("button", { name: "Save schedule" }).click();
		await expect(panelOf(page)).toContainText("activates");
		await expect(panelOf(page).getByRole("alert")).toHaveCount(0);
	});

	test("changes by API are on the page one after the other, without loading it again", async ({
		service,
		openPageOf,
	}) => {
		const { customer, partner, target } = people(service);
		const [request] = await makeRequests(customer, target.id, ["Prompt"]);
		const page = await openPageOf(service.seed.administrator);
		await openQueue(page, "prompt", 1);
		await expect(heading(page, "Prompt")).toBeVisible();
		let loads = 0;
		page.on("load", () => {
			loads += 1;
		});
		for (const tags of ["prompt-one", "prompt-two", "prompt-three"]) {
			await partner.act(deployment, `/targeting/deployments/${request?.id}/tag`, { tags });
			await expect(panelOf(page)).toContainText(tags);
		}
		expect(loads).toBe(0);
	});
});

test.describe("while the service cannot be reached", () => {
	test.use({ allowedBrowserErrors: [/status of 401|ERR_FAILED|CLIENT_FETCH_ERROR/] });

	test("signing in again above a page leaves the page and what is typed there", async ({ service, openPageOf }) => {
		const { customer, partner, target } = people(service);
		const { administrator } = service.seed;
		const [request] = await makeRequests(customer, target.id, ["Cut off"]);
		const page = await openPageOf(administrator);
		await openQueue(page, "cut off", 1);
		await renewBy(page, () => page.keyboard.press("r"));
		const question = page.getByRole("dialog", { name: /^Reject Cut off/ });
		await question.getByLabel("Reason").fill("Half a sen");
		await page.context().clearCookies();
		await partner.act(deployment, `/targeting/deployments/${request?.id}/tag`, { tags: "edge" });
		const ended = page.getByRole("dialog", { name: "Your session has ended" });
		await expect(ended.getByLabel("Password")).toBeFocused();
		await page.route("**/api/auth/**", (route) => route.abort());
		await ended.getByLabel("Password").fill(administrator.password);
		await page.keyboard.press("Enter");
		await expect(ended.getByRole("alert")).toContainText("could not be reached");
		await page.unroute("**/api/auth/**");
		await ended.getByRole("button", { name: "Sign in", exact: true }).click();
		await expect(ended).toBeHidden();
		await expect(question.getByLabel("Reason")).toHaveValue("Half a sen");
	});

	test("who could not be signed out is told so", async ({ service, openPageOf }) => {
		const page = await openPageOf(service.seed.administrator);
		await page.goto("/approvals");
		await page.getByRole("button", { name: /^Account of/ }).click();
		await page.route("**/api/auth/**", (route) => route.abort());
		await page.getByRole("menuitem", { name: "Sign out" }).click();
		await expect(page.getByText("You are still signed in")).toBeVisible();
	});
});

test("a page of the queue that there is no more is no step of the way back", async ({ service, openPageOf }) => {
	const { customer, target } = people(service);
	await makeRequests(customer, target.id, ["Alone in the queue"]);
	const page = await openPageOf(service.seed.administrator);
	await page.goto("/targets");
	await expect(page.getByRole("heading", { level: 1, name: "Targets" })).toBeVisible();
	await page.goto("/approvals?q=alone+in+the+queue&offset=100");
	await expect(rowsOf(page)).toHaveCount(1);
	await page.goBack();
	await expect(page.getByRole("heading", { level: 1, name: "Targets" })).toBeVisible();
});
