import { z } from "zod";
import { heading, named, openQueue, panelOf, people, rowsOf, statusOf } from "../support/approvals";
import { makeRequests } from "../support/requests";
import { expect, test } from "../support/test";

const seen = z.object({ alerts: z.array(z.string()), clicks: z.number() });

test("two clicks on an unmoved button, and a key besides, decide one request, and one's own decision is no news", async ({
	service,
	openPageOf,
}) => {
	const { customer, target } = people(service);
	const [first, second] = await makeRequests(customer, target.id, named("Twice", 3));
	const page = await openPageOf(service.seed.administrator);
	await openQueue(page, "twice", 3);
	await expect(heading(page, "Twice 1")).toBeVisible();
	const activate = panelOf(page).getByRole("button", { name: "Activate" });
	const box = await activate.boundingBox();
	const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
	// The second click and a key fall as soon as the next request is shown; a test could not be as quick.
	await page.evaluate(
		([left, top]) => {
			const found = { alerts: [] as (string | null)[], clicks: 0 };
			Object.assign(window, { found });
			new MutationObserver(() => {
				const panel = document.querySelector("[aria-label=Request]");
				for (const alert of panel?.querySelectorAll("[role=alert]") ?? []) found.alerts.push(alert.textContent);
				if (found.clicks > 0 || panel?.querySelector("h2")?.textContent !== "Twice 2") return;
				found.clicks += 1;
				const under = document.elementFromPoint(left, top);
				if (under instanceof HTMLElement) under.click();
				document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
			}).observe(document.body, { subtree: true, childList: true, characterData: true });
		},
		[x, y] as const,
	);
	// The list knows of the decision before its answer arrives.
	await page.route("**/activate", async (route) => {
		const answer = await route.fetch();
		await expect(rowsOf(page)).toHaveCount(2);
		await route.fulfill({ response: answer });
	});
	await page.mouse.click(x, y);
	await expect(heading(page, "Twice 2")).toBeVisible();
	expect(await statusOf(customer, first?.id ?? "")).toBe("activated");
	await page.unroute("**/activate");
	await expect(panelOf(page).getByText("Not done: this request had just appeared")).toBeVisible();
	// Once the reader can have seen it, the same button decides on it.
	await activate.click({ trial: true });
	expect(seen.parse(await page.evaluate("window.found"))).toEqual({ alerts: [], clicks: 1 });
	expect(await statusOf(customer, second?.id ?? "")).toBe("requested");
	await activate.click();
	await expect(heading(page, "Twice 3")).toBeVisible();
	expect(await statusOf(customer, second?.id ?? "")).toBe("activated");
});
