import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { expectAccessibleInPassing } from "./support/axe";
import { newPerson, PASSWORD } from "./support/new-person";
import { expectLive } from "./support/readiness";
import { expect, test } from "./support/test";

// The browser reports the refusals that this test provokes.
test.use({ allowedBrowserErrors: [/the server responded with a status of (400|401|403)/] });

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The code of the app's next step, which is taken already: a code is taken once. */
const nextCode = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });

test("an authenticator app is added, asked for at sign-in, and stood in for by a recovery code", async ({
	page,
	service,
	signIn,
}) => {
	const me = await newPerson(service);
	await signIn(page, me);
	await page.goto("/account");
	await page.getByRole("button", { name: "Add an app…" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByRole("img", { name: /^QR code of/ })).toBeVisible();
	await expectAccessibleInPassing(page, "an authenticator app");
	const secret = await dialog.getByRole("textbox", { name: "Or enter this secret" }).inputValue();
	await dialog.getByLabel("Code from the app").fill("000000");
	await dialog.getByRole("button", { name: "Add app" }).click();
	await expect(dialog.getByRole("alert")).toContainText("Code is not the one that the app shows now.");
	await dialog.getByLabel("Code from the app").fill(generateSync({ secret }));
	await dialog.getByRole("button", { name: "Add app" }).click();
	await expect(dialog).toContainText("Your recovery codes");
	await expectAccessibleInPassing(page, "recovery codes");
	const codes = (await dialog.getByLabel("Recovery codes", { exact: true }).inputValue()).split("\n");
	expect(codes).toHaveLength(10);
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	await expect(card(page, "Second factor")).toContainText("10 codes left");
	await expectAccessibleInPassing(page, "the account with a second factor");

	const signOut = async () => {
		await expectLive(page);
		await page.getByRole("button", { name: /^Account of/ }).click();
		await page.getByRole("menuitem", { name: "Sign out" }).click();
		await expect(page).toHaveURL(/\/signin/);
	};
	const beginSignIn = async (password: string) => {
		await page.getByLabel("Email").fill(me.email);
		await page.getByLabel("Password").fill(password);
		await page.getByRole("button", { name: "Sign in" }).click();
		await expect(page.getByLabel("Code")).toBeFocused();
	};
	const kept = ["palette-recent-x", "map-views-x", "keyboard-y"];
	await page.evaluate((keys) => {
		for (const key of keys) localStorage.setItem(key, "[]");
	}, kept);
	await signOut();
	const left = await page.evaluate((keys) => keys.filter((key) => key in localStorage), kept);
	expect(left, "names and places of who was signed in are forgotten, settings are not").toEqual(["keyboard-y"]);
	// The step comes whatever the password is, and its answer names all three.
	await beginSignIn("wrong");
	await expectAccessibleInPassing(page, "the code at sign-in");
	await page.getByLabel("Code").fill(nextCode(secret));
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByText("Wrong email, password or code.")).toBeVisible();
	await page.getByRole("button", { name: "Back" }).click();
	await expect(page.getByLabel("Password")).toBeFocused();
	await beginSignIn(PASSWORD);
	await page.getByLabel("Code").fill(nextCode(secret));
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByRole("navigation").first()).toBeVisible();

	await signOut();
	await beginSignIn(PASSWORD);
	await page.getByLabel("Code").fill(codes[0]?.toUpperCase() ?? "");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByRole("navigation").first()).toBeVisible();
	await page.goto("/account");
	await expect(card(page, "Second factor")).toContainText("9 codes left");
});
