import { startOpenIdProvider, type TestProvider } from "@/lib/tools/testing/openid-provider";
import { expectAccessibleInPassing } from "./support/axe";
import { freePort } from "./support/free-port";
import { expectLive } from "./support/readiness";
import { type RunningService, startService } from "./support/service";
import { expect, test } from "./support/test";

const BUTTON = { name: "Sign in with Example ID" };

// The browser reports the answer to a session that has ended.
test.use({ allowedBrowserErrors: [/the server responded with a status of (400|401)/] });

let provider: TestProvider;
let here: RunningService;

test.beforeAll(async ({ service }) => {
	const port = String(await freePort());
	const address = `http://127.0.0.1:${port}`;
	provider = await startOpenIdProvider({
		redirectUris: [`${address}/api/auth/callback/oidc`],
		postLogoutRedirectUris: [`${address}/signin`],
		accounts: [{ sub: "designer", email: service.seed.designer.email, email_verified: true }],
	});
	const settings = { ...provider.settings, PORT: port, HOST: "127.0.0.1", PUBLIC_URL: address };
	here = await startService("embedded", "demo", { settings });
});

test.afterAll(async () => {
	await here?.stop();
	await provider?.stop();
});

test("single sign-on signs in, and out of both; a cancelled sign-in is explained", async ({ page }) => {
	await page.goto(`${here.baseUrl}/designs?q=a`);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
	await expectAccessibleInPassing(page, "sign-in with single sign-on");
	await page.getByRole("button", BUTTON).click();
	await page.getByRole("link", { name: "Cancel" }).click();
	await expect(page.getByRole("alert").filter({ hasText: /^You canceled signing in with/ })).toBeVisible();
	// By keyboard: the button comes first.
	await expect(page.getByRole("button", BUTTON)).toBeEnabled();
	await page.getByRole("button", BUTTON).focus();
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "designer", exact: true }).click();
	await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
	await expect(page).toHaveURL(`${here.baseUrl}/designs?q=a`);

	await expectLive(page);
	await page.getByRole("button", { name: /^Account of/ }).click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await page.getByRole("button", { name: /Yes, sign me out/ }).click();
	await expect(page).toHaveURL(`${here.baseUrl}/signin`);
	// The provider asks who it is, as its own session has ended too.
	await page.getByRole("button", BUTTON).click();
	await expect(page.getByRole("heading", { name: "Who are you?" })).toBeVisible();
});
