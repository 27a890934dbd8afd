import { readFile } from "node:fs/promises";
import { z } from "zod";
import { buildDetail } from "@/lib/contract/build";
import { deploymentDetail } from "@/lib/contract/deployment";
import { designDetail } from "@/lib/contract/design";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import {
	buildDesign,
	createDesign,
	createTarget,
	decide,
	moveDesign,
	ownPlace,
	requestDeployment,
} from "../support/deployed";
import { expect, test } from "../support/test";

test("a build is requested to several targets at once with the replaced builds in view, and one request is cancelled", async ({
	service,
	openPageOf,
}) => {
	const { designer } = service.seed;
	const api = new ApiClient(service, designer.key);
	const east = await createTarget(service, "Pier East");
	await createTarget(service, "Pier West");
	const own = await createDesign(service, "Requested to several", ownPlace());
	await decide(service, await requestDeployment(service, await buildDesign(service, own), east), "activate");
	await moveDesign(service, own, ownPlace());
	const buildId = await buildDesign(service, own);
	const requests = async () =>
		(
			await api.rows(
				deploymentDetail,
				`/targeting/deployments?detail=true&design_id=${own.id}&status=requested,cancelled`,
			)
		).map(({ target, build_id, status, message, status_reason }) => ({
			target,
			build_id,
			status,
			message,
			status_reason,
		}));

	const page = await openPageOf(designer);
	const dialog = page.getByRole("dialog");
	const actions = page.getByRole("button", { name: `Actions on ${own.name}` });
	await page.goto(`/builds?q=${own.id}`);
	await actions.click();
	await page.getByRole("menuitem", { name: "Request deployment…" }).click();
	await expect(dialog.getByRole("checkbox", { name: /^Pier East/ })).toHaveAccessibleName(
		/Replaces the build of .+ once activated/,
	);
	await expect(dialog.getByRole("checkbox", { name: /^Pier West/ })).toHaveAccessibleName(/Replaces nothing/);
	await expectAccessible(page, "the request to several targets");
	await dialog.getByRole("button", { name: "Request deployment" }).click();
	await expect(dialog).toContainText("Select at least one target.");
	await dialog.getByRole("checkbox", { name: /^Pier East/ }).check();
	await expect(dialog.getByText("Select at least one target.")).toBeHidden();
	await dialog.getByRole("checkbox", { name: /^Pier West/ }).check();
	await dialog.getByLabel("Message").fill("Both piers by Friday");
	await dialog.getByRole("button", { name: "Request deployment" }).click();
	await expect(dialog).toBeHidden();
	const asked = { build_id: buildId, status: "requested", message: "Both piers by Friday", status_reason: null };
	expect((await requests()).sort((a, b) => a.target.localeCompare(b.target))).toEqual([
		{ target: "Pier East", ...asked },
		{ target: "Pier West", ...asked },
	]);
	const row = page.getByRole("row").filter({ hasText: own.name });
	await expect(row.getByRole("listitem").filter({ hasText: "Pending" })).toHaveCount(2);

	await actions.click();
	await page.getByRole("menuitem", { name: "Request deployment…" }).click();
	await expect(dialog.getByRole("checkbox", { name: /^Pier East/ })).toBeDisabled();
	await expect(dialog.getByText("This build is already pending there.")).toHaveCount(2);
	await page.keyboard.press("Escape");

	await actions.click();
	await page.getByRole("menuitem", { name: "Cancel a request…" }).click();
	await dialog.getByRole("button", { name: "Cancel request… to Pier West" }).click();
	await dialog.getByLabel("Message").fill("The west pier is closed");
	await dialog.getByRole("button", { name: "Cancel request" }).click();
	await expect(dialog).toBeHidden();
	const cancelled = (await requests()).find(({ target }) => target === "Pier West");
	expect(cancelled).toMatchObject({ status: "cancelled", status_reason: "The west pier is closed" });
	await expect(row.getByRole("listitem").filter({ hasText: "Pending" })).toHaveCount(1);
});

test("the list is narrowed by what is deployed where, and a targeting file comes as it was built", async ({
	service,
	openPageOf,
}) => {
	const { designer } = service.seed;
	const api = new ApiClient(service, designer.key);
	const target = await createTarget(service, "Filtered pier");
	const live = await createDesign(service, "Narrowed: live", ownPlace());
	const idle = await createDesign(service, "Narrowed: idle", ownPlace());
	const buildId = await buildDesign(service, live);
	await decide(service, await requestDeployment(service, buildId, target), "activate");
	await buildDesign(service, idle);
	await api.send(z.unknown(), "PUT", `/api/designs/${live.id}/visibility`, JSON.stringify({ tags: ["piers"] }));

	const page = await openPageOf(designer);
	const names = () =>
		page
			.getByRole("table")
			.getByRole("row")
			.getByRole("link", { name: /^Narrowed/ });
	await page.goto("/builds?q=narrowed");
	await expect(names()).toHaveCount(2);
	await page.getByRole("button", { name: /^Deployment/ }).click();
	await page.getByRole("checkbox", { name: "not deployed" }).check();
	await expect(names()).toHaveText(["Narrowed: idle"]);
	await expect(page.getByRole("status").filter({ hasText: /^Found .*: 1$/ })).toHaveCount(1);
	await page.getByRole("checkbox", { name: "not deployed" }).uncheck();
	await page.getByRole("checkbox", { name: "Activated", exact: true }).check();
	await expect(names()).toHaveText(["Narrowed: live"]);
	await page.keyboard.press("Escape");
	expect(new URL(page.url()).searchParams.get("deployment_status")).toBe("activated");
	await page.getByRole("button", { name: "Reset" }).click();
	await page.goto("/builds?q=narrowed");
	await page.getByRole("button", { name: /^Visibility/ }).click();
	await page.getByRole("textbox", { name: "Visibility" }).fill("piers");
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(names()).toHaveText(["Narrowed: live"]);
	await page.goto("/builds?q=narrowed&min_size=1000000000");
	await expect(names()).toHaveCount(0);
	await expect(page.getByText(/No .*match/)).toBeVisible();

	await page.goto(`/builds?q=${live.id}`);
	await page.getByRole("button", { name: `Actions on ${live.name}` }).click();
	await page.getByRole("menuitem", { name: "Builds and files…" }).click();
	const arriving = page.waitForEvent("download");
	await page.getByRole("dialog").getByRole("link", { name: "Targeting file" }).click();
	const file = await readFile(await (await arriving).path());
	const [build] = await api.rows(buildDetail, `/api/designs/${live.id}/builds`);
	expect({
		size: file.length,
		digest: `sha256:${Buffer.from(await crypto.subtle.digest("SHA-256", file)).toString("hex")}`,
	}).toEqual({
		size: build?.size,
		digest: build?.digest,
	});
});

test("an operator has a failed build tried again, or rejects it with a reason that its designer reads", async ({
	service,
	openPageOf,
}) => {
	const { operator, designer } = service.seed;
	const api = new ApiClient(service, operator.key);
	const find = async (name: string) => {
		const [found] = await api.rows(
			z.looseObject({ id: z.string() }),
			`/targeting/designs?q=${encodeURIComponent(name)}`,
		);
		return String(found?.id);
	};
	const [arenas, commuters] = [await find("Concert venues"), await find("Daily commuters")];
	const statusOf = async (id: string) => (await api.get(designDetail, `/targeting/designs/${id}?detail=true`)).status;
	expect([await statusOf(arenas), await statusOf(commuters)]).toEqual(["failed", "failed"]);

	const theirs = await openPageOf(designer);
	await theirs.goto(`/designs/${commuters}`);
	await expect(theirs.getByRole("list", { name: "Builds" })).toContainText("Couldn't read data from acme-mobile");
	await expect(theirs.getByRole("button", { name: "Retry" })).toHaveCount(0);

	const page = await openPageOf(operator);
	await page.setViewportSize({ width: 375, height: 812 });
	await page.goto(`/designs/${arenas}`);
	await expect(page.getByRole("button", { name: "Retry" })).toBeInViewport({ ratio: 1 });
	await page.getByRole("button", { name: "Retry" }).click();
	await expect.poll(() => statusOf(arenas)).toBe("built");
	await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);

	await page.goto(`/designs/${commuters}`);
	await page.getByRole("button", { name: "Reject…" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Reject build" }).click();
	await expect(dialog.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
	await dialog.getByLabel("Reason").fill("Fifteen visits are more than the source counts.");
	await expectAccessible(page, "the rejection of a build");
	await dialog.getByRole("button", { name: "Reject build" }).click();
	await expect(dialog).toBeHidden();
	expect(await statusOf(commuters)).toBe("rejected");
	await expect(theirs.getByText("Fifteen visits are more than the source counts.").first()).toBeVisible();
	await expect(theirs.getByRole("link", { name: "Fix in editor" }).first()).toBeVisible();
	const watching = await openPageOf(service.seed.colleague);
	await watching.goto(`/designs/${commuters}`);
	await expect(watching.getByRole("list", { name: "Builds" })).toContainText("Fifteen visits");
	await expect(watching.getByRole("link", { name: "Fix in editor" })).toHaveCount(0);
});
