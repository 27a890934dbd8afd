import type { Browser, Page } from "@playwright/test";
import { z } from "zod";
import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { issuedWebhook } from "@/lib/contract/webhook";
import { type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { ApiClient } from "./support/api-client";
import { panelOf } from "./support/approvals";
import { buildDesign, createDesign, createTarget, ownPlace, requestDeployment } from "./support/deployed";
import { saveDraft } from "./support/editor";
import { type MailService, startMailService } from "./support/mail-service";
import { expect, test } from "./support/test";

const slackMessage = z.object({
	text: z.string(),
	blocks: z.array(z.object({ elements: z.array(z.object({ url: z.url().optional() })).optional() })),
});

const NAME = "Followed without a list";

let mails: MailService;
let chat: Receiver;
test.beforeAll(async () => {
	chat = await startReceiver();
	mails = await startMailService({ WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" });
});
test.afterAll(async () => {
	await mails?.stop();
	await chat?.stop();
});

/** A page of somebody's own whose lists are never opened: each page that it loads is noted. */
async function openWatched(browser: Browser): Promise<{ page: Page; paths: string[] }> {
	const page = await browser.newPage();
	const paths: string[] = [];
	page.on("framenavigated", (frame) => paths.push(new URL(frame.url()).pathname));
	return { page, paths };
}

test("a request, its rejection and its second approval are followed from a chat, a mail and the inbox", async ({
	browser,
}) => {
	const { service, mailTo, linkIn, signInAbove } = mails;
	const { administrator, designer } = service.seed;
	const partner = new ApiClient(service, administrator.key);
	const target = await createTarget(service, "Followed servers");
	const filter = { url: chat.url, format: "slack", events: ["deployment.requested"], target_ids: [target.id] };
	await partner.send(issuedWebhook, "POST", "/api/webhooks", JSON.stringify(filter));
	const design = await createDesign(service, NAME, ownPlace());
	const first = await requestDeployment(service, await buildDesign(service, design), target);
	const deciding = await openWatched(browser);
	const designing = await openWatched(browser);

	await test.step("the chat's message leads to the request, through sign-in", async () => {
		await expect.poll(() => chat.received.length).toBe(1);
		const { text, blocks } = slackMessage.parse(JSON.parse(chat.received[0]?.body ?? ""));
		expect(text).toContain(NAME);
		const [link] = blocks.flatMap(({ elements = [] }) => elements.flatMap(({ url }) => url ?? []));
		expect(link).toBe(`${service.baseUrl}/approvals?request=${first}`);
		const { page } = deciding;
		await page.goto(link ?? "");
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
		await signInAbove(page, administrator);
		await expect(page).toHaveURL(link ?? "");
		await expect(panelOf(page).getByRole("heading", { name: NAME, exact: true })).toBeVisible();
	});

	await test.step("where it is rejected with a reason", async () => {
		const { page } = deciding;
		await panelOf(page)
			.getByRole("button", { name: /^Reject/ })
			.click();
		const dialog = page.getByRole("dialog", { name: /^Reject/ });
		await dialog.getByLabel("Reason").fill("Use the smaller radius");
		await dialog.getByRole("button", { name: "Reject" }).click();
		await expect(dialog).toBeHidden();
	});

	await test.step("the requester's mail says so, and leads to the editor", async () => {
		const mail = await mailTo(designer.email, "was rejected");
		expect(mail.subject).toBe(`Your request for ${NAME} on ${target.name} was rejected`);
		expect(mail.text).toContain("> Use the smaller radius");
		const { page } = designing;
		await page.goto(linkIn(mail, "/designs/"));
		await signInAbove(page, designer);
		await expect(page).toHaveURL(`${service.baseUrl}/designs/${design.id}/edit`);
		await page.getByRole("table", { name: "Geofences" }).getByRole("button").first().click();
		await page.getByLabel("Radius (m)").fill("250");
		await page.keyboard.press("Enter");
		await saveDraft(page);
	});

	await test.step("whose design builds and is requested again", async () => {
		const { page } = designing;
		const dialog = page.getByRole("dialog");
		await page.getByRole("link", { name: "The design" }).click();
		await expect(page.getByRole("main")).toContainText("Use the smaller radius");
		await page.getByRole("button", { name: "Request build…" }).click();
		await dialog.getByLabel("Reason").fill("Smaller radius");
		await dialog.getByRole("button", { name: "Request build" }).click();
		await expect(dialog).toBeHidden();
		await expect(page.getByRole("status").filter({ hasText: "Status:" })).toHaveText("Status: built");
		await page.getByRole("button", { name: "Request deployment…" }).click();
		await dialog.getByLabel("Target").selectOption(target.id);
		await dialog.getByLabel("Message").fill("With 250 m now");
		await dialog.getByRole("button", { name: "Request deployment" }).click();
		await expect(dialog).toBeHidden();
	});

	const second =
		await test.step("the administrator's inbox leads to the second request, and it is approved", async () => {
			const { page } = deciding;
			const inbox = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox/ });
			await expect(inbox).toHaveAccessibleName(/unread$/);
			await inbox.click();
			const item = page
				.getByRole("listitem")
				.filter({ hasText: `${NAME} was requested for ${target.name}` })
				.first();
			await expect(item).toContainText("With 250 m now");
			await item.getByRole("link", { name: "Decide" }).click();
			await expect(panelOf(page)).toContainText("With 250 m now");
			await panelOf(page)
				.getByRole("button", { name: /^Activate/ })
				.click();
			const found = () => partner.list(deployment, "/targeting/deployments", { q: NAME, status: "activated" });
			await expect.poll(async () => (await found()).length).toBe(1);
			return (await found())[0]?.id ?? "";
		});

	await test.step("which the requester's inbox tells", async () => {
		const { page } = designing;
		await page
			.getByRole("navigation", { name: "Main" })
			.getByRole("link", { name: /^Inbox/ })
			.click();
		const item = page.getByRole("listitem").filter({ hasText: `${NAME} was activated on ${target.name}` });
		await expect(item).toContainText("Amir Haddad");
		await item.getByRole("link", { name: "View deployment" }).click();
		await expect(page).toHaveURL(`${service.baseUrl}/deployments/${second}`);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${NAME} on ${target.name}`);
	});
	expect(second).not.toBe(first);
	expect(await partner.get(deploymentDetail, `/api/deployments/${first}`)).toMatchObject({ status: "rejected" });
	const lists = ["/designs", "/builds", "/deployments"];
	expect([...deciding.paths, ...designing.paths].filter((path) => lists.includes(path))).toEqual([]);
	await deciding.page.close();
	await designing.page.close();
});
