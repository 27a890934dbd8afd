import type { Locator, Page } from "@playwright/test";
import { deploymentDetail } from "@/lib/contract/deployment";
import { listResponse } from "@/lib/contract/primitives";
import { expectAccessibleInPassing } from "./support/axe";
import { expect, test } from "./support/test";

const MOST_TABS = 40;

type Person = { email: string; password: string };

/** Deployments as the API lists them to the signed-in user. */
async function deployments(page: Page) {
	const answer = await page.request.get("/targeting/deployments?detail=true");
	return listResponse(deploymentDetail).parse(await answer.json()).response.data;
}

/** Moves the focus by the Tab key, forwards or back, whichever leads there. */
async function tabTo(page: Page, control: Locator): Promise<void> {
	await expect(control).toBeVisible();
	for (let presses = 0; presses < MOST_TABS; presses += 1) {
		const way = await control.evaluate((element) => {
			const from = document.activeElement;
			if (from === element) return "there";
			return from !== null && (element.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
				? "back"
				: "forwards";
		});
		if (way === "there") return;
		await page.keyboard.press(way === "back" ? "Shift+Tab" : "Tab");
	}
	await expect(control).toBeFocused();
}

/** Goes to a control and presses it. */
async function press(page: Page, control: Locator): Promise<void> {
	await tabTo(page, control);
	await page.keyboard.press("Enter");
}

const guideOf = (page: Page) => page.getByRole("region", { name: /^Get started/ });

async function signInByKeys(page: Page, { email, password }: Person): Promise<void> {
	// With PUBLIC_HELP.
	await page.goto("/help/operations/install");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Install");
	await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
	await press(page, page.getByRole("link", { name: "Sign in" }));
	await expect(page).toHaveURL("/signin?callbackUrl=%2Fhelp%2Foperations%2Finstall");
	await page.goto("/");
	await expect(page.getByRole("main")).toContainText("The first password is in the file first-password");
	await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
	await tabTo(page, page.getByLabel("Email"));
	await page.keyboard.type(email);
	await tabTo(page, page.getByLabel("Password"));
	await page.keyboard.type(password);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("navigation").first()).toBeVisible();
}

/** From sign-in on an empty service to a requested deployment, with the keyboard alone. */
async function requestByKeys(page: Page, person: Person): Promise<void> {
	// An error that nothing catches in the browser fails the test.
	await page.addInitScript(() => {
		const refuse = () => {
			throw new Error("a mouse was used");
		};
		addEventListener("mousedown", refuse, true);
	});
	await signInByKeys(page, person);
	const guide = guideOf(page);
	const dialog = page.getByRole("dialog");
	await expect(guide.getByRole("status")).toHaveText("0 of 7 done");
	await expectAccessibleInPassing(page, "the first steps at their beginning");

	await press(page, guide.getByRole("button", { name: "Start from sample places" }));
	await expect(guide.getByRole("status")).toHaveText("1 of 7 done");
	await expect(guide.getByRole("button", { name: "Request build…" })).toBeFocused();

	await page.keyboard.press("Enter");
	await expect(dialog.getByLabel("Reason")).toBeFocused();
	await page.keyboard.type("The first of all builds");
	await press(page, dialog.getByRole("button", { name: "Request build" }));
	await expect(dialog).toBeHidden();

	// The build runs meanwhile.
	await expect(guide.getByRole("button", { name: "New target…" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await page.keyboard.type("Screens in Mitte");
	await expect(dialog.getByLabel("Slug", { exact: true })).toBeHidden();
	await page.keyboard.press("Enter");
	await expect(dialog).toBeHidden();

	await press(page, guide.getByRole("button", { name: "Request deployment…" }));
	await press(page, dialog.getByRole("button", { name: "Request deployment" }));
	await expect(dialog).toBeHidden();
	await expect(guide.getByRole("link", { name: "Open the request" })).toBeFocused();
	expect(await deployments(page)).toMatchObject([
		{
			status: "requested",
			design_name: "Berlin landmarks",
			target: "Screens in Mitte",
			requester: person.email,
			build_reason: "The first of all builds",
		},
	]);

	// A dialog that came from a menu gives the focus back to the menu's button.
	await press(page, guide.getByRole("link", { name: "Berlin landmarks" }));
	const more = page.getByRole("button", { name: "More about this design" });
	await press(page, more);
	await expect(page.getByRole("menuitem", { name: "Rename…" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await expect(more).toBeFocused();
}

test("by keys from an empty service to a request, on to a real agent's answer; then the steps are out of the way", async ({
	page: byKeys,
	service,
	openPageOf,
	startAgent,
}) => {
	if (service.firstSignIn === null) throw new Error("The service is not empty.");
	const person = service.firstSignIn;
	await test.step("by keys to a request", () => requestByKeys(byKeys, person));
	expect(await (await fetch(`${service.baseUrl}/signin`)).text()).not.toContain("first-password");
	const page = await openPageOf(person);
	await page.goto("/");
	const guide = guideOf(page);
	const progress = guide.getByRole("status").first();
	await expect(progress).toHaveText("4 of 7 done");

	await guide.getByRole("link", { name: "Open the request" }).click();
	const request = page.getByRole("region", { name: "Request" });
	await request.getByRole("button", { name: /^Activate/ }).click();
	await expect.poll(() => deployments(page)).toMatchObject([{ status: "activated" }]);
	await page.getByRole("navigation").getByRole("link", { name: "Get started" }).click();
	await expect(progress).toHaveText("5 of 7 done");

	await guide.getByRole("button", { name: "Get the command…" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name").fill("My machine");
	await dialog.getByRole("button", { name: "Create key" }).click();
	const command = await dialog.getByLabel("Command that starts an agent", { exact: true }).inputValue();
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	const [, key = "", server] = /^AGENT_KEY=(\S+) npm run agent -- --server (\S+) --port 7070$/.exec(command) ?? [];
	expect(server).toBe(service.baseUrl);
	const agent = await startAgent(key);
	await expect(progress).toHaveText("6 of 7 done");

	const lookup = await guide.getByRole("textbox", { name: "Lookup on the agent's machine" }).inputValue();
	const [, query] = /^curl 'http:\/\/127\.0\.0\.1:7070\/geopulse\/proximity\/indices\?(\S+)'$/.exec(lookup) ?? [];
	const asked = new URLSearchParams(query);
	const [latitude, longitude] = [Number(asked.get("latitude")), Number(asked.get("longitude"))];
	const answer = await agent.lookup(latitude, longitude);
	await expect(progress).toHaveText("7 of 7 done");
	const [live] = await deployments(page);
	expect(live).toMatchObject({ status: "activated", actual: "loaded" });
	expect(answer).toMatchObject([{ designName: "Berlin landmarks", designId: live?.design_id, deploymentId: live?.id }]);
	await expectAccessibleInPassing(page, "the first steps at their end");

	await page.reload();
	await expect(page.getByRole("region", { name: "Live by target" })).toBeVisible();
	await expect(guide).toHaveCount(0);
	await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Help" }).click();
	await dialog.getByRole("tab", { name: "Getting started" }).click();
	await expectAccessibleInPassing(page, "the help about the first steps");
	await dialog.getByRole("button", { name: "Show the getting-started steps" }).click();
	await expect(progress).toHaveText("7 of 7 done");
	await guide.getByRole("button", { name: "Close the getting-started steps" }).click();
	await expect(guide).toHaveCount(0);
});
