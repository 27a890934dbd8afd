import { person } from "@/lib/contract/person";
import { ApiClient } from "./support/api-client";
import { expectAccessibleInPassing } from "./support/axe";
import { mark } from "./support/marked";
import { PASSWORD } from "./support/new-person";
import { expect, test } from "./support/test";

// The page of a disabled user continues to send requests, and a link is tried twice.
test.use({ allowedBrowserErrors: [/the server responded with a status of (400|401|404)/] });

test("a person invited by link sets a password and is in; disabled, they are out, and the link is void", async ({
	service,
	openPageOf,
	browser,
	watch,
}) => {
	const api = new ApiClient(service, service.seed.administrator.key);
	const email = `${mark()}@partner.example`;
	const invited = async () => (await api.rows(person, `/api/users?q=${encodeURIComponent(email)}`))[0];
	const page = await openPageOf(service.seed.administrator);
	const dialog = page.getByRole("dialog");

	await page.goto(`/people?q=${encodeURIComponent(email)}`);
	await page.getByRole("button", { name: "Invite…" }).click();
	await dialog.getByLabel("Email").fill(email);
	await dialog.getByLabel("First name").fill("Ines");
	await dialog.getByLabel("Last name").fill("Vited");
	await dialog.getByRole("button", { name: "Create link" }).click();
	await expect(dialog).toContainText(`Anyone with the link can set the password of ${email}`);
	const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
	expect(link).toContain(`${service.baseUrl}/welcome#`);
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	expect(await invited()).toMatchObject({ first_name: "Ines", role: "designer", status: "invited" });

	const context = await browser.newContext();
	watch(context);
	const theirs = await context.newPage();
	// Mail protection dropped the end of the link, or encodes its sign.
	await theirs.goto(`${service.baseUrl}/welcome`);
	await theirs.getByLabel("Link").fill(`${service.baseUrl}/welcome`);
	await theirs.getByRole("button", { name: "Continue" }).click();
	await expect(theirs.getByText("Paste the full link, up to its last character.")).toBeVisible();
	await theirs.getByLabel("Link").fill(link.replace("#", "%23"));
	await theirs.getByRole("button", { name: "Continue" }).click();
	await expect(theirs.getByLabel("New password")).toBeVisible();
	await theirs.goto(link.replace("#", "%23"));
	await expect(theirs).toHaveURL(link);
	await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Set your password");
	await expectAccessibleInPassing(theirs, "welcome");
	const set = theirs.getByRole("button", { name: "Set password and sign in" });
	const [first, second] = [theirs.getByLabel("New password"), theirs.getByLabel("Confirm password")];
	await first.fill("short");
	await set.click();
	await expect(first).toBeFocused();
	await expect(theirs.getByText("The password must have at least 12 characters.")).toBeVisible();
	await first.fill(PASSWORD);
	await second.fill(`${PASSWORD}!`);
	await set.click();
	await expect(theirs.getByText("Passwords don't match.")).toBeVisible();
	await expect(second).toBeFocused();
	await first.fill(email);
	await second.fill(email);
	await set.click();
	await expect(theirs.getByText("The password must not be the email address.")).toBeVisible();
	await expectAccessibleInPassing(theirs, "welcome with a mistake");
	await first.fill(PASSWORD);
	await second.fill(PASSWORD);
	await theirs.keyboard.press("Enter");
	await expect(theirs.getByRole("navigation").first()).toBeVisible();
	await expect(theirs).not.toHaveURL(/welcome|tsl_/);
	expect(await invited()).toMatchObject({ status: "active" });
	expect(service.output()).not.toContain("tsl_");

	const leading: string[] = [];
	theirs.on("request", (request) => request.isNavigationRequest() && leading.push(new URL(request.url()).pathname));
	await expect(page.getByRole("table")).not.toContainText("invited");
	await page.getByRole("button", { name: "Actions on Ines Vited" }).click();
	await page.getByRole("menuitem", { name: "Disable…" }).click();
	await dialog.getByRole("button", { name: "Disable" }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole("table")).toContainText("disabled");
	expect((await theirs.request.get(`${service.baseUrl}/api/targets?limit=1`)).status()).toBe(401);
	// Their open page notices, and leads to the sign-in page, once.
	await expect(theirs.getByRole("button", { name: "Sign in" })).toBeVisible();
	expect(leading.filter((path) => path === "/signin")).toEqual(["/signin"]);

	await theirs.goto(link);
	await first.fill(PASSWORD);
	await second.fill(PASSWORD);
	await set.click();
	await expect(theirs.getByRole("alert").filter({ hasText: "This link is not valid" })).toBeVisible();
	await context.close();
});
