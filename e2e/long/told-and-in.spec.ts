import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { z } from "zod";
import { deploymentDetail } from "@/lib/contract/deployment";
import { organization } from "@/lib/contract/organization";
import { invitedPerson } from "@/lib/contract/person";
import { issuedWebhook } from "@/lib/contract/webhook";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import { startOpenIdProvider, type TestProvider } from "@/lib/tools/testing/openid-provider";
import { type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { ApiClient } from "../support/api-client";
import { panelOf } from "../support/approvals";
import { createTarget, deploy } from "../support/deployed";
import { saveDraft } from "../support/editor";
import { freePort } from "../support/free-port";
import { type MailService, startMailService } from "../support/mail-service";
import { expect, test } from "../support/test";

// The browser reports the refusals of sign-ins that want more.
test.use({ allowedBrowserErrors: [/the server responded with a status of 401/] });

const PARTNER = "ada@strict.example";
const ROOT = join(import.meta.dirname, "../..");

const chatMessage = z.looseObject({
	text: z.string(),
	blocks: z.array(z.looseObject({ elements: z.array(z.looseObject({ url: z.string().optional() })).optional() })),
});

let mails: MailService;
let provider: TestProvider;
let chat: Receiver;

test.beforeAll(async () => {
	chat = await startReceiver();
	const port = String(await freePort());
	const address = `http://127.0.0.1:${port}`;
	provider = await startOpenIdProvider({
		redirectUris: [`${address}/api/auth/callback/oidc`],
		accounts: [{ sub: "ada", email: PARTNER, email_verified: true, amr: ["pwd", "otp", "mfa"] }],
	});
	const settings = { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1", PORT: port, PUBLIC_URL: address, ...provider.settings };
	mails = await startMailService(settings);
});
test.afterAll(async () => {
	await mails?.stop();
	await provider?.stop();
	await chat?.stop();
});

/** The newest message of the chat that begins with some words, and the link of its button. */
async function messageOf(words: string): Promise<{ body: string; link: string }> {
	const found = () => chat.received.findLast(({ body }) => chatMessage.parse(JSON.parse(body)).text.startsWith(words));
	await expect.poll(found).toBeDefined();
	const body = found()?.body ?? "";
	const elements = chatMessage.parse(JSON.parse(body)).blocks.flatMap((block) => block.elements ?? []);
	return { body, link: elements.find(({ url }) => url !== undefined)?.url ?? "" };
}

/** The paths of all pages that a browser's tab shows from now on. */
function pathsOf(page: Page): Set<string> {
	const paths = new Set<string>();
	page.on("framenavigated", (frame) => {
		if (frame === page.mainFrame()) paths.add(new URL(frame.url()).pathname);
	});
	return paths;
}

test("a request is followed from chat, mail and inbox, through its rejection to its activation", async ({
	page: designing,
	browser,
	watch,
}) => {
	const { service } = mails;
	const { designer, administrator } = service.seed;
	const partner = new ApiClient(service, administrator.key);
	const target = await createTarget(service, "Followed");
	const hook = { url: `${chat.url}/chat`, format: "slack", target_ids: [target.id] };
	await partner.send(issuedWebhook, "POST", "/api/webhooks", JSON.stringify(hook));
	const { id, designId, name } = await deploy(service, "Walked", target, { activated: false });
	const context = await browser.newContext();
	watch(context);
	const deciding = await context.newPage();
	const paths = [pathsOf(deciding), pathsOf(designing)];
	const heading = panelOf(deciding).getByRole("heading", { name, exact: true });

	await test.step("the administrator rejects it from the chat's message", async () => {
		const { body, link } = await messageOf(`Activation requested: ${name} on ${target.name}`);
		expect(body).toContain("For the test");
		expect(link).toBe(`${service.baseUrl}/approvals?request=${id}`);
		await deciding.goto(link);
		await expect(deciding.getByRole("heading", { level: 1 })).toHaveText("Sign in");
		await mails.signInAbove(deciding, administrator);
		await expect(deciding).toHaveURL(link);
		await expect(heading).toBeVisible();
		await panelOf(deciding).getByRole("button", { name: "Reject" }).click();
		const dialog = deciding.getByRole("dialog", { name: new RegExp(`^Reject ${name}`) });
		await dialog.getByLabel("Reason").fill("Use a radius of 200 meters");
		await dialog.getByRole("button", { name: "Reject" }).click();
		await expect(dialog).toBeHidden();
		expect((await messageOf("Request rejected: ")).body).toContain("Use a radius of 200 meters");
	});

	await test.step("the designer comes from the mail to the editor, and requests it again", async () => {
		const mail = await mails.mailTo(designer.email, `Your request for ${name}`);
		expect(mail.subject).toBe(`Your request for ${name} on ${target.name} was rejected`);
		expect(mail.text).toContain("> Use a radius of 200 meters");
		await designing.goto(mails.linkIn(mail, "/designs/"));
		await mails.signInAbove(designing, designer);
		await designing.getByRole("table", { name: "Geofences" }).getByRole("button").click();
		await designing.getByLabel("Radius (m)").fill("200");
		await designing.getByRole("button", { name: "Apply" }).click();
		await saveDraft(designing);
		await designing.getByRole("link", { name: "The design" }).click();
		await expect(designing).toHaveURL(`${service.baseUrl}/designs/${designId}`);
		await expect(designing.getByText(`${target.name} rejected the request: Use a radius of 200 meters`)).toBeVisible();

		const dialog = designing.getByRole("dialog");
		await designing.getByRole("button", { name: "Request build…" }).click();
		await dialog.getByLabel("Reason").fill("A radius of 200 meters");
		await dialog.getByRole("button", { name: "Request build" }).click();
		await expect(designing.getByRole("status").filter({ hasText: "Status:" })).toHaveText("Status: built");
		await designing.getByRole("button", { name: "Request deployment…" }).click();
		await dialog.getByLabel("Target").selectOption(target.id);
		await dialog.getByLabel("Message").fill("With 200 meters");
		await dialog.getByRole("button", { name: "Request deployment" }).click();
		await expect(dialog).toBeHidden();
	});

	await test.step("the administrator activates it from the inbox", async () => {
		await deciding
			.getByRole("navigation", { name: "Main" })
			.getByRole("link", { name: /^Inbox/ })
			.click();
		const items = deciding.getByRole("listitem").filter({ hasText: `requested ${name} on ${target.name}` });
		await expect(items).toHaveCount(2);
		await expect(items.first()).toContainText("With 200 meters");
		await items.first().getByRole("link", { name: "Decide" }).click();
		await expect(heading).toBeVisible();
		await panelOf(deciding).getByRole("button", { name: "Activate" }).click();
		const request = (await messageOf("Activated: ")).link.split("/").at(-1) ?? "";
		expect(request).not.toBe(id);
		expect(await partner.get(deploymentDetail, `/api/deployments/${request}`)).toMatchObject({
			design_id: designId,
			status: "activated",
			deployer: administrator.email,
		});
	});

	await test.step("the designer is told, and nobody has opened a list", async () => {
		await designing
			.getByRole("navigation", { name: "Main" })
			.getByRole("link", { name: /^Inbox/ })
			.click();
		const item = designing.getByRole("listitem").filter({ hasText: `${name} was activated on ${target.name}` });
		await item.getByRole("link", { name: "View deployment" }).click();
		await expect(designing.getByRole("heading", { level: 1 })).toHaveText(`${name} on ${target.name}`);
		expect((await partner.get(deploymentDetail, `/api/deployments/${id}`)).status).toBe("rejected");
		const lists = ["/designs", "/builds", "/deployments", "/audit"];
		expect(lists.filter((list) => paths.some((each) => each.has(list)))).toEqual([]);
	});
	await context.close();
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
