import { deploymentDetail } from "@/lib/contract/deployment";
import { heading, openQueue, panelOf, people, rowsOf, statusOf } from "../support/approvals";
import { expectAccessible } from "../support/axe";
import { makeRequests } from "../support/requests";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

const QUESTION = "Does it replace the spring campaign?";
const ANSWER = "Yes, from Monday on.\nThe old one ends on Sunday.";
const NOTE = "Live until the end of May.";

test("an administrator asks, the requester answers from the inbox, and reads the note of the activation", {
	tag: SCREENS,
}, async ({ service, openPageOf }) => {
	const { customer, partner, target } = people(service);
	const { designer, administrator } = service.seed;
	const [asked] = await makeRequests(customer, target.id, ["Talked about", "Talked about next"]);
	const id = asked?.id ?? "";
	const queue = await openPageOf(administrator);
	const waiting = queue.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Approvals/ });
	await openQueue(queue, "talked about", 2);
	await expect(heading(queue, "Talked about")).toBeVisible();
	await expect(waiting).toContainText("pending");
	const before = (await waiting.textContent()) ?? "";
	const requester = await openPageOf(designer);
	await requester.goto("/inbox");

	await test.step("the question takes the request out of the queue and its number", async () => {
		await queue.keyboard.press("c");
		const box = panelOf(queue).getByRole("textbox", { name: "Ask the requester, or comment" });
		await expect(box).toBeFocused();
		await queue.keyboard.type(QUESTION);
		await expectAccessible(queue, "the conversation in the queue");
		await panelOf(queue).getByRole("button", { name: "Ask requester" }).click();
		await expect(rowsOf(queue)).toHaveCount(1);
		await expect(waiting).not.toHaveText(before);
		await expect(panelOf(queue).getByRole("list", { name: "Comments" })).toContainText(QUESTION);
		await expect(panelOf(queue)).toContainText("Waiting for");
		// What the reader did is no news to them.
		await expect(panelOf(queue).getByRole("alert")).toHaveCount(0);
		await queue.keyboard.press("Escape");
		await queue.getByLabel("Waiting for").selectOption({ label: "the requester" });
		await expect(rowsOf(queue)).toHaveCount(1);
		await expect(heading(queue, "Talked about")).toBeVisible();
	});

	await test.step("the requester finds it in the inbox and answers", async () => {
		const item = requester.getByRole("listitem").filter({ hasText: "asks about Talked about" });
		await expect(item).toContainText(QUESTION);
		await requester.goto("/deployments?q=talked");
		await expect(requester.getByText(/question from/).first()).toBeVisible();
		await requester.goto("/inbox");
		await item.getByRole("link", { name: "Answer" }).click();
		await expect(requester).toHaveURL(new RegExp(`/deployments/${id}#conversation$`));
		const box = requester.getByRole("textbox", { name: "Answer" });
		await expect(box).toBeFocused();
		await box.fill(ANSWER);
		await expectAccessible(requester, "the conversation on the deployment");
		await requester.keyboard.press("ControlOrMeta+Enter");
		await expect(requester.getByRole("list", { name: "Comments" })).toContainText("from Monday on");
		await expect(box).toHaveCount(0);
	});

	await test.step("the request is back in the queue, with the answer", async () => {
		await queue.goto("/approvals?q=talked+about");
		await expect(rowsOf(queue)).toHaveCount(2);
		await expect(heading(queue, "Talked about")).toBeVisible();
		await expect(panelOf(queue).getByRole("list", { name: "Comments" })).toContainText("from Monday on");
		await expect(waiting).toHaveText(before);
	});

	await test.step("it is activated with a note, which the requester reads", async () => {
		await queue.keyboard.press("Shift+A");
		const dialog = queue.getByRole("dialog", { name: /^Activate / });
		await dialog.getByRole("textbox", { name: "Note for the requester" }).fill(NOTE);
		await dialog.getByRole("button", { name: "Activate" }).click();
		await expect.poll(() => statusOf(partner, id)).toBe("activated");
		expect(await customer.get(deploymentDetail, `/api/deployments/${id}`)).toMatchObject({ status_reason: NOTE });
		await requester.goto("/inbox");
		await expect(requester.getByRole("listitem").filter({ hasText: "Talked about was activated" })).toContainText(NOTE);
	});
	await expectToFit(requester, [{ name: "conversation", path: `/deployments/${id}` }]);
	await expectToFit(queue, [{ name: "approvals-conversation", path: `/approvals?request=${id}` }]);
});
