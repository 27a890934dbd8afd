import { mkdtemp, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { testEnvironment } from "./environment.mjs";
import { npm } from "./npm.mjs";
import { excerptOf, run } from "./processes.mjs";
import { readPlaywrightReport, readVitestReport } from "./reports.mjs";

const require = createRequire(import.meta.url);

/**
 * A step that passes or fails as a whole, counted as one.
 *
 * @param {string} script one of package.json
 * @param {{ logFile: string }} options
 */
export async function runCheck(script, { logFile }) {
	const env = testEnvironment({ NO_COLOR: "1" });
	const { command, args } = npm(["run", "--silent", script]);
	const { code, problem } = await run(command, args, { env, logFile, timeoutMinutes: 15 });
	if (code === 0) return { passed: 1, failed: 0 };
	return { passed: 0, failed: 1, problem: await explain(problem, code, logFile) };
}

/**
 * @param {{ args: string[], env: Record<string, string>, directory: string, name: string, live: boolean }} options
 *   `args` go to Vitest as they are; `live` shows its own output instead of a summary; report and log are written to
 *   `directory` as `name`
 */
export async function runVitest({ args, env, directory, name, live }) {
	return runTests({
		command: [join(dirname(require.resolve("vitest/package.json")), "vitest.mjs"), "run", ...args],
		reporters: (report) => ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
		read: readVitestReport,
		env: { ...env, NODE_ENV: "test" },
		directory,
		name,
		live,
	});
}

/** Takes what `runVitest` takes; `args` go to Playwright as they are. */
export async function runPlaywright({ args, env, directory, name, live }) {
	return runTests({
		command: [require.resolve("@playwright/test/cli"), "test", ...args],
		reporters: () => [],
		read: readPlaywrightReport,
		env: { ...env, TEST_REPORT_FILE: join(directory, `${name}.json`) },
		directory,
		name,
		live,
	});
}

async function runTests({ command, reporters, read, env, directory, name, live }) {
	const report = join(directory, `${name}.json`);
	const logFile = join(directory, `${name}.log`);
	// What an interrupted test leaves behind goes with the directory.
	const temporary = await mkdtemp(join(directory, "tmp-"));
	const { code, problem } = await run(process.execPath, [...command, ...reporters(report)], {
		env: testEnvironment({ ...(live ? {} : { NO_COLOR: "1" }), TMPDIR: temporary, ...env }),
		...(live ? {} : { logFile }),
		timeoutMinutes: 30,
	});
	const outcome = await readFile(report, "utf8").then(
		(text) => read(JSON.parse(text)),
		() => null,
	);
	const words = () => (live ? (problem ?? `It ended with ${code}.`) : explain(problem, code, logFile));
	if (outcome === null) return { passed: 0, failed: 1, problem: `No report was written. ${await words()}` };
	// An unhandled error, or a file pattern that matches nothing: the runner fails although no test did.
	if (code !== 0 && outcome.failed === 0) return { ...outcome, failed: 1, problem: await words() };
	return live ? { ...outcome, failures: [] } : outcome;
}

async function explain(problem, code, logFile) {
	return `${problem ?? `It ended with ${code}.`}\n${await excerptOf(logFile)}`;
}
