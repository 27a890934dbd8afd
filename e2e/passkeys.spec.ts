import { expectAccessibleInPassing } from "./support/axe";
import { dropSession } from "./support/drop-session";
import { newPerson, PASSWORD } from "./support/new-person";
import { expect, test } from "./support/test";

test("a passkey is added by name, confirms, signs in beside the password, and is removed", async ({
	browser,
	service,
}) => {
	// Passkeys belong to a host name, which 127.0.0.1 is not.
	const url = new URL(service.baseUrl);
	url.hostname = "localhost";
	const context = await browser.newContext({ baseURL: url.origin });
	const page = await context.newPage();
	const me = await newPerson(service);
	const devtools = await context.newCDPSession(page);
	await devtools.send("WebAuthn.enable");
	const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	const typeEmailAndPassword = async () => {
		await page.goto("/signin");
		await page.getByLabel("Email").fill(me.email);
		await page.getByLabel("Password").fill(PASSWORD);
		await page.getByRole("button", { name: "Sign in" }).click();
	};
	await typeEmailAndPassword();
	await expect(page.getByRole("navigation").first()).toBeVisible();

	const section = page.getByRole("region", { name: "Second factor", exact: true });
	await page.goto("/account");
	await page.getByRole("button", { name: "Add a passkey…" }).click();
	const dialog = page.getByRole("dialog");
	await expectAccessibleInPassing(page, "a new passkey");
	await dialog.getByRole("button", { name: "Add passkey" }).click();
	await expect(dialog).toContainText("Enter a name.");
	await dialog.getByLabel("Name").fill("Laptop");
	await dialog.getByRole("button", { name: "Add passkey" }).click();
	await expect(dialog).toContainText("Your recovery codes");
	await dialog.getByRole("button", { name: "I have copied it" }).click();
	const passkeys = section.getByRole("list", { name: "Passkeys" });
	await expect(passkeys).toContainText("Laptop");
	await expectAccessibleInPassing(page, "the account with a passkey");
	await page.getByRole("button", { name: "Add a passkey…" }).click();
	await dialog.getByLabel("Name").fill("Laptop again");
	await dialog.getByRole("button", { name: "Add passkey" }).click();
	await expect(dialog.getByRole("alert")).toContainText("This device already has a passkey for your account.");
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await passkeys.getByRole("button", { name: "Rename Laptop…" }).click();
	await dialog.getByLabel("Name").fill("Work laptop");
	await dialog.getByRole("button", { name: "Rename" }).click();
	await expect(passkeys).toContainText("Work laptop");

	await dropSession(page);
	await typeEmailAndPassword();
	await expect(page.getByLabel("Code")).toBeFocused();
	await expectAccessibleInPassing(page, "a passkey at sign-in");
	await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
	await page.getByRole("button", { name: "Use a passkey" }).click();
	await expect(page.getByText("No passkey was used.")).toBeVisible();
	await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
	await page.getByRole("button", { name: "Use a passkey" }).click();
	await expect(page.getByRole("navigation").first()).toBeVisible();

	await page.goto("/account");
	// As the service answers five minutes after sign-in.
	const stale = { version: 4, status: "error", error_type: "Forbidden", message: "confirm that it is you" };
	let refused = 0;
	await page.route("**/api/account/passkeys/*", async (route) => {
		if (refused > 0) return route.fallback();
		refused += 1;
		return route.fulfill({ status: 403, json: { ...stale, reason: "confirmation_required" } });
	});
	await passkeys.getByRole("button", { name: "Remove Work laptop…" }).click();
	await dialog.getByRole("button", { name: "Remove" }).click();
	const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
	await expectAccessibleInPassing(page, "the confirmation by passkey");
	await confirmation.getByRole("button", { name: "Use a passkey" }).click();
	await expect(confirmation).toContainText("Enter your password.");
	await confirmation.getByLabel("Password").fill(PASSWORD);
	await confirmation.getByRole("button", { name: "Use a passkey" }).click();
	await expect(page.getByText("Passkey removed")).toBeVisible();
	await expect(passkeys).toHaveCount(0);
	await expect(section).not.toContainText("Recovery codes");
	await context.close();
});
