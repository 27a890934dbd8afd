import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { mailSettings, type ReceivedMail, startMailServer, type TestMailServer } from "@/lib/tools/testing/mail-server";
import { ApiClient } from "./support/api-client";
import { expectAccessible } from "./support/axe";
import { createTarget, deploy } from "./support/deployed";
import { dropSession } from "./support/drop-session";
import { type RunningService, startService } from "./support/service";
import { expect, test } from "./support/test";

const PASSWORD = "a few words in a row";

/** A port that nobody listens on, for a service that has to know its address before it starts. */
async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

test.describe("a service that sends mails", () => {
	let server: TestMailServer;
	let service: RunningService;

	test.beforeAll(async () => {
		test.setTimeout(360_000);
		server = await startMailServer();
		const port = await freePort();
		const settings = { ...mailSettings(server), PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
		service = await startService("embedded", "demo", { settings });
	});
	test.afterAll(async () => {
		await service?.stop();
		await server?.stop();
	});

	/** The mail that an address gets next. */
	async function mailTo(address: string): Promise<ReceivedMail> {
		const find = () => server.mails.findIndex(({ recipients }) => recipients.includes(address));
		await expect.poll(find, { timeout: 30_000 }).toBeGreaterThanOrEqual(0);
		const [mail] = server.mails.splice(find(), 1);
		if (mail === undefined) throw new Error("The mail was taken twice.");
		return mail;
	}
	const linkIn = ({ text }: ReceivedMail, path: string): string =>
		new RegExp(`${service.baseUrl}${path}\\S*`).exec(text ?? "")?.[0] ?? "";

	async function signIn(page: Page, email: string, password: string): Promise<void> {
		await page.goto(`${service.baseUrl}/signin`);
		await page.getByLabel("Email").fill(email);
		await page.getByLabel("Password").fill(password);
		await page.getByRole("button", { name: "Sign in", exact: true }).click();
		await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
	}
	async function setPassword(page: Page, link: string): Promise<void> {
		await page.goto(link);
		await page.getByLabel("New password").fill(PASSWORD);
		await page.getByLabel("Confirm password").fill(PASSWORD);
		await page.keyboard.press("Enter");
		await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
	}

	test("brings in who was invited, and who forgot their password", async ({ browser }) => {
		const { administrator } = service.seed;
		const email = `new-${Date.now()}@partner.example`;
		const inviting = await browser.newPage();
		await signIn(inviting, administrator.email, administrator.password);
		await inviting.goto(`${service.baseUrl}/people`);
		await inviting.getByRole("button", { name: "Invite…" }).click();
		await inviting.getByRole("dialog").getByLabel("Email").fill(email);
		await inviting.getByRole("button", { name: "Create link" }).click();
		await expect(inviting.getByRole("dialog")).toContainText(`We're emailing the link to ${email}`);
		await inviting.close();

		const page = await browser.newPage();
		await setPassword(page, linkIn(await mailTo(email), "/welcome#"));
		await dropSession(page);
		await page.goto(`${service.baseUrl}/signin`);
		await page.getByRole("link", { name: "Forgot password?" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot password?");
		await expectAccessible(page, "forgot password");
		await page.getByLabel("Email").fill("nobody");
		await page.keyboard.press("Enter");
		await expect(page.getByLabel("Email")).toBeFocused();
		await expect(page.getByText("Enter a complete email address.")).toBeVisible();
		await page.getByLabel("Email").fill(email);
		await page.keyboard.press("Enter");
		await expect(page.getByRole("alert").filter({ hasText: "a link is on its way" })).toBeVisible();
		await expectAccessible(page, "forgot password");
		await setPassword(page, linkIn(await mailTo(email), "/welcome#"));
		expect(service.output()).not.toContain("tsl_");
		await page.close();
	});

	test("keeps what each person chooses, and asks before it unsubscribes", async ({ browser }) => {
		const { operator } = service.seed;
		const page = await browser.newPage({ timezoneId: "Europe/Berlin" });
		await signIn(page, operator.email, operator.password);
		await page.goto(`${service.baseUrl}/account`);
		await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
		const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
		await page.getByLabel("Your deployment is live").selectOption("Never");
		expect((await saved).status()).toBe(200);
		await page.reload();
		await expect(page.getByLabel("Your deployment is live")).toHaveValue("never");
		await expectAccessible(page, "account");
		await page.getByRole("button", { name: "Send test email" }).click();
		await expect(page.getByText("The mail server answered: 250 taken")).toBeVisible();
		expect((await mailTo(operator.email)).subject).toBe("Test email from the Targeting Service");

		await page.goto(`${service.baseUrl}/unsubscribe?token=cut`);
		await expect(page.getByText("This link is incomplete.")).toBeVisible();
		await page.close();
	});

	test("says why a request was rejected, leads to what is next, and ends by one click", async ({ browser }) => {
		const { designer, administrator } = service.seed;
		const target = await createTarget(service, "Mailed");
		const own = await deploy(service, "Rejected by mail", target, { activated: false });
		server.take();
		await new ApiClient(service, administrator.key).remove(`/targeting/deployments/${own.id}/reject`, {
			message: "Use the smaller radius",
		});
		const mail = await mailTo(designer.email);
		expect(mail.subject).toBe(`Your request for Rejected by mail on ${target.name} was rejected`);
		expect(mail.text).toContain("> Use the smaller radius");
		const page = await browser.newPage();
		await signIn(page, designer.email, designer.password);
		await page.goto(linkIn(mail, "/designs/"));
		await expect(page.getByText("Rejected by mail").first()).toBeVisible();

		await dropSession(page);
		await page.goto(linkIn(mail, "/unsubscribe"));
		await expect(page.getByText("Stop emails about “Your request is rejected”?")).toBeVisible();
		await expectAccessible(page, "unsubscribe");
		await page.getByRole("button", { name: "Unsubscribe" }).click();
		await expect(page.getByText("You won't get emails about “Your request is rejected” anymore.")).toBeVisible();
		await signIn(page, designer.email, designer.password);
		await page.goto(`${service.baseUrl}/account`);
		await expect(page.getByLabel("Your request is rejected")).toHaveValue("never");
		await page.close();
	});
});
