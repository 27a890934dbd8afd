import { chromium } from "@playwright/test";
import { canInstallDebianPackages, installDebianPackages } from "./debian.mjs";
import { findInPath, isExecutable } from "./environment.mjs";

const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];
const APPLICATIONS = [
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Finds a browser that starts: the one TEST_BROWSER names, Playwright's own, the system's; as root on Debian it installs
 * one when there is none.
 *
 * @param {string} logFile for the output of an installation
 * @returns {Promise<{ path: string, sandbox: boolean } | { missing: string }>} `missing` is a sentence for the user
 */
export async function findBrowser(logFile) {
	const named = process.env.TEST_BROWSER;
	if (named !== undefined && named !== "") {
		return (await startable([named])) ?? { missing: `The browser that TEST_BROWSER names does not start: ${named}` };
	}

	const found = await startable([chromium.executablePath(), ...(await installedBrowsers())]);
	if (found !== null) return found;

	let problem = null;
	if (await canInstallDebianPackages()) {
		console.log("  no browser found: installing Debian's chromium");
		problem = await installDebianPackages(["chromium"], logFile);
		const installed = problem === null ? await startable(await installedBrowsers()) : null;
		if (installed !== null) return installed;
		problem ??= "Debian's chromium was installed, but does not start.";
	}
	const advice =
		"The browser tests need Chromium: install it with `npx playwright install --with-deps chromium`, or with the " +
		"system's package manager (Debian: `apt-get install chromium`), or name one in TEST_BROWSER.";
	return { missing: problem === null ? advice : `${problem} ${advice}` };
}

async function installedBrowsers() {
	const inPath = await Promise.all(COMMANDS.map(findInPath));
	return [...inPath.filter((path) => path !== null), ...APPLICATIONS];
}

/** The first that really starts: a file may be there and lack its libraries, or only point to an app store. */
async function startable(paths) {
	const isRoot = process.getuid?.() === 0;
	for (const path of paths) {
		if (path === "" || !(await isExecutable(path))) continue;
		// Containers often forbid what the sandbox needs; root may not use it at all.
		for (const sandbox of isRoot ? [false] : [true, false]) {
			if (await starts(path, sandbox)) return { path, sandbox };
		}
	}
	return null;
}

async function starts(executablePath, chromiumSandbox) {
	try {
		const browser = await chromium.launch({
			executablePath,
			chromiumSandbox,
			args: ["--disable-dev-shm-usage"],
			timeout: 30_000,
		});
		await browser.close();
		return true;
	} catch {
		return false;
	}
}
