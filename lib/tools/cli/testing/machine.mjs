// Finds browser and PostgreSQL for tests, or installs them when run as root on Debian.
import { existsSync } from "node:fs";
import { access, constants, copyFile, mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { findServer } from "../../testing/find-server.mjs";
import { findPostgres, startPostgres } from "../../testing/postgres-server.mjs";
import { run } from "./run.mjs";

/** Draws no windows: with it browser tests take a tenth less time. */
const HEADLESS = "chromium-headless-shell";
const BROWSERS = [
	HEADLESS,
	"chromium",
	"chromium-browser",
	"google-chrome",
	"google-chrome-stable",
	"chrome",
	"microsoft-edge",
];
const APPLICATIONS = [
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const NO_BROWSER =
	"the browser tests need Chromium: install it with `npx playwright install --with-deps chromium`, or with the " +
	`system's package manager (Debian: \`apt-get install ${HEADLESS}\`), or name one in TEST_BROWSER`;
const NO_POSTGRES =
	"the PostgreSQL half of the tests was not run: put PostgreSQL's `initdb` and `pg_ctl` into PATH (Debian: " +
	"`apt-get install postgresql`), or set TEST_POSTGRES_URL to a superuser's address of a server for tests";
/** Servers that some tests put before the service or its database, by their Debian packages. */
const SERVERS = { nginx: "nginx-light", caddy: "caddy", pgbouncer: "pgbouncer" };

/**
 * Finds a browser that starts: that of TEST_BROWSER, Playwright's own, or the system's.
 * @returns {Promise<{ path: string, sandbox: boolean }>}
 * @throws {Error} with a sentence that says what to install
 */
export async function findBrowser() {
	const { chromium } = await import("playwright");
	const named = process.env.TEST_BROWSER;
	const installed = () => [chromium.executablePath(), ...BROWSERS.flatMap(inPath), ...APPLICATIONS];
	const found = await startable(named ? [named] : installed());
	if (found !== null) return found;
	if (named) throw new Error(`TEST_BROWSER must name a browser that starts, and is ${named}`);
	if (await installDebianPackage(HEADLESS)) {
		const browser = await startable(installed());
		if (browser !== null) return browser;
	}
	throw new Error(NO_BROWSER);
}

/**
 * Gives the server of TEST_POSTGRES_URL, or starts one.
 * @returns {Promise<{ url: string, used(): Promise<number>, stop(): Promise<void> }>} `url` is that of a
 *   superuser; `used` gives the server's processor time in seconds, if this process started it
 * @throws {Error} with a sentence that says what to install, or why the server does not start
 */
export async function openPostgres() {
	const url = process.env.TEST_POSTGRES_URL;
	if (url) return { url, used: async () => 0, stop: async () => undefined };
	const programs = (await findPostgres()) ?? ((await installDebianPostgres()) ? await findPostgres() : null);
	if (programs === null) throw new Error(NO_POSTGRES);
	return startPostgres(programs);
}

/** @returns {Promise<string[]>} what to install for tests behind proxies and poolers */
export async function ensureServers() {
	const missing = [];
	for (const [name, debian] of Object.entries(SERVERS)) {
		if (findServer(name) !== null) continue;
		if ((await installDebianPackage(debian)) && findServer(name) !== null) continue;
		missing.push(
			`the tests with ${name} were not run: put it into PATH (Debian: \`apt-get install ${debian}\`, and disable its service)`,
		);
	}
	return missing;
}

const CHDB = "3.4.0";

/**
 * ClickHouse's engine for tests, which is too large for package.json (546 MB).
 * @returns {Promise<string>} the directory that it is installed in
 * @throws {Error} when it cannot be installed
 */
export async function ensureChdb() {
	const directory = join(process.cwd(), "node_modules", ".cache", `chdb-${CHDB}`);
	if (existsSync(join(directory, "node_modules", "chdb"))) return directory;
	console.log(`Installing chdb ${CHDB}, once.`);
	await mkdir(directory, { recursive: true });
	await writeFile(join(directory, "package.json"), JSON.stringify({ name: "chdb-for-tests", private: true }));
	const flags = ["--prefix", directory, "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
	if ((await run("npm", ["install", ...flags, `chdb@${CHDB}`])) !== 0) throw new Error("chdb could not be installed");
	return directory;
}

/** The first one that starts: a file may lack its libraries, or only open an app store. */
async function startable(paths) {
	const { chromium } = await import("playwright");
	for (const path of paths) {
		const isExecutable = await access(path, constants.X_OK).then(
			() => true,
			() => false,
		);
		// Containers often forbid what the sandbox needs; root may not use it.
		for (const sandbox of !isExecutable ? [] : process.getuid?.() === 0 ? [false] : [true, false]) {
			const options = { executablePath: path, chromiumSandbox: sandbox, args: ["--disable-dev-shm-usage"] };
			const browser = await chromium.launch({ ...options, timeout: 30_000 }).catch(() => null);
			if (browser === null) continue;
			await browser.close();
			return { path, sandbox };
		}
	}
	return null;
}

function inPath(command) {
	return (process.env.PATH ?? "").split(delimiter).map((directory) => join(directory, command));
}

const CAN_INSTALL = process.getuid?.() === 0 && existsSync("/etc/debian_version");
const CLUSTERS = "postgresql-common/createcluster.conf";

/** @returns {Promise<boolean>} whether the package is installed now */
async function installDebianPackage(name) {
	if (!CAN_INSTALL) return false;
	console.log(`Installing Debian's ${name}, as none is found.`);
	const aptGet = async (...args) => {
		const env = { DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
		return (await run("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=300", ...args], env)) === 0;
	};
	return (await aptGet("update")) && (await aptGet("install", "-y", "--no-install-recommends", name));
}

/** Installs the programs without the package's cluster, which would start with the machine. */
async function installDebianPostgres() {
	const settings = join("/etc", CLUSTERS);
	const shipped = join("/usr/share", CLUSTERS);
	const isConfigured = !CAN_INSTALL || existsSync(settings);
	if (!isConfigured) {
		await mkdir(dirname(settings), { recursive: true });
		await writeFile(settings, "create_main_cluster = false\n");
	}
	const installed = await installDebianPackage("postgresql");
	if (!isConfigured && existsSync(shipped)) await copyFile(shipped, settings);
	return installed;
}
