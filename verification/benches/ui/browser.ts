import { type Browser, chromium, type Page } from "playwright";
import { findBrowser } from "@/lib/tools/cli/testing/machine.mjs";

/** Credentials of a user. */
export interface SignIn {
	readonly email: string;
	readonly password: string;
}

/**
 * Starts a browser, with WebGL in software where there is no graphics card. It composes frames
 * without WebGL: in software this takes 70 to 300 ms a frame, whatever the page does.
 * @throws Error when no browser starts
 */
export async function startBrowser(): Promise<Browser> {
	const { path, sandbox } = await findBrowser();
	return chromium.launch({
		executablePath: path,
		chromiumSandbox: sandbox,
		args: [
			"--disable-dev-shm-usage",
			"--disable-gpu-compositing",
			"--use-angle=swiftshader",
			"--enable-unsafe-swiftshader",
		],
	});
}

/** A page in a separate session of a signed-in user. */
export async function signedInPage(browser: Browser, url: string, { email, password }: SignIn): Promise<Page> {
	const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: "en-GB" });
	const page = await context.newPage();
	await page.goto("/signin");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.getByRole("navigation").first().waitFor();
	return page;
}
