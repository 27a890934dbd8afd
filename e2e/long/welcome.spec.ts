import { expectAccessible } from "../support/axe";
import { smallControls } from "../support/target-size";
import { expect, test } from "../support/test";

// The browser reports the refusals that these tests provoke.
test.use({ allowedBrowserErrors: [/the server responded with a status of (400|401|404)/] });

test.describe("an invitation", () => {
	test("a link without its end says so, on a small screen too", async ({ page, service }) => {
		await page.setViewportSize({ width: 375, height: 700 });
		await page.goto(`${service.baseUrl}/welcome`);
		await expect(page.getByText("This link is incomplete.")).toBeVisible();
		await expectAccessible(page, "welcome");
		const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
		expect(wide).toBe(false);
		expect(await smallControls(page)).toEqual([]);
		await page.getByRole("link", { name: "Sign in with an existing password" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
	});
});

test("ten wrong passwords are answered with a pause", async ({ page, service }) => {
	await page.goto(`${service.baseUrl}/signin`);
	// What was left empty is said at its field, until something is typed there.
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByLabel("Email")).toBeFocused();
	await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Enter your email address.");
	await page.getByLabel("Email").fill("nobody@brightside.example");
	await expect(page.getByText("Enter your email address.")).toBeHidden();
	const csrf = await (await page.request.get("/api/auth/csrf")).json();
	const attempt = async (as: string) => {
		const form = { csrfToken: csrf.csrfToken, email: as, password: "wrong", json: "true" };
		const answer = await page.request.post("/api/auth/callback/credentials", { form });
		expect(answer.status()).toBe(401);
		return new URL((await answer.json()).url).searchParams.get("error");
	};
	// Half of the emails without an account are asked for a second factor first.
	let email = "";
	do email = `nobody-${Math.random()}@partner.example`;
	while ((await attempt(email)) === "second_factor");
	for (let tried = 1; tried < 10; tried += 1) expect(await attempt(email)).toBe("CredentialsSignin");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill("wrong");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByText("Too many attempts. Wait a minute, then try again.")).toBeVisible();
});

test("a click or a key renews the session, and what the page fetches by itself does not", async ({
	openPageOf,
	service,
}) => {
	const page = await openPageOf(service.seed.designer);
	const ends = async () => (await page.context().cookies()).find(({ name }) => name === "targeting.session")?.expires;
	await page.goto(`${service.baseUrl}/designs`);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	const first = await ends();
	await expect(page.getByText("Up to date", { exact: true })).toBeVisible();
	expect(await ends()).toBe(first);
	const renewal = page.waitForResponse("**/api/auth/session");
	await page.keyboard.press("Shift");
	await renewal;
	expect(await ends()).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY);
});
