import type { Locator, Page } from "@playwright/test";
import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { expectDecidable, heading, named, openQueue, panelOf, people, rowsOf, statusOf } from "../support/approvals";
import { expectAccessible } from "../support/axe";
import { createTarget } from "../support/deployed";
import { expectLive } from "../support/readiness";
import { makeRequests } from "../support/requests";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

test.describe("the approval queue", () => {
	// A decision that was refused is an error to the browser's console, and what some of these
	// tests are about.
	test.use({ allowedBrowserErrors: [/status of (401|409|412)/] });

	test("of two messages the longer one lies behind the newer one, and nothing of it hangs out over the page", async ({
		service,
		openPageOf,
	}) => {
		const { customer, target } = people(service);
		await makeRequests(customer, target.id, named("Stacked", 2));
		const page = await openPageOf(service.seed.administrator);
		await openQueue(page, "stacked", 2);
		await expectDecidable(page);
		await page.keyboard.press("a");
		await expect(heading(page, "Stacked 2")).toBeFocused();
		await expectDecidable(page);
		await page.keyboard.press("r");
		await page
			.getByRole("dialog", { name: /^Reject Stacked 2/ })
			.getByRole("button", { name: "Reject" })
			.press("Enter");
		const newest = page.locator("[data-sonner-toast][data-front=true]").filter({ hasText: "Rejected Stacked 2" });
		const behind = page.locator("[data-sonner-toast][data-front=false]").filter({ hasText: "Activated Stacked 1" });
		const height = (toast: Locator) => toast.evaluate((box: HTMLElement) => box.offsetHeight);
		await expect(newest).toBeVisible();
		await expect.poll(async () => (await height(behind)) - (await height(newest))).toBe(0);
		const hanging = await behind.evaluate(async (toast) => {
			// Edges are rounded while it moves, each in its own way.
			await Promise.allSettled(toast.getAnimations({ subtree: true }).map(({ finished }) => finished));
			return [...toast.children]
				.filter((part) => part.getBoundingClientRect().bottom > toast.getBoundingClientRect().bottom)
				.filter((part) => getComputedStyle(part).opacity !== "0")
				.map(({ textContent }) => textContent);
		});
		expect(hanging).toEqual([]);
	});

	test("many are decided on together; what had changed stays selected, with its reason in the row", async ({
		service,
		openPageOf,
	}) => {
		const { customer, partner } = people(service);
		const target = await createTarget(service, "Servers without an agent");
		const [one, two, three, four, five] = await makeRequests(customer, target.id, named("Bundle", 5));
		const page = await openPageOf(service.seed.administrator);
		await openQueue(page, "bundle", 5);
		await page.keyboard.press("*");
		const bar = page.getByRole("region", { name: "Selected requests" });
		await expect(bar.getByText("5 selected")).toBeVisible();
		const search = page.getByRole("searchbox", { name: "Search requests" });
		await search.fill("bundle 5");
		await expect(bar.getByText("5 selected, 4 of them not shown")).toBeVisible();
		await partner.act(deployment, `/targeting/deployments/${two?.id}/tag`, { tags: "night" });
		await customer.remove(`/targeting/deployments/${four?.id}/cancel`);
		await expect(bar.getByText("4 selected, 3 of them not shown")).toBeVisible();
		await search.fill("bundle");
		await expect(bar.getByText("4 selected", { exact: true })).toBeVisible();
		const left = rowsOf(page);
		await expect(left).toHaveCount(4);
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("a");
		// The target has no agent: nothing is ticked that is warned of.
		const dialog = page.getByRole("dialog", { name: /^Activate \d requests\?$/ });
		await dialog.getByRole("checkbox", { name: "All of: No agent online" }).check();
		// What is being decided on stays in the question, and the answer says what became of it.
		await customer.remove(`/targeting/deployments/${five?.id}/cancel`);
		await dialog.getByRole("button", { name: "Activate 4" }).press("Enter");
		await expect(bar).toContainText("2 requests activated; 2 not");
		const apart = page.getByRole("region", { name: "Failed, not in this list" });
		await expect(apart).toContainText(/Bundle 5 on .*: .*cancel/);
		await expect(bar.getByText("1 selected")).toBeVisible();
		await apart.getByRole("button", { name: "Dismiss" }).press("Enter");
		await expect(apart).toBeHidden();
		await expect(bar.getByText("1 selected")).toBeVisible();
		await expect(left).toHaveCount(1);
		await expect(left.getByRole("checkbox")).toBeChecked();
		await expect(left).toContainText("Amir Haddad changed it (tag)");
		expect(await Promise.all([one, two, three].map((each) => statusOf(customer, each?.id ?? "")))).toEqual([
			"activated",
			"requested",
			"activated",
		]);

		await test.step("and is decided on once it was looked at", async () => {
			await page.keyboard.press("t");
			const tags = page.getByRole("dialog", { name: "Tags of Bundle 2" });
			await tags.getByRole("combobox", { name: "Tags" }).fill("edge,");
			await tags.getByRole("button", { name: "Save tags" }).click();
			await expect(bar).toBeHidden();
			expect((await customer.get(deploymentDetail, `/api/deployments/${two?.id}`)).tags).toBe("night,edge");
		});
	});

	test("warnings that come later than the request move nothing", async ({ service, openPageOf }) => {
		const { customer } = people(service);
		const [, quiet] = service.seed.targets;
		// The first letter of its second word is Cyrillic.
		const name = "Unmoved Сafe";
		await makeRequests(customer, quiet?.id ?? "", [name]);
		const page = await openPageOf(service.seed.administrator);
		let release = () => {};
		const previewed = new Promise<void>((resolve) => {
			release = resolve;
		});
		await page.route("**/preview", async (route) => {
			await previewed;
			await route.continue();
		});
		await openQueue(page, "unmoved", 1);
		await expect(heading(page, name)).toBeVisible();
		await page.evaluate(() => {
			const shifts: number[] = [];
			Object.assign(window, { shifts });
			new PerformanceObserver((list) => {
				for (const shift of list.getEntries()) shifts.push(Number(Reflect.get(shift, "value")));
			}).observe({ type: "layout-shift" });
		});
		release();
		await expect(panelOf(page).getByRole("button", { name: /no agent/ })).toBeVisible();
		const map = panelOf(page).getByRole("region", { name: "Map of the geofences that are kept, added and removed" });
		await expect(map).toHaveAttribute("data-ready", "true");
		await expect(panelOf(page).getByRole("region", { name: "Where", exact: true })).toContainText(/\+1 near \w+/);
		const moved = await page.evaluate(async () => {
			for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
			return (Reflect.get(window, "shifts") as number[]).reduce((sum, shift) => sum + shift, 0);
		});
		expect(moved).toBeLessThan(0.005);

		await test.step("a name of mixed letters is marked in row and panel", async () => {
			await expect(rowsOf(page).first()).toContainText("Letters of several alphabets: Latin and Cyrillic");
			const mark = panelOf(page).getByRole("button", { name: "Mixed letters" });
			await expect(mark).toHaveCount(2);
			await expectAccessible(page, "a request with a name of mixed letters");
			await mark.first().focus();
			await expect(page.getByRole("tooltip")).toHaveText(/^Letters of several alphabets: Latin and Cyrillic\./);
		});
	});

	test("filters of the queue are saved under a name and opened by it", async ({ service, openPageOf }) => {
		const { customer, target } = people(service);
		await makeRequests(customer, target.id, ["Viewed"]);
		const page = await openPageOf(service.seed.administrator);
		await openQueue(page, "viewed", 1);
		await page.getByRole("button", { name: "Saved views" }).click();
		await page.getByRole("button", { name: "Save current view…" }).click();
		await page.getByRole("dialog").getByLabel("Name").fill("What was viewed");
		await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
		await expect(page.getByRole("button", { name: "View: What was viewed" })).toBeVisible();
		await page.goto("/approvals?type=audience");
		await page.getByRole("button", { name: "Saved views" }).click();
		await page.getByRole("link", { name: "What was viewed" }).click();
		await expect(page).toHaveURL(/q=viewed/);
		await expect(page).not.toHaveURL(/type=|request=/);
		await expect(rowsOf(page)).toHaveCount(1);
	});

	test("the palette goes to pages and objects, and does what the page can do", async ({ service, openPageOf }) => {
		const { customer, target } = people(service);
		const [request] = await makeRequests(customer, target.id, ["Palette"]);
		const page = await openPageOf(service.seed.administrator);
		await page.goto("/designs");
		await expectLive(page);
		const field = page.getByRole("combobox", { name: "Go to" });
		await page.keyboard.press("Control+k");
		await field.fill("appro");
		await page.keyboard.press("Enter");
		await expect(page.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible();
		await page.keyboard.press("Control+k");
		await field.fill(request?.id ?? "");
		await page.getByRole("option", { name: /Request.*Palette/ }).click();
		await expect(heading(page, "Palette")).toBeVisible();
		// On a Russian keyboard, and while an input method composes.
		const ctrlK = { key: "л", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true };
		await page.locator("body").dispatchEvent("keydown", ctrlK);
		await field.dispatchEvent("keydown", { key: "Escape", isComposing: true, bubbles: true, cancelable: true });
		const { build_id } = await customer.get(deploymentDetail, `/api/deployments/${request?.id}`);
		await field.fill("palette");
		await expect(page.getByRole("option", { name: /^Build Palette/ })).toBeVisible();
		await field.fill(build_id);
		await expect(page.getByRole("option", { name: "Build Palette done · Dana Whitfield" })).toBeVisible();
		await page.keyboard.press("Escape");
		const row = rowsOf(page).getByRole("link", { name: /^Palette/ });
		await row.focus();
		await page.keyboard.press("Control+k");
		await page.keyboard.press("Escape");
		await expect(row).toBeFocused();
		await page.keyboard.press("Control+k");
		await field.fill("reject");
		await page.getByRole("option", { name: /^Reject Palette/ }).click();
		await expect(page.getByRole("dialog", { name: /^Reject Palette/ }).getByLabel("Reason")).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(row).toBeFocused();
	});

	test("nothing that axe finds, in both themes", async ({ service, openPageOf }) => {
		const { customer, target } = people(service);
		await makeRequests(customer, target.id, named("Accessible", 2));
		const page = await openPageOf(service.seed.administrator);
		await openQueue(page, "accessible", 2);
		await expect(panelOf(page).getByText("Geofences", { exact: true })).toBeVisible();
		await expectAccessible(page, "approvals");
		await page.keyboard.press("x");
		await expectAccessible(page, "approvals with a selection");
		await page.keyboard.press("a");
		await expectAccessible(page, "the question about many");
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		await page.keyboard.press("?");
		await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
		const search = page.getByRole("combobox", { name: "Search help" });
		await expect(search).toBeFocused();
		await expectAccessible(page, "help");
		await page.keyboard.type("partly");
		await expect(page.getByRole("option", { name: /^Partly live/ })).toHaveAttribute("aria-selected", "true");
		await expectAccessible(page, "the search of the help");
		await page.keyboard.press("Enter");
		await expect(page.locator("div:focus")).toContainText("Partly live");
		await expect(page.getByRole("tab", { name: "Statuses" })).toHaveAttribute("aria-selected", "true");
		await expectAccessible(page, "the legend of statuses");
		await page.keyboard.press("Escape");
		await page.keyboard.press("/");
		await expect(page.getByRole("searchbox", { name: "Search requests" })).toBeFocused();
		await page.keyboard.press("Control+k");
		await page.getByRole("combobox", { name: "Go to" }).fill("accessible");
		await expect(page.getByRole("option", { name: /Request/ }).first()).toBeVisible();
		await expectAccessible(page, "palette");
		await page.keyboard.press("Escape");
		await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Help" }).click();
		await page.keyboard.type("create freeze");
		await expect(page.getByRole("option", { name: /^Create Freeze/ })).toHaveAttribute("aria-selected", "true");
		await page.keyboard.press("Enter");
		await expect(page.getByRole("heading", { name: "Create Freeze" })).toBeVisible();
	});

	test("a search by keys ends at its rows", async ({ service, openPageOf }) => {
		const { customer, target } = people(service);
		await makeRequests(customer, target.id, named("Sought by keys", 2));
		const page = await openPageOf(service.seed.administrator);
		// All deployments have a box more, which selects them all.
		for (const [path, boxes] of [
			["/approvals", 2],
			["/deployments", 3],
		] as const) {
			const box = page.getByRole("checkbox", { name: /^Select / });
			await page.goto(path);
			await expect(box.first()).toBeVisible();
			await page.keyboard.press("/");
			await page.keyboard.type("sought by keys");
			await expect(box).toHaveCount(boxes);
			await page.keyboard.press("ArrowDown");
			await expect(page.getByRole("link", { name: /^Sought by keys/ }).first()).toBeFocused();
			await expect(page.getByRole("searchbox")).toHaveValue("sought by keys");
			await page.keyboard.press("x");
			await expect(box.nth(boxes - 2)).toBeChecked();
		}
	});

	test("a thumb beside a box chooses it, on a phone", async ({ service, openPageOf }) => {
		const { customer, target } = people(service);
		await makeRequests(customer, target.id, named("Thumbed", 2));
		const page = await openPageOf(service.seed.administrator);
		await page.setViewportSize({ width: 360, height: 740 });
		for (const [path, count] of [
			["/approvals?q=thumbed", 2],
			["/deployments?q=thumbed", 3],
		] as const) {
			await page.goto(path);
			const boxes = page.getByRole("checkbox", { name: /^Select / });
			await expect(boxes).toHaveCount(count);
			// 32 by 36 pixels, of which a finger needs 24 by 24.
			const touch = async (box: Locator, right: number, down: number) => {
				await box.evaluate((element) => element.scrollIntoView({ block: "center" }));
				const place = await box.boundingBox();
				if (place === null) throw new Error("The box is not to be seen.");
				await page.mouse.click(place.x + right, place.y + down);
			};
			await touch(boxes.last(), -10, -8);
			await expect(boxes.last()).toBeChecked();
			await touch(boxes.last(), 18, 24);
			await expect(boxes.last()).not.toBeChecked();
			// Shift chooses from the last one to this, wherever the box is met.
			await boxes.last().click();
			await expect(boxes.last()).toBeChecked();
			await page.keyboard.down("Shift");
			await touch(boxes.nth(count - 2), -10, 0);
			await page.keyboard.up("Shift");
			await expect(boxes.nth(count - 2)).toBeChecked();
			await expect(boxes.last()).toBeChecked();
		}
	});

	test("fits a small screen", { tag: SCREENS }, async ({ service, openPageOf }) => {
		const { customer, partner, target } = people(service);
		const [request] = await makeRequests(customer, target.id, named("Pictured", 3));
		const page = await openPageOf(service.seed.administrator);
		const endless = "Seehafenspediteurskaufmannsgehilfen".repeat(6).slice(0, 190);
		const [long] = await makeRequests(customer, target.id, [endless], endless);
		await partner.act(deployment, `/targeting/deployments/${long?.id}/tag`, { tags: endless.slice(0, 64) });
		const loaded = (shown: Page) => expect(panelOf(shown).getByText("Geofences", { exact: true })).toBeVisible();
		await expectToFit(page, [
			{ name: "approvals", path: `/approvals?request=${request?.id}`, prepare: loaded },
			{
				name: "approvals-list",
				path: "/approvals",
				prepare: (shown) => expect(rowsOf(shown).first()).toBeVisible(),
			},
			{ name: "approvals-endless", path: `/approvals?request=${long?.id}`, prepare: loaded },
			{
				name: "approvals-endless-tags",
				path: `/approvals?request=${long?.id}`,
				prepare: async (shown) => {
					await loaded(shown);
					// On a phone it is behind a menu.
					await shown.keyboard.press("t");
					await expect(shown.getByRole("dialog")).toContainText(endless.slice(0, 64));
				},
			},
			{
				name: "deployments-endless",
				path: `/deployments?q=${endless}`,
				prepare: (shown) => expect(shown.getByRole("link", { name: endless, exact: true })).toBeVisible(),
			},
			{
				name: "approvals-selection",
				path: "/approvals?q=pictured",
				prepare: async (shown) => {
					await expect(rowsOf(shown)).toHaveCount(3);
					await shown.keyboard.press("*");
					await expect(shown.getByText("3 selected")).toBeVisible();
				},
			},
			{
				name: "approvals-reject",
				path: `/approvals?request=${request?.id}`,
				prepare: async (shown) => {
					await loaded(shown);
					await shown.getByRole("button", { name: "Reject…" }).click();
					await expect(shown.getByRole("dialog")).toBeVisible();
				},
			},
			{
				name: "palette",
				path: "/approvals",
				prepare: async (shown) => {
					await expect(rowsOf(shown).first()).toBeVisible();
					await shown.keyboard.press("Control+k");
					await shown.getByRole("combobox", { name: "Go to" }).fill("pictured");
					await expect(shown.getByRole("option", { name: /Request/ }).first()).toBeVisible();
				},
			},
			{
				name: "help",
				path: "/approvals",
				prepare: async (shown) => {
					await expect(rowsOf(shown).first()).toBeVisible();
					await shown.keyboard.press("?");
					await expect(shown.getByRole("dialog", { name: "Help" })).toBeVisible();
				},
			},
		]);
	});
});
