import { Webhook } from "standardwebhooks";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { expectAccessibleInPassing } from "./support/axe";
import { buildDesign, createDesign, createTarget, ownPlace, requestDeployment } from "./support/deployed";
import { marked } from "./support/marked";
import { expect, test } from "./support/test";

let receiver: Receiver;
test.beforeEach(async () => {
	receiver = await startReceiver();
});
test.afterEach(() => receiver.stop());

const typeOf = (body: string): unknown => JSON.parse(body).type;

test("a webhook is made, tested, told of a request, paused, resumed, caught up and deleted in the page", async ({
	service,
	openPageOf,
}) => {
	const target = await createTarget(service, marked("Told by webhook"));
	const build = await buildDesign(service, await createDesign(service, marked("Told by webhook"), ownPlace()));
	const page = await openPageOf(service.seed.administrator);
	const dialog = page.getByRole("dialog");
	const name = marked("Approvals channel");
	await page.goto("/webhooks");
	await page.getByRole("button", { name: "New webhook…" }).first().click();
	await dialog.getByRole("button", { name: "Create webhook" }).click();
	const url = dialog.getByLabel("URL");
	await expect(url).toHaveAttribute("aria-invalid", "true");
	await url.fill(`${receiver.url}/hook`);
	await dialog.getByLabel("Description").fill(name);
	await dialog.getByRole("checkbox", { name: "deployment.requested" }).check();
	await dialog.getByRole("checkbox", { name: target.name }).check();
	await expectAccessibleInPassing(page, "the dialog of a new webhook");
	await dialog.getByRole("button", { name: "Create webhook" }).click();
	const secret = await dialog.getByLabel("Secret", { exact: true }).inputValue();
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await page.getByRole("link", { name }).click();
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

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
	await expectAccessibleInPassing(page, "a delivery");
	await dialog.getByRole("button", { name: "Close" }).last().click();
	await expectAccessibleInPassing(page, "a paused webhook");

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
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	await dialog.getByRole("button", { name: "Delete" }).click();
	await expect(page).toHaveURL(/\/webhooks$/);
	await expect(page.getByRole("link", { name })).toHaveCount(0);
});
