import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { z } from "zod";
import { apiKey } from "@/lib/contract/key";
import { organization } from "@/lib/contract/organization";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { newPerson, PASSWORD } from "../support/new-person";
import { expectLive } from "../support/readiness";
import { expectToFit } from "../support/screenshots";
import type { RunningService } from "../support/service";
import { expect, test } from "../support/test";

// The browser reports the refusals that these tests provoke.
test.use({ allowedBrowserErrors: [/the server responded with a status of (400|401|403)/] });

const statusWith = async (service: RunningService, cookie: string) =>
	(await fetch(`${service.baseUrl}/api/account`, { headers: { cookie } })).status;

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("names, password and sessions are changed on one page, and a session is ended elsewhere", async ({
	page,
	service,
	signIn,
}) => {
	const me = await newPerson(service);
	const elsewhere = await openSession(service.baseUrl, me.email, me.password);
	const another = await openSession(service.baseUrl, me.email, me.password);
	await signIn(page, me);
	await expectLive(page);
	await page.getByRole("button", { name: /^Account of/ }).click();
	await page.getByRole("menuitem", { name: "Account" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Account");
	await expect(page.getByLabel("First name")).toHaveValue("Nela");
	await expectAccessible(page, "the account");
	await expectToFit(page, [{ name: "account", path: "/account" }]);

	await page.getByLabel("Last name").fill("Novak");
	await page.getByRole("button", { name: "Save name" }).click();
	await expect(page.getByText("Name saved")).toBeVisible();

	const rows = card(page, "Sessions").getByRole("listitem");
	await expect(rows).toHaveCount(3);
	await expect(rows.filter({ hasText: "this browser" })).toHaveCount(1);
	await expect(rows.filter({ hasText: "this browser" }).getByRole("button", { name: /^Sign out/ })).toHaveCount(0);
	await rows
		.getByRole("button", { name: /^Sign out of/ })
		.first()
		.click();
	await expect(rows).toHaveCount(2);
	const statuses = [await statusWith(service, elsewhere.cookie), await statusWith(service, another.cookie)];
	expect(statuses.sort()).toEqual([200, 401]);

	await card(page, "Sessions").getByRole("button", { name: "Sign out other devices…" }).click();
	await expectAccessible(page, "signing out other devices");
	await page.getByRole("dialog").getByRole("button", { name: "Sign out other devices" }).click();
	await expect(rows).toHaveCount(1);
	expect(await statusWith(service, elsewhere.cookie)).toBe(401);
	expect(await statusWith(service, another.cookie)).toBe(401);

	const form = card(page, "Password");
	await form.getByLabel("Current password").fill("wrong");
	await form.getByLabel("New password").fill("some other words in a row");
	await form.getByLabel("Confirm password").fill("some other words in a row");
	await form.getByRole("button", { name: "Change password" }).click();
	await expect(form.getByText("The current password is wrong.")).toBeVisible();
	await expect(form.getByLabel("Current password")).toBeFocused();
	await expectAccessible(page, "a wrong password");
	await form.getByLabel("Current password").fill(PASSWORD);
	await form.getByRole("button", { name: "Change password" }).click();
	await expect(page.getByText("Password changed")).toBeVisible();
	await expect(form.getByLabel("New password")).toHaveValue("");
	await expect(openSession(service.baseUrl, me.email, PASSWORD)).rejects.toThrow("Nobody could sign in");
	await openSession(service.baseUrl, me.email, "some other words in a row");
});

test("where the organization requires one, people add a second factor before anything else", async ({
	page,
	service,
	signIn,
}) => {
	const api = new ApiClient(service, service.seed.operator.key);
	const slug = `strict-${Date.now()}`;
	const { id } = await api.send(
		organization,
		"POST",
		"/api/organizations",
		JSON.stringify({ slug, name: "Strict Partner" }),
	);
	const me = await newPerson(service, slug);
	await signIn(page, me);
	await api.send(organization, "PATCH", `/api/organizations/${id}`, JSON.stringify({ second_factor_required: true }));
	await page.goto("/designs");
	await expect(page).toHaveURL(/\/second-factor$/);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add a second factor");
	await expectAccessible(page, "the required second factor");
	await page.goto("/account");
	await expect(page).toHaveURL(/\/second-factor$/);
	await page.getByRole("button", { name: "Add an app…" }).click();
	const dialog = page.getByRole("dialog");
	const secret = await dialog.getByRole("textbox", { name: "Or enter this secret" }).inputValue();
	await dialog.getByLabel("Code from the app").fill(generateSync({ secret }));
	await dialog.getByRole("button", { name: "Add app" }).click();
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await expect(page.getByRole("navigation").first()).toBeVisible();
	await page.goto("/account");
	const remove = card(page, "Second factor").getByRole("button", { name: "Remove…" });
	await expect(remove).toHaveAccessibleDescription("Your organization requires a second factor.");
});

test("a session that is asked to confirm keeps what was typed, and does it then", async ({ page, service, signIn }) => {
	const me = await newPerson(service);
	await signIn(page, me);
	// As the service answers five minutes after sign-in.
	const stale = { version: 4, status: "error", error_type: "Forbidden", message: "confirm that it is you" };
	let refused = 0;
	await page.route("**/api/keys", async (route) => {
		if (route.request().method() !== "POST" || refused > 1) return route.fallback();
		refused += 1;
		return route.fulfill({ status: 403, json: { ...stale, reason: "confirmation_required" } });
	});
	await page.goto("/keys");
	await page.getByRole("button", { name: "New key…" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill("Confirmed export");
	await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
	const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
	await expect(confirmation.getByLabel("Password")).toBeFocused();
	await expectAccessible(page, "the confirmation");

	// Put away, it leaves the form as it was.
	await confirmation.getByRole("button", { name: "Cancel" }).click();
	const form = page.getByRole("dialog", { name: "New API key" });
	await expect(form.getByRole("alert")).toContainText("Confirm that it is you");
	await expect(form.getByLabel("Name")).toHaveValue("Confirmed export");

	await form.getByRole("button", { name: "Create key" }).click();
	await confirmation.getByLabel("Password").fill("wrong");
	await confirmation.getByRole("button", { name: "Confirm" }).click();
	await expect(confirmation.getByRole("alert")).toContainText("The password is wrong.");
	await confirmation.getByLabel("Password").fill(PASSWORD);
	await confirmation.getByRole("button", { name: "Confirm" }).click();
	await expect(page.getByRole("dialog").getByLabel("Key", { exact: true })).toHaveValue(/^tsk_/);
	const list = await page.request.get("/api/keys");
	const keys = z.array(apiKey).parse((await list.json()).response.data);
	expect(keys.filter(({ user_id }) => user_id === me.id).map(({ label }) => label)).toEqual(["Confirmed export"]);
});
