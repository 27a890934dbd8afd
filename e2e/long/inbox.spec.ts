import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { createTarget, deploy } from "../support/deployed";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

test("a rejection reaches its requester live, and leads to the design with one click", { tag: SCREENS }, async ({
	service,
	openPageOf,
}) => {
	const { designer, administrator } = service.seed;
	const target = await createTarget(service, "Told");
	const own = await deploy(service, "Rejected soon", target, { activated: false });
	const inbox = await openPageOf(designer);
	const badge = (page: typeof inbox) =>
		page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox/ });
	const other = await openPageOf(designer);
	await inbox.goto("/inbox");
	// Events are told in their order, so that those of the demo world are told by then.
	await expect(inbox.getByText("Rejected soon is built and ready to deploy")).toBeVisible();
	await inbox.getByRole("button", { name: "Mark all as read" }).click();
	await inbox.getByLabel("Show").selectOption("unread");
	await expect(inbox.getByText("You have no unread items.")).toBeVisible();
	await other.goto("/designs");
	await expect(badge(other)).toHaveAccessibleName("Inbox");

	await new ApiClient(service, administrator.key).remove(`/targeting/deployments/${own.id}/reject`, {
		message: "Use the smaller radius",
	});
	await expect(badge(other)).toHaveAccessibleName("Inbox 1 unread");
	await expect(other).toHaveTitle("(1) Designs · Targeting Service");
	const title = `Your request for Rejected soon on ${target.name} was rejected`;
	const item = inbox.getByRole("listitem").filter({ hasText: title });
	await expect(item).toContainText("Use the smaller radius");
	await expect(item).toContainText("Amir Haddad · Metro");
	await expect(inbox.getByRole("heading", { level: 2, name: "Today" })).toBeVisible();
	await expectAccessible(inbox, "the inbox");
	await expectToFit(inbox, [{ name: "inbox", path: "/inbox" }]);
	await inbox.setViewportSize({ width: 1280, height: 800 });

	await inbox.keyboard.press("j");
	await expect(item.getByRole("link", { name: "Edit design" })).toBeFocused();
	await item.getByRole("link", { name: "Edit design" }).click();
	await expect(inbox).toHaveURL(new RegExp(`/designs/${own.designId}/edit$`));
	await expect(badge(other)).toHaveAccessibleName("Inbox");
	await expect(other).toHaveTitle("Designs · Targeting Service");

	await inbox.goto(`/designs/${own.designId}`);
	await expect(inbox.getByRole("main")).toContainText(`The request for ${target.name} was rejected.`);
	await expect(inbox.getByRole("main")).toContainText("Use the smaller radius");
	await other.goto("/inbox");
	await expect(other.getByRole("listitem").filter({ hasText: title })).toBeVisible();
	await other.keyboard.press("j");
	await other.keyboard.press("m");
	await expect(badge(inbox)).toHaveAccessibleName("Inbox 1 unread");
	await other.getByRole("button", { name: "Mark all as read" }).click();
	await expect(badge(inbox)).toHaveAccessibleName("Inbox");
});
