import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { expectDecidable, heading, named, openQueue, panelOf, people, statusOf } from "./support/approvals";
import { expectAccessibleInPassing } from "./support/axe";
import { renewBy } from "./support/drop-session";
import { marked } from "./support/marked";
import { expectLive } from "./support/readiness";
import { makeRequests } from "./support/requests";
import { expect, test } from "./support/test";

test.describe("the approval queue, while others act", () => {
	// A decision that was refused is an error to the browser's console, and what these tests are about.
	test.use({ allowedBrowserErrors: [/status of (401|409|412)/] });

	test("two administrators decide on the same request: one decision, and the other one learns of it", async ({
		service,
		openPageOf,
	}) => {
		const { customer, target } = people(service);
		const { administrator, operator } = service.seed;
		const name = marked("Rivals");
		const [request] = await makeRequests(customer, target.id, [name]);
		const pages = [await openPageOf(administrator), await openPageOf(operator)] as const;
		for (const page of pages) {
			await openQueue(page, name, 1);
			await expect(panelOf(page).getByText("Geofences", { exact: true })).toBeVisible();
			await expectDecidable(page);
		}
		await Promise.all(pages.map((page) => page.keyboard.press("a")));
		const path = `/api/deployments/${request?.id}`;
		await expect.poll(() => statusOf(customer, request?.id ?? "")).toBe("activated");
		const { deployer, deployer_person: decider } = await customer.get(deploymentDetail, path);
		const loser = pages[deployer === administrator.email ? 1 : 0];
		await expect(panelOf(loser).getByRole("alert")).toContainText(`${decider?.name} activated it`);
		expect((await customer.get(deploymentDetail, path)).revision).toBe(2);
	});

	test("a session that ends in the middle of a reason is renewed above it, and the reason is sent", async ({
		service,
		openPageOf,
	}) => {
		const { customer, partner, target } = people(service);
		const { administrator } = service.seed;
		const name = marked("Interrupted");
		const [request] = await makeRequests(customer, target.id, [name]);
		const page = await openPageOf(administrator);
		await openQueue(page, name, 1);
		await expectDecidable(page);
		await renewBy(page, () => page.keyboard.press("r"));
		const question = page.getByRole("dialog", { name: new RegExp(`^Reject ${name}`) });
		await question.getByLabel("Reason").fill("Half a sen");
		await page.context().clearCookies();
		await partner.act(deployment, `/targeting/deployments/${request?.id}/tag`, { tags: "edge" });
		const ended = page.getByRole("dialog", { name: "Your session has ended" });
		await expect(ended.getByLabel("Password")).toBeFocused();
		await expect(ended.getByLabel("Email")).toHaveValue(administrator.email);
		await expectAccessibleInPassing(page, "the sign-in above a page");
		await ended.getByLabel("Password").fill("not the password");
		await page.keyboard.press("Enter");
		await expect(ended.getByRole("alert")).toContainText("Wrong email or password.");
		await ended.getByLabel("Password").fill(administrator.password);
		await page.keyboard.press("Enter");
		await expect(ended).toBeHidden();
		await expect(question.getByRole("alert")).toContainText("Tags: none → edge");
		await expect(question.getByLabel("Reason")).toHaveValue("Half a sen");
		await expect(question.getByLabel("Reason")).toBeFocused();
		await question.getByRole("button", { name: "Reject", exact: true }).click();
		await question.getByRole("button", { name: "Reject anyway" }).click();
		await expect(question).toBeHidden();
		expect(await customer.get(deploymentDetail, `/api/deployments/${request?.id}`)).toMatchObject({
			status: "rejected",
			status_reason: "Half a sen",
		});

		await test.step("where nothing is begun, the sign-in page takes the page's place", async () => {
			await page.context().clearCookies();
			await makeRequests(customer, target.id, [`${name} too`]);
			await expect(page).toHaveURL(/signin\?callbackUrl=%2Fapprovals/);
			await expect(page.getByText("Your session has ended.")).toBeVisible();
		});
	});
});

test.describe("the approval queue without a network", () => {
	test.use({
		allowedBrowserErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED.*maplibre-gl-worker|Worker failed to load/],
	});

	test("what is pressed is refused at once, and not done later; back online the page goes on", async ({
		service,
		openPageOf,
	}) => {
		const { customer, target } = people(service);
		const name = marked("Adrift");
		const [first] = await makeRequests(customer, target.id, named(name, 2));
		const page = await openPageOf(service.seed.administrator);
		// The map's worker does not load while the network comes and goes.
		await page.route("**/maplibre-gl-worker.mjs", (route) => route.abort());
		await openQueue(page, name, 2);
		await expect(heading(page, `${name} 1`)).toBeVisible();
		await expectDecidable(page);
		const undrawn = panelOf(page).getByText("The map could not be drawn completely");
		await expect(undrawn.first()).toBeVisible();
		await expect(panelOf(page).getByRole("button", { name: "Try again" }).first()).toBeVisible();
		await page.unroute("**/maplibre-gl-worker.mjs");
		await page.context().setOffline(true);
		await expect(page.getByRole("status").filter({ hasText: "Reconnecting…" })).toBeVisible();
		await page.keyboard.press("a");
		await expect(page.getByText(`${name} 1 was not activated`)).toBeVisible();
		await expect(panelOf(page).getByRole("button", { name: "Activate" })).not.toHaveAttribute("aria-busy");
		await page.context().setOffline(false);
		await expectLive(page);
		await expect(heading(page, `${name} 1`)).toBeVisible();
		expect(await statusOf(customer, first?.id ?? "")).toBe("requested");
		await expect(undrawn).toHaveCount(0);
		const drawn = () => page.evaluate(() => performance.getEntriesByName("fences-drawn").length);
		await expect.poll(drawn).toBeGreaterThan(0);
		await expectDecidable(page);
		await page.keyboard.press("a");
		await expect(heading(page, `${name} 2`)).toBeFocused();
		await expect(page.getByRole("button", { name: "Undo" })).toContainText("u");
	});
});
