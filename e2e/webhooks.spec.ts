import { Webhook } from "standardwebhooks";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { expectAccessible } from "./support/axe";
import { buildDesign, createDesign, createTarget, ownPlace, requestDeployment } from "./support/deployed";
import { expectToFit, SCREENS } from "./support/screenshots";
import { expect, test } from "./support/test";

// The page that designers do not have.
test.use({ allowedBrowserErrors: [/status of 404/] });

let receiver: Receiver;
test.beforeEach(async () => {
	receiver = await startReceiver();
});
test.afterEach(() => receiver.stop());

const typeOf = (body: string): unknown => JSON.parse(body).type;

test("a webhook is made, tested, told of a request, paused, resumed and caught up in the page", {
	tag: SCREENS,
}, async ({ service, openPageOf }) => {
	const target = await createTarget(service, "Told by webhook");
	const build = await buildDesign(service, await createDesign(service, "Told by webhook", ownPlace()));
	const page = await openPageOf(service.seed.administrator);
	const dialog = page.getByRole("dialog");
	await page.goto("/webhooks");
	await page.getByRole("button", { name: "New webhook…" }).first().click();
	await dialog.getByRole("button", { name: "Create webhook" }).click();
	const url = dialog.getByLabel("URL");
	await expect(url).toHaveAttribute("aria-invalid", "true");
	await url.fill(`${receiver.url}/hook`);
	await dialog.getByLabel("Description").fill("Approvals channel");
	await dialog.getByRole("checkbox", { name: "deployment.requested" }).check();
	await dialog.getByRole("checkbox", { name: target.name }).check();
	await expectAccessible(page, "the dialog of a new webhook");
	await dialog.getByRole("button", { name: "Create webhook" }).click();
	const secret = await dialog.getByLabel("Secret", { exact: true }).inputValue();
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await page.getByRole("link", { name: "Approvals channel" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Approvals channel" })).toBeVisible();

	await page.getByRole("button", { name: "Send test" }).click();
	const row = (type: string) => page.getByRole("row").filter({ hasText: type });
	await expect(row("webhook.test")).toContainText("delivered");
	const [tested] = receiver.received;
	expect(new Webhook(secret).verify(tested?.body ?? "", tested?.headers ?? {})).toMatchObject({ type: "webhook.test" });

	receiver.answer = answering(410, {}, "no more");
	await requestDeployment(service, build, target);
	await expect(page.getByText(/Paused on .* answered 410/)).toBeVisible();
	await row("deployment.requested").getByRole("button", { name: "deployment.requested", exact: true }).click();
	await expect(dialog.getByLabel("Payload", { exact: true })).toHaveValue(/"decide": ".*\/approvals\?request=/);
	await expect(dialog.getByText("no more")).toBeVisible();
	await expectAccessible(page, "a delivery");
	await dialog.getByRole("button", { name: "Close" }).last().click();
	await expectAccessible(page, "a paused webhook");

	receiver.answer = answering(204);
	await page.getByRole("button", { name: "Resume" }).click();
	await expect(page.getByText(/Paused on/)).toBeHidden();
	await page.getByRole("button", { name: "Replay…" }).click();
	const hourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
	await dialog.getByLabel("Since").fill(hourAgo);
	await dialog.getByRole("button", { name: "Replay" }).click();
	await expect(page.getByText("Sending 1 message")).toBeVisible();
	await expect(row("deployment.requested")).toContainText("delivered");
	const requests = receiver.received.filter(({ body }) => typeOf(body) === "deployment.requested");
	expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
	expect(requests).toHaveLength(2);

	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Rotate secret…" }).click();
	await dialog.getByRole("button", { name: "Rotate secret" }).click();
	const second = await dialog.getByLabel("Secret", { exact: true }).inputValue();
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await row("webhook.test")
		.getByRole("button", { name: /^Actions on/ })
		.click();
	await page.getByRole("menuitem", { name: "Replay" }).click();
	await expect.poll(() => receiver.received.length).toBe(4);
	const last = receiver.received[3];
	for (const each of [secret, second]) {
		expect(new Webhook(each).verify(last?.body ?? "", last?.headers ?? {})).toMatchObject({ type: "webhook.test" });
	}
	const path = new URL(page.url()).pathname;
	const prepare = () => expect(page.getByText("Approvals channel").first()).toBeVisible();
	await expectToFit(page, [
		{ name: "webhooks", path: "/webhooks", prepare },
		{ name: "webhook", path, prepare },
	]);

	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto("/webhooks");
	await page.getByRole("button", { name: "New webhook…" }).first().click();
	await url.fill(`${receiver.url}/collect`);
	await dialog.getByLabel("Description").fill("Log collector");
	await dialog.getByLabel("Sends").selectOption("Audit log");
	await expect(dialog.getByRole("checkbox", { name: "deployment.requested" })).toBeHidden();
	await expectAccessible(page, "the dialog of a webhook of the audit log");
	await dialog.getByRole("button", { name: "Create webhook" }).click();
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await expect(page.getByRole("row").filter({ hasText: "Log collector" })).toContainText("audit log");
	const collected = () => receiver.received.filter((one) => one.path === "/collect").map(({ body }) => typeOf(body));
	await expect.poll(collected).toContain("audit_event.recorded");
	await expect(page.getByRole("link", { name: "Approvals channel" })).toBeVisible();
	await expectAccessible(page, "the webhooks");
	await page.goto(path);
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	await dialog.getByRole("button", { name: "Delete" }).click();
	await expect(page).toHaveURL(/\/webhooks$/);
	await expect(page.getByRole("link", { name: "Approvals channel" })).toHaveCount(0);
});

test("designers have no webhooks", async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.designer);
	await page.goto("/webhooks");
	await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
	await expect(page.getByRole("navigation").getByRole("link", { name: "Webhooks" })).toHaveCount(0);
});
