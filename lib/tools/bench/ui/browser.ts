import { type Browser, chromium, type Page } from "playwright";
import { findBrowser } from "@/lib/tools/cli/testing/machine.mjs";

/** A person who signs in to be measured. */
export interface SignIn {
	readonly email: string;
	readonly password: string;
}

/**
 * Starts a browser of this machine, with WebGL in software where there is no graphics card. Frames are put together without
 * it, as a browser does on such a machine: a software graphics card takes 70 to 300 ms for each, whatever the page did.
 * @throws Error when there is none that starts
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

/** A page in a session of its own, of someone who has signed in. */
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
