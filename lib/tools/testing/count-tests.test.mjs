import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

let directory;

beforeEach(async () => {
	await mkdir("dist", { recursive: true });
	directory = await mkdtemp("dist/count-tests-");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Runs the given tests and returns the counts. */
async function count(script, args, files) {
	for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
	const counts = join(directory, "counts.json");
	const env = { PATH: process.env.PATH, TEST_COUNTS_FILE: counts };
	const running = promisify(execFile)(process.execPath, [script, ...args], { env });
	await expect(running).rejects.toMatchObject({ code: 1 });
	const { projects, files: times } = JSON.parse(await readFile(counts, "utf8"));
	for (const seconds of Object.values(times)) expect(seconds).toBeGreaterThanOrEqual(0);
	return { projects, timed: Object.keys(times) };
}

const reporter = join(import.meta.dirname, "count-tests.mjs");

test("counts the tests of Vitest by project: files that do not load, hooks that throw, errors outside of tests", async () => {
	const names = ["full", "broken", "empty"];
	const projects = names.map((name) => ({ test: { name, include: [`*.${name}.mjs`] } }));
	const { projects: counts, timed } = await count(
		"node_modules/vitest/vitest.mjs",
		["run", "--root", directory, `--reporter=${reporter}`],
		{
			"vitest.config.mjs": `export default { test: { globals: true, projects: ${JSON.stringify(projects)} } }`,
			"a.full.mjs": `
				import { describe, expect, test } from "vitest";
				test("one", () => expect(1).toBe(1));
				test.skip("two", () => undefined);
				describe("inner", () => test("three", () => expect(1).toBe(2)));
				test("four", () => void setTimeout(() => { throw new Error("late"); }));
				test("five", () => new Promise((resolve) => setTimeout(resolve)));`,
			"a.broken.mjs": `import "./absent.mjs";`,
			"b.broken.mjs": `
				import { beforeAll, test } from "vitest";
				beforeAll(() => { throw new Error("not ready"); });
				test("one", () => undefined);`,
		},
	);
	expect(counts).toMatchObject({
		full: {
			passed: 3,
			failed: 1,
			skipped: 1,
			failures: [expect.stringMatching(/inner > three\n.*expected 1 to be 2/s)],
		},
		broken: { passed: 0, failed: 2, skipped: 1, failures: expect.any(Array) },
		empty: { passed: 0, failed: 0, skipped: 0, failures: [] },
		"outside of tests": { passed: 0, failed: 1, skipped: 0, failures: [expect.stringContaining("late")] },
	});
	expect(counts.broken.failures.join("\n")).toMatch(/absent\.mjs.*not ready/s);
	expect(timed).toEqual(expect.arrayContaining(["a.full.mjs", "b.broken.mjs"]));
});

const playwright = "node_modules/@playwright/test/cli.js";
const playwrightConfig = `export default {
	retries: 1,
	reporter: [[${JSON.stringify(reporter)}]],
	projects: [{ name: "full", testMatch: "*.full.mjs" }, { name: "empty", testMatch: "*.empty.mjs" }],
}`;

test("counts the tests of Playwright by project; a flaky test has failed", async () => {
	const { projects: counts, timed } = await count(playwright, ["test", "--config", directory], {
		"playwright.config.mjs": playwrightConfig,
		"a.full.mjs": `
			import { expect, test } from "@playwright/test";
			test("one", () => expect(1).toBe(1));
			test.skip("two", () => undefined);
			test("three", () => expect(1).toBe(2));
			test("four", ({}, info) => expect(info.retry).toBe(1));`,
	});
	expect(counts).toEqual({
		full: { passed: 1, failed: 2, skipped: 1, failures: expect.any(Array) },
		empty: { passed: 0, failed: 0, skipped: 0, failures: [] },
	});
	expect(counts.full.failures[0]).toMatch(/a\.full\.mjs > three\n.*toBe\(2\)/s);
	expect(timed).toEqual(["a.full.mjs"]);
});

test("counts a file of Playwright that does not load", async () => {
	const { projects: counts } = await count(playwright, ["test", "--config", directory], {
		"playwright.config.mjs": playwrightConfig,
		"a.full.mjs": `import { test } from "@playwright/test"; test("one", () => undefined);`,
		"b.full.mjs": `import "./absent.mjs";`,
	});
	expect(counts).toMatchObject({ "outside of tests": { passed: 0, failed: 1, skipped: 0 } });
});
