import type { Page } from "@playwright/test";
import { organization } from "@/lib/contract/organization";
import { invitedPerson } from "@/lib/contract/person";
import { startOpenIdProvider, type TestProvider } from "@/lib/tools/testing/openid-provider";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { dropSession, renewBy } from "../support/drop-session";
import { freePort } from "../support/free-port";
import { expectLive } from "../support/readiness";
import { expectToFit } from "../support/screenshots";
import { type RunningService, startService } from "../support/service";
import { smallControls } from "../support/target-size";
import { expect, test } from "../support/test";

const BUTTON = { name: "Sign in with Example ID" };
const INVITED = "invited@partner.example";
const STRICT = "strict@partner.example";

// The browser reports the answer to a session that has ended, and the provider's to an address that
// it does not know.
test.use({ allowedBrowserErrors: [/the server responded with a status of (400|401)/] });

test.describe("single sign-on", () => {
	let provider: TestProvider;
	let here: RunningService;
	let restart: () => Promise<TestProvider>;

	test.beforeAll(async ({ service }) => {
		const port = String(await freePort());
		const { designer } = service.seed;
		const address = `http://127.0.0.1:${port}`;
		const options = {
			redirectUris: [`${address}/api/auth/callback/oidc`],
			postLogoutRedirectUris: [`${address}/signin`],
			accounts: [
				{ sub: "designer", email: designer.email, email_verified: true },
				{ sub: "moved", email: designer.email, email_verified: true },
				{ sub: "invited", email: INVITED, email_verified: true },
				{ sub: "strict", email: STRICT, email_verified: true, amr: ["pwd", "otp", "mfa"] },
				{ sub: "colleague", email: service.seed.colleague.email, email_verified: true },
				{ sub: "stranger", email: "stranger@elsewhere.example", email_verified: true },
				{ sub: "unverified", email: designer.email, email_verified: false },
			],
		};
		provider = await startOpenIdProvider(options);
		const own = Number(new URL(provider.issuer).port);
		restart = () => startOpenIdProvider({ ...options, port: own });
		const settings = { ...provider.settings, PORT: port, HOST: "127.0.0.1", PUBLIC_URL: address };
		here = await startService("embedded", "demo", { settings });
	});

	test.afterAll(async () => {
		await here?.stop();
		await provider?.stop();
	});

	/** Signs in at the provider by the name of an account. */
	const signInAs = async (page: Page, account: string) => {
		await page.getByRole("button", BUTTON).click();
		await page.getByRole("link", { name: account, exact: true }).click();
	};

	test("its sign-in page fits a small screen", async ({ page }) => {
		await expectToFit(page, [{ name: "single-sign-on", path: `${here.baseUrl}/signin` }]);
	});

	test("says in words what is wrong, and keeps the page that was wanted", async ({ page }) => {
		await page.goto(`${here.baseUrl}/designs?q=b`);
		await page.getByRole("button", BUTTON).click();
		await page.getByRole("link", { name: "Cancel" }).click();
		await expect(page.getByRole("alert").filter({ hasText: /^You canceled signing in with/ })).toBeVisible();
		await expectAccessible(page, "sign-in with a problem");
		await page.setViewportSize({ width: 375, height: 700 });
		expect(await smallControls(page)).toEqual([]);
		await signInAs(page, "stranger");
		await expect(page.getByText("No account for this email. Ask your administrator to invite you.")).toBeVisible();
		await dropSession(page);
		await page.goto(`${here.baseUrl}/designs?q=b`);
		await signInAs(page, "unverified");
		await expect(page.getByText(/has not verified your email address/)).toBeVisible();
		await dropSession(page);
		await page.goto(`${here.baseUrl}/designs?q=b`);
		await page.getByRole("button", BUTTON).click();
		await page.getByRole("link", { name: "Cancel" }).click();
		await signInAs(page, "designer");
		await expect(page).toHaveURL(`${here.baseUrl}/designs?q=b`);
	});

	test("an identity that moved is refused until an administrator unbinds it", async ({ page, browser, watch }) => {
		const { operator, designer } = here.seed;
		const theirs = await browser.newContext({ baseURL: here.baseUrl });
		watch(theirs);
		const first = await theirs.newPage();
		await first.goto("/signin");
		await signInAs(first, "designer");
		await expect(first.getByRole("navigation", { name: "Main" })).toBeVisible();
		await dropSession(first);
		await first.goto("/signin");
		await signInAs(first, "moved");
		await expect(first.getByText(/belongs to another identity at/)).toBeVisible();

		await page.goto(`${here.baseUrl}/signin`);
		await page.getByLabel("Email").fill(operator.email);
		await page.getByLabel("Password").fill(operator.password);
		await page.getByRole("button", { name: "Sign in", exact: true }).click();
		await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
		await page.goto(`${here.baseUrl}/people?q=${encodeURIComponent(designer.email)}`);
		const row = page.getByRole("row").filter({ hasText: designer.email });
		await expect(row.getByText("signs in with Example ID")).toBeVisible();
		await row.getByRole("button", { name: /^Actions on/ }).click();
		await page.getByRole("menuitem", { name: /^Unbind/ }).click();
		await expectAccessible(page, "unbind");
		await page.getByRole("dialog").getByRole("button", { name: "Unbind" }).click();
		await expect(page.getByText(/^Unbound/)).toBeVisible();
		await expect(row.getByText("signs in with")).toBeHidden();

		await first.goto("/signin");
		await theirs.clearCookies();
		await signInAs(first, "moved");
		await expect(first.getByRole("navigation", { name: "Main" })).toBeVisible();
		await theirs.close();
	});

	test("an invited person comes in without a password", async ({ page }) => {
		const api = new ApiClient(here, here.seed.administrator.key);
		const { link } = await api.send(invitedPerson, "POST", "/api/users", JSON.stringify({ email: INVITED }));
		await page.goto(link ?? "");
		await expectAccessible(page, "welcome with single sign-on");
		await signInAs(page, "invited");
		await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
	});

	test("a person whose organization requires a second factor comes in with their company's", async ({ page }) => {
		const api = new ApiClient(here, here.seed.operator.key);
		const body = JSON.stringify({ slug: "strict-partner", name: "Strict Partner" });
		const { id } = await api.send(organization, "POST", "/api/organizations", body);
		const rule = JSON.stringify({ second_factor_required: true });
		await api.send(organization, "PATCH", `/api/organizations/${id}`, rule);
		const invitation = JSON.stringify({ email: STRICT, organization: "strict-partner" });
		await api.send(invitedPerson, "POST", "/api/users", invitation);

		await page.goto(`${here.baseUrl}/account`);
		await signInAs(page, "strict");
		await expect(page).toHaveURL(`${here.baseUrl}/account`);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Account");
		const sessions = page.getByRole("region", { name: "Sessions", exact: true }).getByRole("listitem");
		await expect(sessions).toHaveCount(1);
		await expect(sessions).toContainText("signed in with a second factor");
		await expectAccessible(page, "the account of single sign-on with a second factor");
	});

	test("an ended session is resumed from another tab, and what was typed stays", async ({ page }) => {
		await page.goto(`${here.baseUrl}/designs`);
		await signInAs(page, "colleague");
		await expectLive(page);
		await renewBy(page, () => page.getByRole("button", { name: "New design…" }).click());
		await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Half typed");

		await page.context().clearCookies({ name: /^targeting\.session/ });
		await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
		const ended = page.getByRole("dialog", { name: "Your session has ended" });
		await expectAccessible(page, "an ended session with single sign-on");
		const opened = page.context().waitForEvent("page");
		await ended.getByRole("link", { name: "Sign in with Example ID in a new tab" }).click();
		const tab = await opened;
		await tab.getByRole("button", BUTTON).click();
		await expect(tab.getByRole("navigation", { name: "Main" })).toBeVisible();
		await tab.close();
		await page.bringToFront();
		await page.evaluate(() => window.dispatchEvent(new Event("focus")));
		await expect(ended).toBeHidden();
		await expect(page.getByRole("dialog").getByLabel("Name", { exact: true })).toHaveValue("Half typed");
	});

	test("a provider that is away is said so on the page, and is used when it is back", async ({ page }) => {
		await provider.stop();
		const only = await startService("embedded", "demo", { settings: { ...provider.settings, OIDC_ONLY: "true" } });
		try {
			await page.goto(`${only.baseUrl}/signin`);
			await expect(page.getByLabel("Password")).toHaveCount(0);
			await expectAccessible(page, "sign-in with single sign-on alone");
			await page.goto(`${only.baseUrl}/welcome#tsl_any`);
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
			await expect(page.getByLabel("New password")).toBeHidden();
			await page.getByText("Set a password as an operator").click();
			await expect(page.getByLabel("New password")).toBeVisible();
			await expectAccessible(page, "welcome with single sign-on alone");
			await page.goto(`${only.baseUrl}/signin`);
			await page.getByRole("button", BUTTON).click();
			await expect(page.getByText("Example ID can't be reached right now. Try again in a minute.")).toBeVisible();
			expect(only.output()).toContain("the provider of single sign-on is not usable");
			const problem = async () => {
				const answer = await fetch(`${only.baseUrl}/api/auth/callback/oidc`, { redirect: "manual" });
				return new URL(answer.headers.get("location") ?? "", only.baseUrl).searchParams.get("error");
			};
			const away = await problem();
			provider = await restart();
			// The service leaves a provider alone for a moment after a failure.
			await expect.poll(problem).not.toBe(away);
			await page.getByRole("button", BUTTON).click();
			await expect(page).toHaveURL(new RegExp(`^${provider.issuer}`));
			expect(only.output() + here.output()).not.toContain(provider.settings.OIDC_CLIENT_SECRET);
		} finally {
			await only.stop();
		}
	});
});
