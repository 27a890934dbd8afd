import type { Page } from "@playwright/test";
import { deploymentDetail } from "@/lib/contract/deployment";
import { ApiClient } from "./api-client";
import type { RunningService } from "./service";
import { expect } from "./test";

export const detail = (service: RunningService, id: string) =>
	new ApiClient(service, service.seed.administrator.key).get(deploymentDetail, `/api/deployments/${id}`);
export const statusOf = (service: RunningService, id: string) => async () => (await detail(service, id)).status;

export const rowOf = (page: Page, name: string) =>
	page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
export const dialogOf = (page: Page) => page.getByRole("dialog");

/** Opens the list of deployments with a search. */
export async function openList(page: Page, q: string): Promise<void> {
	await page.goto(`/deployments?${new URLSearchParams({ q })}`);
	await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
}
