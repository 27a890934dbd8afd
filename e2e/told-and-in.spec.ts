import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateSync } from "otplib";
import { z } from "zod";
import { organization } from "@/lib/contract/organization";
import { invitedPerson } from "@/lib/contract/person";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import { startOpenIdProvider, type TestProvider } from "@/lib/tools/testing/openid-provider";
import { ApiClient } from "./support/api-client";
import { freePort } from "./support/free-port";
import { type MailService, startMailService } from "./support/mail-service";
import { expect, test } from "./support/test";

// The browser reports the refusals of sign-ins that want more.
test.use({ allowedBrowserErrors: [/the server responded with a status of 401/] });

const PARTNER = "ada@strict.example";
const ROOT = join(import.meta.dirname, "..");

let mails: MailService;
let provider: TestProvider;

test.beforeAll(async () => {
	test.setTimeout(360_000);
	const port = String(await freePort());
	const address = `http://127.0.0.1:${port}`;
	provider = await startOpenIdProvider({
		redirectUris: [`${address}/api/auth/callback/oidc`],
		accounts: [{ sub: "ada", email: PARTNER, email_verified: true, amr: ["pwd", "otp", "mfa"] }],
	});
	const settings = { PORT: port, PUBLIC_URL: address, ...provider.settings };
	mails = await startMailService(settings);
});
test.afterAll(async () => {
	await mails?.stop();
	await provider?.stop();
});

test("a person comes in by the company's identity with its second factor", async ({ page }) => {
	const { service } = mails;
	const api = new ApiClient(service, service.seed.operator.key);
	const body = JSON.stringify({ slug: "strict-walk", name: "Strict Partner" });
	const { id } = await api.send(organization, "POST", "/api/organizations", body);
	const rule = JSON.stringify({ second_factor_required: true });
	await api.send(organization, "PATCH", `/api/organizations/${id}`, rule);
	const person = JSON.stringify({ email: PARTNER, role: "administrator", organization: "strict-walk" });
	await api.send(invitedPerson, "POST", "/api/users", person);

	await page.goto(mails.linkIn(await mails.mailTo(PARTNER), "/welcome#"));
	await page.getByRole("button", { name: "Sign in with Example ID" }).click();
	await page.getByRole("link", { name: "ada", exact: true }).click();
	// Neither a password nor a factor of the service's own is asked for on top.
	await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
	await page.goto(`${service.baseUrl}/account`);
	const sessions = page.getByRole("region", { name: "Sessions", exact: true }).getByRole("listitem");
	await expect(sessions).toHaveCount(1);
	await expect(sessions).toContainText("signed in with a second factor");

	// The provider's sign-in is the confirmation, too.
	await page.goto(`${service.baseUrl}/keys`);
	await page.getByRole("button", { name: "New key…" }).first().click();
	await page.getByRole("dialog").getByLabel("Name").fill("Of the company");
	await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
	await expect(page.getByRole("dialog").getByLabel("Key", { exact: true })).toHaveValue(/^tsk_/);
});

test("an operator who lost all but the machine comes in again, beside the running service", async ({ page }) => {
	const { service } = mails;
	const { email, password } = service.seed.operator;
	const { cookie } = await openSession(service.baseUrl, email, password);
	await addAuthenticatorApp(service.baseUrl, cookie);

	const { stdout: link } = await onTheMachine("sign-in-link", email);
	await page.goto(link.trim());
	const chosen = "words of after the loss";
	await page.getByLabel("New password").fill(chosen);
	await page.getByLabel("Confirm password").fill(chosen);
	await page.getByRole("button", { name: "Set password and sign in" }).click();
	// A link does not stand in for the factor.
	await expect(page).toHaveURL(`${service.baseUrl}/signin`);
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(chosen);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
	await expect(page.getByLabel("Code")).toBeFocused();

	expect((await onTheMachine("reset-second-factor", email)).stderr).toContain("signs in without a second factor");
	await page.getByRole("button", { name: "Back" }).click();
	await mails.signInAbove(page, { email, password: chosen });
	await page.goto(`${service.baseUrl}/audit?action=reset_second_factor`);
	await expect(page.getByRole("main")).toContainText(/command line \(\S+@\S+\)/);
	await expect(openSession(service.baseUrl, email, password)).rejects.toThrow("Nobody could sign in");
	const before = await fetch(`${service.baseUrl}/api/account`, { headers: { cookie } });
	expect(before.status).toBe(401);
	expect(service.output()).not.toContain("tsl_");
});

/** As the account page does it; its secret is lost with this function. */
async function addAuthenticatorApp(baseUrl: string, cookie: string): Promise<void> {
	const post = async (path: string, json: object) => {
		const headers = { cookie, origin: baseUrl, "content-type": "application/json" };
		const answer = await fetch(`${baseUrl}/api/account/totp${path}`, {
			method: "POST",
			headers,
			body: JSON.stringify(json),
		});
		expect(answer.status).toBe(200);
		return z
			.looseObject({ response: z.looseObject({ data: z.looseObject({ secret: z.string().optional() }) }) })
			.parse(await answer.json());
	};
	const { response } = await post("", {});
	await post("/confirm", { code: generateSync({ secret: response.data.secret ?? "" }) });
}

/** `npm run admin`, with the service's directory and no other setting. */
async function onTheMachine(...command: string[]): Promise<{ stdout: string; stderr: string }> {
	const { PATH = "", HOME = "" } = process.env;
	const env = { PATH, HOME, NODE_ENV: "production" as const, DATA_DIR: mails.service.dataDir };
	return promisify(execFile)(process.execPath, ["lib/tools/cli/run.mjs", "admin", ...command], { cwd: ROOT, env });
}
