import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Where tests are. */
const DIRECTORIES = ["app", "clients", "components", "e2e", "lib", "verification"];
const TEST = /\.(?:test|spec)\.(?:tsx?|mjs)$/;
/** Its samples break the rules. */
const OWN = "lib/tools/test-rules.test.ts";

const NO_LIMIT = "A test has no limit in seconds.";
const NO_SPEED = "No test asserts how long something takes.";
const NO_SLEEP = "A test waits for an event or a state, never for time.";

/** What no test may have, and a sample of each, by the sentence of CONTRIBUTING.md. */
const FORBIDDEN: readonly { readonly rule: string; readonly pattern: RegExp; readonly samples: readonly string[] }[] = [
	{
		rule: NO_LIMIT,
		pattern: /\b(?:test|testInfo|info)\.(?:setTimeout|slow)\(|\btimeout: |\bvi\.wait(?:For|Until)\(/g,
		samples: [
			"test.setTimeout(60_000)",
			"test.slow()",
			'test("a", { timeout: 60_000 }, async () => {',
			"await expect(row).toBeVisible({ timeout: 20_000 });",
			"await vi.waitFor(() => expect(done).toBe(true));",
		],
	},
	{
		rule: NO_LIMIT,
		pattern: /^\s*\},\s*(?:\d[\d_]{3,}|[A-Z_]*(?:MS|TIMEOUT|LIMIT))(?: [*+] [\w *+]+)?,?\s*\);$/gm,
		samples: ["\t}, 60_000);", "\t},\n\t\tPROCESS_MS,\n\t);", "\t}, LIMIT_MS + 2 * 30_000);"],
	},
	{
		rule: NO_SPEED,
		pattern: /\bexpect(?:\.poll)?\([^;]*?\b(?:performance|Date)\.now\(/g,
		samples: ["expect(performance.now() - began).toBeLessThan(20);", "expect(end).toBeLessThan(Date.now() + 100);"],
	},
	{
		rule: NO_SPEED,
		pattern: /\bconst (\w+) = (?:performance|Date)\.now\(\) - [^;]+;(?=[\s\S]*?\bexpect\(\1\)\.toBeLess)/g,
		samples: ["const took = performance.now() - began;\nexpect(took).toBeLessThan(20);"],
	},
	{
		rule: NO_SLEEP,
		pattern: /\bsetTimeout\((?:resolve|done|end|go), *(?!0\))|"(?:node:)?timers\/promises"|\bwaitForTimeout\(/g,
		samples: [
			"await new Promise((resolve) => setTimeout(resolve, 300));",
			'import { setTimeout as delay } from "node:timers/promises";',
			"await page.waitForTimeout(300);",
		],
	},
];

/** Places that break a rule, as they may: file, what it has there, and why. */
const EXCEPTIONS: readonly (readonly [file: string, found: string, why: string])[] = [
	["lib/platform/db/transact.test.ts", "timeout: ", "the limit of a transaction, which must be reached"],
	[
		"lib/processes/server/http-server.test.ts",
		'"node:timers/promises"',
		"the buffers and the timer of a connection are the system's: only a reader that takes its time shows them",
	],
];

/** Places in a text that break a rule. */
function breaches(file: string, text: string) {
	return FORBIDDEN.flatMap(({ rule, pattern }) =>
		[...text.matchAll(pattern)].map(({ 0: found, index }) => {
			const line = text.slice(0, index).split("\n").length;
			return { file, found, words: `${file}:${line}: ${found.trim()} (CONTRIBUTING.md: ${rule})` };
		}),
	);
}

const files = DIRECTORIES.flatMap((directory) =>
	readdirSync(directory, { recursive: true, encoding: "utf8" }).map((path) => join(directory, path)),
).filter((path) => TEST.test(path) && path !== OWN);
const found = files.flatMap((file) => breaches(file, readFileSync(file, "utf8")));
const isExcepted = (breach: { readonly file: string; readonly found: string }) =>
	EXCEPTIONS.some(([file, excepted]) => file === breach.file && excepted === breach.found);

test("tests keep the rules of CONTRIBUTING.md", () => {
	expect(files.length).toBeGreaterThan(400);
	expect(found.filter((breach) => !isExcepted(breach)).map(({ words }) => words)).toEqual([]);
});

test("no exception is left over", () => {
	const isUsed = ([file, excepted]: (typeof EXCEPTIONS)[number]) =>
		found.some((breach) => file === breach.file && excepted === breach.found);
	expect(EXCEPTIONS.filter((exception) => !isUsed(exception))).toEqual([]);
});

test.each(FORBIDDEN.flatMap(({ rule, samples }) => samples.map((sample) => [sample, rule])))(
	"%s is found",
	(sample, rule) => {
		expect(breaches("a.test.ts", sample)).toMatchObject([{ words: expect.stringContaining(rule) }]);
	},
);

test("CONTRIBUTING.md has the rules", () => {
	const contributing = readFileSync("CONTRIBUTING.md", "utf8");
	for (const { rule } of FORBIDDEN) expect(contributing).toContain(rule);
});
