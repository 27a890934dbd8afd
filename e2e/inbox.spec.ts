import { z } from "zod";
import { deployment } from "@/lib/contract/deployment";
import { ApiClient } from "./support/api-client";
import { expectAccessible } from "./support/axe";
import { createTarget, deploy } from "./support/deployed";
import { expectToFit, SCREENS } from "./support/screenshots";
import { expect, test } from "./support/test";

/** Within this, changes reach open pages. */
const LIVE = { timeout: 15_000 };

test("a rejection reaches its requester live, and leads to the design with one click", { tag: SCREENS }, async ({
	service,
	openPageOf,
}) => {
	test.setTimeout(120_000);
	const { designer, administrator } = service.seed;
	const target = await createTarget(service, "Told");
	const [first, second] = await Promise.all([openPageOf(designer), openPageOf(designer)]);
	const everything = JSON.stringify({ until: "999999999" });
	await new ApiClient(service, designer.key).send(z.unknown(), "POST", "/api/inbox/read", everything);
	const badge = (page: typeof first) =>
		page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox/ });
	await first.goto("/designs");
	await second.goto("/inbox?unread=true");
	await expect(second.getByText("You have no unread items.")).toBeVisible();
	await expect(badge(first)).toHaveAccessibleName("Inbox");

	const own = await deploy(service, "Rejected soon", target, { activated: false });
	await new ApiClient(service, administrator.key).act(deployment, `/targeting/deployments/${own.id}/reject`, {
		message: "Use the smaller radius",
	});
	// The build was told before.
	await expect(badge(first)).toHaveAccessibleName("Inbox 2 unread", LIVE);
	await expect(first).toHaveTitle("(2) Designs · Targeting Service");
	const title = `Your request for Rejected soon on ${target.name} was rejected`;
	const item = second.getByRole("listitem").filter({ hasText: title });
	await expect(item).toContainText("Use the smaller radius", LIVE);
	await expect(item).toContainText(administrator.email);
	await expect(second.getByRole("heading", { level: 2 })).toHaveText(["Today"]);
	await expectAccessible(second, "the inbox");
	await expectToFit(second, [{ name: "inbox", path: "/inbox" }]);
	await second.setViewportSize({ width: 1280, height: 800 });
	if (process.env.LOOK)
		for (const width of [390, 768, 1440])
			for (const colorScheme of ["light", "dark"] as const) {
				await second.setViewportSize({ width, height: 900 });
				await second.emulateMedia({ colorScheme });
				await second.screenshot({ path: `/tmp/look-inbox-${width}-${colorScheme}.png` });
			}

	await second.keyboard.press("j");
	await expect(item.getByRole("link", { name: "Edit design" })).toBeFocused();
	await item.getByRole("link", { name: "Edit design" }).click();
	await expect(second).toHaveURL(new RegExp(`/designs/${own.designId}/edit$`));
	await expect(badge(first)).toHaveAccessibleName("Inbox 1 unread", LIVE);

	await first.goto("/inbox");
	await first.getByRole("button", { name: "Mark all as read" }).click();
	await expect(badge(second)).toHaveAccessibleName("Inbox", LIVE);
	await expect(second).toHaveTitle(/^(?!\()/);
	await first.keyboard.press("j");
	await first.keyboard.press("m");
	await expect(badge(second)).toHaveAccessibleName("Inbox 1 unread", LIVE);
});
