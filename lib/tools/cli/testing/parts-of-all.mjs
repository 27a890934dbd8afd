import { LONG_TESTS } from "../../testing/long-tests.mjs";

/** What browser tests see besides, which npm test leaves out: both themes, and pages that move. */
const MORE = { TEST_THEMES: "both", TEST_MOTION: "on" };
const shards = (name, count, command, what, env = {}) =>
	Array.from({ length: count }, (_, index) => [
		`${name}-${index + 1}`,
		{ command: [...command, `--shard=${index + 1}/${count}`], env, what: `${what}, part ${index + 1} of ${count}` },
	]);
const unit = (...args) => ["unit", "--all", ...args];

/**
 * The parts of `npm run test:all`, in their order: what each is, and its arguments for test.mjs, or the
 * script of package.json that it is.
 */
export const PARTS_OF_ALL = Object.fromEntries([
	["checks", { command: ["checks"], what: "build, lint, typecheck, db:check" }],
	["functions", { command: unit("--project=others"), what: "tests without a database" }],
	...shards("embedded", 3, unit("--project=embedded"), "tests on the embedded database, all runs"),
	...shards("postgres", 3, unit("--postgres"), "the same tests on PostgreSQL"),
	["processes", { command: unit(...LONG_TESTS.processes), what: "commands and services as people start them" }],
	["clients", { command: unit(...LONG_TESTS.clients), what: "command line, lookups, Python client, and examples" }],
	["drill", { command: unit(...LONG_TESTS.drill), what: "backup and restore, embedded" }],
	["drill-postgres", { command: unit("--postgres", ...LONG_TESTS.drill), what: "the same, PostgreSQL" }],
	[
		"fleets",
		{ command: unit("--postgres", ...LONG_TESTS.fleets), what: "rolled out, without their primary, behind a pooler" },
	],
	["bounded-faults", { command: unit(...LONG_TESTS["bounded-faults"]), what: "each fault a few times" }],
	["faults", { script: "test:faults", args: ["--minutes", "10"], what: "all faults in turns, for ten minutes" }],
	["fuzz", { command: ["fuzz"], what: "100,000 requests made from the OpenAPI document" }],
	["journeys", { command: ["e2e"], env: MORE, what: "the browser tests of npm test, in both themes and with motion" }],
	...shards("browser", 6, ["e2e", "--project=long"], "long browser tests", { TEST_THEMES: "both" }),
	["browser-postgres", { command: ["e2e", "--project=long, PostgreSQL and S3"], what: "main job and contract there" }],
	["pictures", { command: ["screenshots"], what: "every page at every width, in both themes" }],
]);
