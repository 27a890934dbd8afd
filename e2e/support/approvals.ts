import type { Locator, Page } from "@playwright/test";
import { deploymentDetail } from "@/lib/contract/deployment";
import { ApiClient } from "./api-client";
import { expectLive } from "./readiness";
import { agentTarget, type RunningService } from "./service";
import { expect } from "./test";

/** Requester, decider and target. */
export const people = (service: RunningService) => ({
	customer: new ApiClient(service, service.seed.designer.key),
	partner: new ApiClient(service, service.seed.administrator.key),
	target: agentTarget(service.seed).target,
});
export const named = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, place) => `${prefix} ${place + 1}`);
/** The panel of the open request. */
export const panelOf = (page: Page) => page.getByRole("region", { name: "Request", exact: true });
export const heading = (page: Page, name: string): Locator => panelOf(page).getByRole("heading", { name, exact: true });
export const rowsOf = (page: Page) => page.getByRole("list", { name: "Requests" }).getByRole("listitem");
/** Expects that decisions are taken: they wait for half a second after the panel has changed. */
export const expectDecidable = (page: Page) =>
	expect(panelOf(page).getByRole("button", { name: "Activate" })).not.toHaveAttribute("aria-disabled");
export const statusOf = async (api: ApiClient, id: string) =>
	(await api.get(deploymentDetail, `/api/deployments/${id}`)).status;

/**
 * Opens the queue with a search, oldest request first, and waits until it is live and shows a
 * request, whose panel takes keys.
 */
export async function openQueue(page: Page, q: string, count: number): Promise<void> {
	await page.goto(`/approvals?${new URLSearchParams({ q, order: "asc" })}`);
	await expect(rowsOf(page)).toHaveCount(count);
	await expectLive(page);
	await expect(panelOf(page).getByRole("heading", { level: 2 }).first()).toBeVisible();
}

/**
 * Watches each frame and each change of the page; gives what has been named beside one another by
 * the marked row, the panel and the address where they were not one request.
 * @param names of the requests by their ids
 */
export async function watchNamed(
	page: Page,
	names: Readonly<Record<string, string>>,
): Promise<() => Promise<string[]>> {
	await page.evaluate((known) => {
		const mixed = new Set<string>();
		Object.assign(window, { mixed });
		const look = () => {
			const row = document.querySelector("[aria-label=Requests] [aria-current=true]");
			const panel = document.querySelector("[aria-label=Request] h2");
			const request = new URL(location.href).searchParams.get("request");
			const named = [known[row?.id.replace("request-", "") ?? ""], panel?.textContent, known[request ?? ""]];
			if (new Set(named.filter((name) => name !== undefined)).size > 1) mixed.add(named.join(" | "));
		};
		new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
		const frame = () => {
			look();
			requestAnimationFrame(frame);
		};
		frame();
	}, names);
	return () => page.evaluate(() => [...(Reflect.get(window, "mixed") as Set<string>)]);
}
