import type { Page } from "@playwright/test";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { createTarget, deploy } from "../support/deployed";
import { dropSession } from "../support/drop-session";
import { type MailService, startMailService } from "../support/mail-service";
import type { RunningService } from "../support/service";
import { expect, test } from "../support/test";

const PASSWORD = "a few words in a row";

test.describe("a service that sends mails", () => {
	let mails: MailService;
	let service: RunningService;

	test.beforeAll(async () => {
		mails = await startMailService();
		service = mails.service;
	});
	test.afterAll(() => mails?.stop());

	async function signIn(page: Page, email: string, password: string): Promise<void> {
		await page.goto(`${service.baseUrl}/signin`);
		await mails.signInAbove(page, { email, password });
	}
	async function setPassword(page: Page, link: string): Promise<void> {
		await page.goto(link);
		await page.getByLabel("New password").fill(PASSWORD);
		await page.getByLabel("Confirm password").fill(PASSWORD);
		await expect(page.getByRole("button", { name: "Set password and sign in" })).toBeEnabled();
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
		await expect(inviting.getByRole("dialog")).toContainText("We'll also email it to them.");
		await inviting.getByRole("dialog").getByLabel("Email").fill(email);
		await inviting.getByRole("button", { name: "Create link" }).click();
		await expect(inviting.getByRole("dialog")).toContainText(`We're emailing the link to ${email}`);
		await inviting.close();

		const page = await browser.newPage();
		await setPassword(page, mails.linkIn(await mails.mailTo(email), "/welcome#"));
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
		await setPassword(page, mails.linkIn(await mails.mailTo(email), "/welcome#"));
		expect(service.output()).not.toContain("tsl_");
		await page.close();
	});

	test("keeps what each person chooses, and asks before it unsubscribes", async ({ browser }) => {
		const { operator } = service.seed;
		const page = await browser.newPage({ timezoneId: "Europe/Berlin" });
		await signIn(page, operator.email, operator.password);
		await page.goto(`${service.baseUrl}/account`);
		await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
		// The page may also be saving its time zone.
		const saved = page.waitForResponse((response) => /"kinds"/.test(response.request().postData() ?? ""));
		await page.getByLabel("Your deployment is live").selectOption("Never");
		expect((await saved).status()).toBe(200);
		await page.reload();
		await expect(page.getByLabel("Your deployment is live")).toHaveValue("never");
		await expectAccessible(page, "account");
		await page.getByRole("button", { name: "Send test email" }).click();
		await expect(page.getByText("The mail server answered: 250 taken")).toBeVisible();
		expect((await mails.mailTo(operator.email)).subject).toBe("Test email from the Targeting Service");

		await page.goto(`${service.baseUrl}/unsubscribe?token=cut`);
		await expect(page.getByText("This link is incomplete.")).toBeVisible();
		await page.close();
	});

	test("says why a request was rejected, leads to what is next, and ends by one click", async ({ browser }) => {
		const { designer, administrator } = service.seed;
		const target = await createTarget(service, "Mailed");
		const own = await deploy(service, "Rejected by mail", target, { activated: false });
		mails.server.take();
		await new ApiClient(service, administrator.key).remove(`/targeting/deployments/${own.id}/reject`, {
			message: "Use the smaller radius",
		});
		const mail = await mails.mailTo(designer.email);
		expect(mail.subject).toBe(`Your request for Rejected by mail on ${target.name} was rejected`);
		expect(mail.text).toContain("> Use the smaller radius");
		const page = await browser.newPage();
		await signIn(page, designer.email, designer.password);
		await page.goto(mails.linkIn(mail, "/designs/"));
		await expect(page.getByText("Rejected by mail").first()).toBeVisible();

		await dropSession(page);
		await page.goto(mails.linkIn(mail, "/unsubscribe"));
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
