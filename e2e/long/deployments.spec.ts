import { expectAccessible } from "../support/axe";
import {
	answersAt,
	buildDesign,
	CODE,
	createDesign,
	createTarget,
	decide,
	deploy,
	moveDesign,
	ownPlace,
	requestDeployment,
} from "../support/deployed";
import { detail, dialogOf, openList, rowOf, statusOf } from "../support/deployment-list";
import { expectAtRest } from "../support/readiness";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

test("deactivated in the list, put back by undo, deactivated again and reactivated: the agent follows each", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const target = await createTarget(service, "Harbour servers");
	const own = await deploy(service, "Ferry terminals", target);
	const agent = await startAgent(target.key);
	const answered = answersAt(agent, own.designId, own.place);
	await expect.poll(answered).toEqual([CODE]);

	const page = await openPageOf(service.seed.administrator);
	await openList(page, own.name);
	const row = rowOf(page, own.name);
	await expect(row).toContainText("Live");

	const deactivate = async () => {
		await row.hover();
		await row.getByRole("button", { name: `Deactivate… ${own.name} on ${target.name}` }).click();
		await expect(dialogOf(page)).toContainText(`Deactivate ${own.name} on ${target.name}?`);
		await dialogOf(page).getByRole("button", { name: "Deactivate", exact: true }).click();
		await expect(dialogOf(page)).toBeHidden();
	};
	await deactivate();
	// The offer stays while the pointer is on it, however long the agent takes.
	await page.getByRole("button", { name: "Undo" }).hover();
	await expect.poll(answered).toEqual([]);
	await expect(row).toContainText("Off");

	await page.getByRole("button", { name: "Undo" }).click();
	await expect.poll(answered).toEqual([CODE]);
	await expect.poll(statusOf(service, own.id)).toBe("activated");

	await expect(row.getByRole("button", { name: /^Deactivate…/ })).toBeVisible();
	await deactivate();
	await expect.poll(answered).toEqual([]);
	await row.getByRole("button", { name: `Reactivate ${own.name} on ${target.name}` }).click();
	await expect.poll(answered).toEqual([CODE]);
	expect((await detail(service, own.id)).status).toBe("activated");
});

test("a tag given in the list makes the tagged agent load it, and the checklist names the tag while it is missing", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const target = await createTarget(service, "Northern servers");
	const own = await deploy(service, "Ski lifts", target);
	const agent = await startAgent(target.key, { tags: ["north"] });
	const answered = answersAt(agent, own.designId, own.place);
	await expect.poll(agent.isReady).toBe(true);

	const page = await openPageOf(service.seed.administrator);
	await page.goto(`/deployments/${own.id}`);
	await expect(page.getByRole("heading", { level: 1, name: `${own.name} on ${target.name}` })).toBeVisible();
	const missing = page.getByRole("list", { name: "Steps", exact: true }).locator("[aria-current=step]");
	await expect(missing).toContainText("Matched to an agent");
	await expect(missing).toContainText("north");
	expect(await answered()).toEqual([]);

	await openList(page, own.name);
	const row = rowOf(page, own.name);
	await expect(row).toContainText("no agent loads it");
	await row.getByRole("button", { name: `Change the tags of ${own.name} on ${target.name}: none` }).click();
	const tags = page.getByRole("dialog", { name: `Tags of ${own.name}` });
	await expect(tags).toContainText("No agent will load it");
	const field = tags.getByRole("combobox", { name: "Tags" });
	await field.press("ArrowDown");
	await expect(tags.getByRole("option", { name: /north/ })).toHaveAttribute("aria-selected", "true");
	// The first Escape closes the list alone.
	await field.press("Escape");
	await expect(tags.getByRole("listbox")).toBeHidden();
	await field.press("ArrowDown");
	await expect(tags.getByRole("option", { name: /north/ })).toHaveAttribute("aria-selected", "true");
	await page.keyboard.press("Enter");
	await expect(tags).toContainText("Loaded by");
	await tags.getByRole("button", { name: "Save tags" }).click();
	await expect(page.getByText(`Tags of ${own.name} on ${target.name} saved`)).toBeVisible();
	expect((await detail(service, own.id)).tags).toBe("north");
	await expect.poll(answered).toEqual([CODE]);
	await expect(row).toContainText("Live");

	await page.goto(`/deployments/${own.id}`);
	await expect(page.getByRole("list", { name: "Steps", exact: true })).toBeVisible();
	await expect(missing).toHaveCount(0);
});

test.describe("when the service cannot be reached", () => {
	test.use({ allowedBrowserErrors: [/ERR_CONNECTION_REFUSED/] });

	test("tags of a row that were not saved are taken back, and the reader is told", async ({ service, openPageOf }) => {
		const target = await createTarget(service, "Southern servers");
		const own = await deploy(service, "Vineyards", target);
		const page = await openPageOf(service.seed.administrator);
		await openList(page, own.name);
		await rowOf(page, own.name)
			.getByRole("button", { name: /^Change the tags of / })
			.click();
		const tags = page.getByRole("dialog", { name: `Tags of ${own.name}` });
		await tags.getByRole("combobox", { name: "Tags" }).fill("south");
		await page.keyboard.press("Enter");
		await page.route(/\/tag$/, (route) => route.abort("connectionrefused"));
		await tags.getByRole("button", { name: "Save tags" }).click();
		await expect(page.getByText(`The tags of ${own.name} on ${target.name} were not saved`)).toBeVisible();
		await expect(rowOf(page, own.name)).not.toContainText("south");
		expect((await detail(service, own.id)).tags).toBe("");
	});
});

test.describe("two at the same tags", () => {
	test.use({ allowedBrowserErrors: [/status of 412/] });

	test("tags that somebody else gave while others were chosen are not overwritten", async ({ service, openPageOf }) => {
		const target = await createTarget(service, "Contested servers");
		const own = await deploy(service, "Contested cafes", target, { activated: false });
		const page = await openPageOf(service.seed.administrator);
		await openList(page, own.name);
		const row = rowOf(page, own.name);
		await row.getByRole("button", { name: /^Change the tags of Contested cafes / }).click();
		const popover = page.getByRole("dialog", { name: /^Tags of Contested cafes / });
		await popover.getByRole("combobox", { name: "Tags" }).pressSequentially("mine,");
		await decide(service, own.id, "tag", { tags: "theirs" });
		await expect(row).toContainText("theirs");
		await popover.getByRole("button", { name: "Save tags" }).click();
		await expect(page.getByText(/^The tags of Contested cafes .+ were not saved$/)).toBeVisible();
		expect((await detail(service, own.id)).tags).toBe("theirs");
	});
});

test("rolled back in one step to the build that was active before", async ({ service, openPageOf, startAgent }) => {
	const target = await createTarget(service, "Southern servers");
	const [first, second] = [ownPlace(), ownPlace()];
	const own = await createDesign(service, "Beach bars", first);
	const older = await requestDeployment(service, await buildDesign(service, own), target);
	await decide(service, older, "activate");
	await moveDesign(service, own, second);
	const newer = await requestDeployment(service, await buildDesign(service, own), target);
	await decide(service, newer, "activate");
	const agent = await startAgent(target.key);
	await expect.poll(answersAt(agent, own.id, second)).toEqual([CODE]);
	expect(await answersAt(agent, own.id, first)()).toEqual([]);

	const page = await openPageOf(service.seed.administrator);
	await page.goto(`/deployments/${newer}`);
	await expectAtRest(page);
	await page.getByRole("button", { name: "Roll back…" }).click();
	await expect(dialogOf(page)).toContainText("is reactivated");
	await dialogOf(page).getByRole("button", { name: "Roll back" }).click();
	await expect(dialogOf(page)).toBeHidden();
	await expect.poll(answersAt(agent, own.id, first)).toEqual([CODE]);
	await expect.poll(answersAt(agent, own.id, second)).toEqual([]);
	expect([(await detail(service, older)).status, (await detail(service, newer)).status]).toEqual([
		"activated",
		"deactivated",
	]);
	await expect(page.getByRole("button", { name: "Reactivate…" })).toBeVisible();
	await expect(
		page.getByRole("list", { name: "History" }).getByTitle(service.seed.administrator.email).first(),
	).toBeVisible();
});

test("deleted after its name and the consequence were read: gone from lists and from the agent", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const target = await createTarget(service, "Eastern servers");
	const own = await deploy(service, "Book markets", target);
	const agent = await startAgent(target.key);
	const answered = answersAt(agent, own.designId, own.place);
	await expect.poll(answered).toEqual([CODE]);
	const page = await openPageOf(service.seed.administrator);
	await openList(page, own.name);
	await rowOf(page, own.name)
		.getByRole("button", { name: `More actions on ${own.name}` })
		.click();
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	await expect(dialogOf(page)).toContainText(`Delete ${own.name} on ${target.name}?`);
	await expect(dialogOf(page)).toContainText("Lookups stop returning it");
	await dialogOf(page).getByRole("button", { name: "Delete" }).click();
	await expect(page.getByText("No deployments match")).toBeVisible();
	// The row with the action is gone: the focus stays on the page.
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
	await expect.poll(answered).toEqual([]);
	await expect(detail(service, own.id)).rejects.toThrow(/404/);
});

test("what a designer may do is what they see: their own requests, which they can cancel", async ({
	service,
	openPageOf,
}) => {
	const target = await createTarget(service, "Quiet servers");
	const own = await deploy(service, "Withdrawn wishes", target, { activated: false });
	const page = await openPageOf(service.seed.designer);
	await openList(page, own.name);
	const row = rowOf(page, own.name);
	await expect(row).toContainText("Pending");
	await expect(page.getByRole("checkbox")).toHaveCount(0);
	await row.hover();
	await row.getByRole("button", { name: /^Cancel…/ }).click();
	await dialogOf(page).getByRole("button", { name: "Cancel request" }).click();
	await expect(dialogOf(page)).toBeHidden();
	await expect.poll(statusOf(service, own.id)).toBe("cancelled");
});

test("every page of deployments is accessible in both themes, and fits a small screen", { tag: SCREENS }, async ({
	service,
	openPageOf,
}) => {
	const page = await openPageOf(service.seed.administrator);
	await page.goto("/deployments");
	const first = page.getByRole("row").nth(1);
	await expect(first.getByRole("link").first()).toBeVisible();
	await expectAccessible(page, "deployments");
	// The heads that sort stand on one line with those that do not.
	const tops = await page
		.getByRole("columnheader", { name: /^(Deployment|Status|Changed|Actions)/ })
		.evaluateAll((heads) =>
			heads.map((head) => {
				const words = document.createRange();
				words.selectNodeContents(head.querySelector("button") ?? head);
				return words.getBoundingClientRect().top;
			}),
		);
	expect(tops).toHaveLength(4);
	expect(new Set(tops).size, `words of the heads at ${tops}`).toBe(1);
	await page.getByRole("checkbox", { name: "Select all deployments on this page" }).click();
	await expectAccessible(page, "deployments, all selected");
	const href = await page
		.getByRole("row")
		.filter({ hasText: /live/i })
		.last()
		.getByRole("link")
		.first()
		.getAttribute("href");
	await page.goto(href ?? "/");
	await expect(page.getByRole("list", { name: "Steps", exact: true })).toBeVisible();
	await expectAccessible(page, "deployment");
	await expectToFit(page, [
		{ name: "deployments", path: "/deployments" },
		{
			name: "deployments-selected",
			path: "/deployments",
			prepare: (shown) => shown.getByRole("checkbox", { name: "Select all deployments on this page" }).click(),
		},
		{ name: "deployment", path: href ?? "/" },
	]);
});
