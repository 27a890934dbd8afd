// npm test: checks, build, Vitest and the journeys of Playwright; later steps run even if one fails.
// npm run test:unit, test:e2e, screenshots: one part, with arguments of Vitest or Playwright. npm run
// test:fuzz: many requests made from the OpenAPI document. npm run test:rolling, test:failover:
// many processes, and the loss of their database.
// npm run test:clickhouse: evaluations of audiences on ClickHouse.
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { endRunning, run } from "./testing/run.mjs";
import { Totals } from "./testing/totals.mjs";

const USAGE = `usage: test.mjs [all | checks | unit [--all] [--postgres] [--changed] [arguments of vitest] | e2e [arguments of playwright] | fuzz [--requests N] [--seed N] [--database embedded|postgres] | rolling [--web N] [--workers N] [--pgbouncer] | failover [--web N] [--workers N] [--rounds N] | clickhouse | screenshots]`;
const WATCH = ["--watch", "-w"];
/** A tool that prints nothing for so long hangs; the longest file of tests takes half of it. */
const SILENCE_MS = 10 * 60_000;
/** More failed tests have one cause, which the first ones show. */
const MOST_TRACED = 5;
const PARTS = {
	all: testAll,
	checks,
	unit: () => testUnit(args),
	e2e: () => testPages(args),
	fuzz: testFuzz,
	rolling: testRolling,
	failover: testFailover,
	clickhouse: testClickHouse,
	screenshots: () => testPages(["--grep", "@screens"], { SCREENSHOTS: "all" }),
};

process.chdir(fileURLToPath(new URL("../../..", import.meta.url)));
const [part = "all", ...args] = process.argv.slice(2);
if (!Object.hasOwn(PARTS, part) || (["all", "checks", "clickhouse", "screenshots"].includes(part) && args.length > 0)) {
	console.error(USAGE);
	process.exit(2);
}

const totals = new Totals();
/** Directory for temporary files, also those of interrupted tests. */
const directory = await mkdtemp(join(tmpdir(), "targeting-test-"));
let postgres;

let isStopped = false;
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
	process.on(signal, async () => {
		// Ctrl-C reaches this process twice: from the terminal, and passed on by npm.
		if (isStopped) return;
		isStopped = true;
		await endRunning();
		console.log(`Stopped by ${signal}.`);
		await end(code);
	});
}
try {
	await installDevelopmentDependencies();
	await PARTS[part]();
} catch (error) {
	console.log(error.stack);
	totals.add("the test runner", { failed: 1 });
}
await end(totals.failed === 0 ? 0 : 1);

async function testAll() {
	const isBuilt = await checks();
	const noPostgres = await openPostgres();
	const { ensureServers } = await import("./testing/machine.mjs");
	const noServers = await ensureServers();
	process.env.SKIP_LONG_TESTS = "true";
	await vitest(["--allowOnly=false", "--silent=passed-only"], { isWhole: true, silence: SILENCE_MS });
	if (isBuilt) await playwright(journeys(), { isWhole: true, silence: SILENCE_MS });
	else totals.add("playwright, not run as the build failed", { failed: 1 });
	for (const missing of [noPostgres, ...noServers]) if (missing !== null) console.log(missing);
}

/** @returns {Promise<boolean>} whether the build is there */
async function checks() {
	// Typecheck and db:check wait for what the build generates.
	const [isBuilt] = await Promise.all([build(), check("lint")]);
	for (const script of ["typecheck", "db:check"]) await check(script);
	return isBuilt;
}

async function testUnit(given) {
	const { withBuildLock } = await import("./building/lock.mjs");
	const { ensureGenerated, generatedIsFresh } = await import("./building/generated.mjs");
	if (!(await generatedIsFresh())) await withBuildLock(() => ensureGenerated());
	const own = ["--all", "--postgres", "--changed"];
	const has = Object.fromEntries(own.map((option) => [option, given.includes(option)]));
	const forVitest = given.filter((argument) => !own.includes(argument));
	const isWhole = forVitest.length === 0 && !has["--changed"];
	if (has["--changed"]) {
		const { changedTests } = await import("./testing/changed-tests.mjs");
		const files = await changedTests();
		if (files.length === 0) return console.log("No test is, or imports, a file that changed.");
		forVitest.push(...files);
	}
	if (has["--all"]) process.env.RUN_ALL_TESTS = "true";
	if (isWhole) process.env.SKIP_LONG_TESTS = "true";
	// Who names files means these.
	if (forVitest.some((argument) => !argument.startsWith("-"))) delete process.env.SKIP_LONG_TESTS;
	if (!has["--postgres"]) return vitest(forVitest, { isWhole });
	const noPostgres = await openPostgres();
	process.env.ALL_ON_POSTGRES = "true";
	if (noPostgres === null) return vitest(["--project=postgres", ...forVitest], { isWhole });
	console.log(noPostgres);
	totals.add("vitest", { failed: 1 });
}

/** More requests than in `npm test`, from another seed each time; keeps what it finds. */
async function testFuzz() {
	const text = { type: "string" };
	const options = { requests: text, seed: text, database: text };
	const { values } = parseArgs({ args, options });
	const { requests = "100000", seed = String(Date.now() % 2 ** 31), database = "embedded" } = values;
	const isUsable = [requests, seed].every((number) => /^[1-9]\d{0,9}$/.test(number));
	if (!isUsable || !["embedded", "postgres"].includes(database)) throw new Error(USAGE);
	Object.assign(process.env, { FUZZ_REQUESTS: requests, FUZZ_SEED: seed, FUZZ_KEEP: "true" });
	const kind = database === "postgres" ? "--postgres" : "--project=embedded";
	await testUnit([kind, "verification/fuzz/fuzz.test.ts"]);
}

/** As many processes as one asks for; `npm test` has few. */
async function testRolling() {
	const [web, workers, pgbouncer] = [count("10"), count("10"), { type: "boolean", default: false }];
	await testFleet("rolling", { web, workers, pgbouncer });
}

/** The loss of a primary, several times. */
async function testFailover() {
	await testFleet("failover", { web: count("3"), workers: count("2"), rounds: count("10") });
}

/** Runs a test of many processes; the test reads its options from the environment. */
async function testFleet(name, options) {
	const { values } = parseArgs({ args, options });
	for (const [option, value] of Object.entries(values)) {
		if (typeof value === "string" && !/^[1-9]\d?$/.test(value)) throw new Error(USAGE);
		process.env[`${name}_${option}`.toUpperCase()] = String(value);
	}
	await testUnit(["--postgres", `verification/fleets/${name}.test.ts`]);
}

function count(fallback) {
	return { type: "string", default: fallback };
}

/** The tests of evaluations, with the same expectations on another engine. */
async function testClickHouse() {
	const { ensureChdb } = await import("./testing/machine.mjs");
	process.env.CHDB_DIRECTORY = await ensureChdb();
	await testUnit(["lib/engine/audience/evaluate.test.ts"]);
}

async function testPages(given, env) {
	if (!(await build())) return;
	const noPostgres = await openPostgres();
	if (noPostgres !== null) console.log(noPostgres);
	const isWhole = given.length === 0;
	await playwright(isWhole ? journeys() : given, { env, isWhole });
}

/** The projects of playwright.config.ts that are part of `npm test`. */
function journeys() {
	const names = ["empty", "journeys", "contract", ...(postgres === undefined ? [] : ["PostgreSQL and S3"])];
	return names.map((name) => `--project=${name}`);
}

async function build() {
	const { stateOfBuild } = await import("./building/application.mjs");
	if ((await stateOfBuild()) !== "up to date") return check("build");
	totals.add("build, up to date", { passed: 1 });
	return true;
}

/** Runs a script of package.json that passes or fails as a whole. */
async function check(script) {
	const code = await run("npm", ["run", "--silent", script], {}, { used: totals.usedBy("checks") });
	totals.add(script, code === 0 ? { passed: 1 } : { failed: 1 });
	return code === 0;
}

function vitest(given, options) {
	const isWatching = given.some((argument) => WATCH.includes(argument));
	// Vitest would take a path after --watch for its value.
	const others = given.filter((argument) => !WATCH.includes(argument));
	const shown = others.some((argument) => argument.startsWith("--reporter")) ? [] : ["--reporter=default"];
	const mode = isWatching ? ["watch"] : ["run", ...shown, "--reporter=./lib/tools/testing/count-tests.mjs"];
	const command = ["node_modules/vitest/vitest.mjs", ...mode, ...others];
	return runTests("vitest", command, { ...options, env: { NODE_ENV: "test" }, isCounted: !isWatching });
}

async function playwright(given, { env = {}, ...options }) {
	const { findBrowser } = await import("./testing/machine.mjs");
	try {
		const { path, sandbox } = await findBrowser();
		const { TEST_THEMES, TEST_MOTION } = process.env;
		const seen = { ...(TEST_THEMES && { TEST_THEMES }), ...(TEST_MOTION && { TEST_MOTION }) };
		const browser = { TEST_BROWSER: path, TEST_BROWSER_SANDBOX: sandbox ? "on" : "off", ...seen };
		const command = ["node_modules/@playwright/test/cli.js", "test", ...given];
		const before = totals.failed;
		await runTests("playwright", command, { ...options, env: { ...env, ...browser } });
		const isTraced = totals.failed > before && totals.failed - before <= MOST_TRACED;
		if (isTraced && options.isWhole) await traceFailed(command, { ...env, ...browser });
	} catch (error) {
		console.log(error.message);
		totals.add("playwright", { failed: 1 });
	}
}

/** Runs what failed once more, to record what happens: it stays failed, whatever comes of that. */
async function traceFailed(command, env) {
	console.log("What failed runs once more with a trace, into test-results/traces/; it stays failed.");
	// A run writes its own list over the one that it is given.
	const list = join(directory, "last-run.json");
	await copyFile("test-results/.last-run.json", list);
	const again = ["--last-failed", `--last-failed-file=${list}`, "--trace=on", "--output=test-results/traces"];
	await runTests("playwright", [...command, ...again], { env, isCounted: false, silence: SILENCE_MS });
}

/** Sums up the reporter's counts; in a whole run a project without tests is a failure. */
async function runTests(name, command, { env, isWhole = false, isCounted = true, silence }) {
	const file = join(directory, `${name}.json`);
	const server = postgres === undefined ? {} : { TEST_POSTGRES_URL: postgres.url };
	const added = { ...env, ...server, TMPDIR: directory, TEST_COUNTS_FILE: file };
	const code = await run(process.execPath, command, added, { silence, used: totals.usedBy(name) });
	if (!isCounted) return;
	const { projects, files } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { projects: {}, files: {} };
	const counts = Object.entries(projects);
	const before = totals.failed;
	totals.addFiles(files);
	// Playwright names the projects that were not asked for, too.
	const asked = command.flatMap((argument) => /^--project=(.+)/.exec(argument)?.slice(1) ?? []);
	const isMeant = (project) => isWhole && (asked.length === 0 || asked.includes(project));
	for (const [project, { passed, failed, skipped, failures: reasons }] of counts) {
		totals.addFailures(reasons);
		const isEmpty = passed + failed === 0;
		if (isEmpty && isMeant(project)) totals.add(`${name}, ${project}, of which no test ran`, { failed: 1 });
		else if (!isEmpty) totals.add(`${name}, ${project}`, { passed, failed, skipped });
	}
	// No test matches the arguments, an option is invalid, or the tool was ended.
	const isUnexplained = code !== 0 && totals.failed === before;
	const isUncounted = isWhole && counts.length === 0;
	if (isUnexplained || isUncounted) totals.add(`${name}, which ended with ${code ?? "a signal"}`, { failed: 1 });
}

/** @returns {Promise<string | null>} why there is no PostgreSQL */
async function openPostgres() {
	const machine = await import("./testing/machine.mjs");
	try {
		postgres = await machine.openPostgres();
		return null;
	} catch (error) {
		return error.message;
	}
}

/** `npm ci` omits them when NODE_ENV is `production`. */
async function installDevelopmentDependencies() {
	if (["vitest", "@playwright/test", "@biomejs/biome"].every((name) => existsSync(`node_modules/${name}`))) return;
	const code = await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"]);
	if (code !== 0) throw new Error(`npm ci --include=dev ended with ${code}`);
}

async function end(code) {
	if (postgres !== undefined) totals.usedBy("vitest")(await postgres.used());
	await Promise.resolve(postgres?.stop()).catch((error) => console.log(error.message));
	await rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch((error) => console.log(error.message));
	if (process.env.TEST_RESULT_FILE !== undefined) totals.write(process.env.TEST_RESULT_FILE);
	if (part === "all" || !totals.isEmpty) totals.print({ withCosts: part === "all" });
	process.exit(code);
}
