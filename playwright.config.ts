import { defineConfig } from "@playwright/test";
import type { WorkerFixtures } from "./e2e/support/test";

/** Set by `npm run test:e2e`; without them Playwright's own browser is used. */
const executablePath = process.env.TEST_BROWSER;
const sandbox = (process.env.TEST_BROWSER_SANDBOX ?? (process.getuid?.() === 0 ? "off" : "on")) === "on";
/**
 * What a page has not shown by then it never shows: the step hangs, and its line is named. Nothing
 * is meant to take that long, and no test passes or fails by it on a slow machine.
 */
const HANGS_MS = 120_000;
const isCounted = process.env.TEST_COUNTS_FILE !== undefined;

/** A new service is the place of one file. */
const FIRST_RUN = "first-run.spec.ts";

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
	expect: { timeout: HANGS_MS },
	reporter: [["list"], ...(isCounted ? [["./lib/tools/testing/count-tests.mjs"] as const] : [])],
	projects: [
		// First: one worker needs no demo world for it, and the other one seeds that meanwhile.
		{ name: "empty", testMatch: FIRST_RUN, use: { database: "embedded", world: "empty" } },
		{ name: "embedded database", testIgnore: FIRST_RUN, use: { database: "embedded" } },
		// The whole path and the whole contract again, with DATABASE_URL and files in an object
		// store: where the test runner has found a PostgreSQL.
		...(process.env.TEST_POSTGRES_URL
			? [
					{
						name: "PostgreSQL and S3",
						testMatch: ["main-job*.spec.ts", "contract*.spec.ts"],
						use: { database: "postgres" } as const,
					},
				]
			: []),
	],
	use: {
		browserName: "chromium",
		actionTimeout: HANGS_MS,
		navigationTimeout: HANGS_MS,
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
