import { Webhook } from "standardwebhooks";
import { issuedWebhook } from "@/lib/contract/webhook";
import { type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { marked } from "../support/marked";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

// The page that designers do not have.
test.use({ allowedBrowserErrors: [/status of 404/] });

let receiver: Receiver;
test.beforeEach(async () => {
	receiver = await startReceiver();
});
test.afterEach(() => receiver.stop());

test("a secret is rotated, and a message is sent again with both; both pages fit a small screen", {
	tag: SCREENS,
}, async ({ service, openPageOf }) => {
	const api = new ApiClient(service, service.seed.administrator.key);
	const description = marked("Approvals channel");
	const body = JSON.stringify({ url: `${receiver.url}/hook`, description });
	const { id, secret } = await api.send(issuedWebhook, "POST", "/api/webhooks", body);
	const page = await openPageOf(service.seed.administrator);
	const dialog = page.getByRole("dialog");
	await page.goto(`/webhooks/${id}`);
	await page.getByRole("button", { name: "Send test" }).click();
	const row = page.getByRole("row").filter({ hasText: "webhook.test" });
	await expect(row).toContainText("delivered");
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Rotate secret…" }).click();
	await dialog.getByRole("button", { name: "Rotate secret" }).click();
	const second = await dialog.getByLabel("Secret", { exact: true }).inputValue();
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await row.getByRole("button", { name: /^Actions on/ }).click();
	await page.getByRole("menuitem", { name: "Replay" }).click();
	// The service of all tests may have told of something else meanwhile.
	const tests = () => receiver.received.filter(({ body }) => JSON.parse(body).type === "webhook.test");
	await expect.poll(() => tests().length).toBe(2);
	const last = tests()[1];
	for (const each of [secret ?? "", second]) {
		expect(new Webhook(each).verify(last?.body ?? "", last?.headers ?? {})).toMatchObject({ type: "webhook.test" });
	}
	const prepare = () => expect(page.getByText(description).first()).toBeVisible();
	await expectToFit(page, [
		{ name: "webhooks", path: "/webhooks", prepare },
		{ name: "webhook", path: `/webhooks/${id}`, prepare },
	]);
});

test("a webhook of the audit log is sent its events", async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.administrator);
	const dialog = page.getByRole("dialog");
	const description = marked("Log collector");
	await page.goto("/webhooks");
	await page.getByRole("button", { name: "New webhook…" }).first().click();
	await dialog.getByLabel("URL").fill(`${receiver.url}/collect`);
	await dialog.getByLabel("Description").fill(description);
	await dialog.getByLabel("Sends").selectOption("Audit log");
	await expect(dialog.getByRole("checkbox", { name: "deployment.requested" })).toBeHidden();
	await expectAccessible(page, "the dialog of a webhook of the audit log");
	await dialog.getByRole("button", { name: "Create webhook" }).click();
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await expect(page.getByRole("row").filter({ hasText: description })).toContainText("audit log");
	const collected = () => receiver.received.map(({ body }) => JSON.parse(body).type);
	await expect.poll(collected).toContain("audit_event.recorded");
	await expectAccessible(page, "the webhooks");
});

test("designers have no webhooks", async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.designer);
	await page.goto("/webhooks");
	await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
	await expect(page.getByRole("navigation").getByRole("link", { name: "Webhooks" })).toHaveCount(0);
});
