import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import type { WorkerFixtures } from "./e2e/support/test";
import { HANG_MS } from "./lib/tools/testing/hang.mjs";

/** Set by `npm run test:e2e`; without them Playwright's own browser is used. */
const executablePath = process.env.TEST_BROWSER;
const sandbox = (process.env.TEST_BROWSER_SANDBOX ?? (process.getuid?.() === 0 ? "off" : "on")) === "on";
const isCounted = process.env.TEST_COUNTS_FILE !== undefined;

/** A new service is the place of one file. */
const FIRST_RUN = "first-run.spec.ts";
/** What every caller is answered (docs/contract.md). */
const CONTRACT = "contract*.spec.ts";
/** What is long and rare: part of `npm run test:all` alone. */
const LONG = "**/long/*.spec.ts";

type Projects = NonNullable<PlaywrightTestConfig<object, WorkerFixtures>["projects"]>;
/** With DATABASE_URL, and files in an object store: where the test runner has found a PostgreSQL. */
const onPostgres = (project: Projects[number]): Projects => (process.env.TEST_POSTGRES_URL ? [project] : []);

export default defineConfig<object, WorkerFixtures>({
	testDir: "e2e",
	outputDir: "test-results",
	forbidOnly: true,
	retries: 0,
	// Each worker has a service, a database and a browser of its own: two keep two cores busy, more
	// only wait for each other.
	workers: 2,
	// No test has a limit: how long one takes says something of the machine alone.
	timeout: 0,
	expect: { timeout: HANG_MS },
	reporter: [["list"], ...(isCounted ? [["./lib/tools/testing/count-tests.mjs"] as const] : [])],
	projects: [
		{ name: "empty", testMatch: FIRST_RUN, use: { database: "embedded", world: "empty" } },
		{ name: "journeys", testIgnore: [FIRST_RUN, CONTRACT, LONG], use: { database: "embedded" } },
		// Without a browser, and as a customer's program: the service's own code reads no answer.
		{ name: "contract", testMatch: CONTRACT, use: { database: "embedded" } },
		...onPostgres({
			name: "PostgreSQL and S3",
			testMatch: "main-job.spec.ts",
			use: { database: "postgres", world: "empty" },
		}),
		{ name: "long", testMatch: LONG, use: { database: "embedded" } },
		...onPostgres({
			name: "long, PostgreSQL and S3",
			testMatch: [CONTRACT, "**/long/main-job-api.spec.ts"],
			use: { database: "postgres" },
		}),
	],
	use: {
		browserName: "chromium",
		actionTimeout: HANG_MS,
		navigationTimeout: HANG_MS,
		// A trace costs a fifth of a test: what failed runs once more to record one (test.mjs).
		trace: "off",
		screenshot: "only-on-failure",
		locale: "en-GB",
		timezoneId: "UTC",
		// Pages that move take several times the work of those that do not.
		contextOptions: { reducedMotion: process.env.TEST_MOTION === "on" ? "no-preference" : "reduce" },
		launchOptions: {
			...(executablePath === undefined ? {} : { executablePath }),
			chromiumSandbox: sandbox,
			args: [
				"--disable-dev-shm-usage",
				"--disable-background-networking",
				"--disable-component-update",
				"--disable-sync",
				"--no-first-run",
				"--no-default-browser-check",
				// WebGL in software, for the map. A graphics card in software takes most of a core
				// to put frames together; a browser without one does not use it for that.
				"--disable-gpu-compositing",
				"--use-angle=swiftshader",
				"--enable-unsafe-swiftshader",
			],
		},
	},
});
