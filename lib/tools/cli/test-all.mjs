// npm run test:all: everything that npm test has, and what is long: in parts, which are listed in
// testing/parts-of-all.mjs. `--only NAME[,NAME]` runs these; `--shard K/N` every Nth part; `--list`
// shows what there is. What has passed for a commit is kept, and a later run goes on from there.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { PARTS_OF_ALL } from "./testing/parts-of-all.mjs";
import { endRunning, run } from "./testing/run.mjs";

const USAGE = "usage: npm run test:all -- [--only NAME[,NAME...]] [--shard K/N] [--list]";
/** A part that prints nothing for so long hangs. */
const SILENCE_MS = 10 * 60_000;

process.chdir(fileURLToPath(new URL("../../..", import.meta.url)));
const RECORD = join("dist", "test-all.json");
const { names, isNamed, isList } = readArguments();
const commit = await commitOfTree();
const record = JSON.parse(await readFile(RECORD, "utf8").catch(() => "{}"));
/** What is known of each part at this commit. */
const results = record[commit] ?? {};

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
	process.once(signal, async () => {
		await endRunning();
		end(code);
	});
}
if (commit === null) console.log("The tree differs from its commit: what passes now is not kept for a later run.");
for (const name of isList ? [] : names) {
	if (results[name]?.failed === 0 && !isNamed) continue;
	console.log(`\n=== ${name}: ${PARTS_OF_ALL[name].what}`);
	results[name] = await runPart(PARTS_OF_ALL[name]);
	if (commit !== null) await keep();
}
end(isList || names.every((name) => results[name]?.failed === 0) ? 0 : 1);

function readArguments() {
	try {
		const options = { only: { type: "string" }, shard: { type: "string" }, list: { type: "boolean", default: false } };
		const { values } = parseArgs({ options });
		const every = Object.keys(PARTS_OF_ALL);
		const named = values.only?.split(",") ?? every;
		const unknown = named.filter((name) => !every.includes(name));
		if (unknown.length > 0)
			throw new Error(`there is no part ${unknown.join(", ")}; the parts are ${every.join(", ")}`);
		const [, part, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(values.shard ?? "1/1") ?? [];
		if (count === undefined || Number(part) > Number(count))
			throw new Error(`--shard must be K/N, and is ${values.shard}`);
		const chosen = named.filter((_, index) => index % Number(count) === Number(part) - 1);
		return { names: chosen, isNamed: values.only !== undefined, isList: values.list };
	} catch (error) {
		console.error(`${error.message}\n${USAGE}`);
		process.exit(2);
	}
}

/** The commit that the files are of; null where they differ from it. */
async function commitOfTree() {
	const git = async (...args) => (await promisify(execFile)("git", args)).stdout.trim();
	return (await git("status", "--porcelain")) === "" ? git("rev-parse", "HEAD") : null;
}

async function runPart({ command, script, args = [], env = {} }) {
	const directory = await mkdtemp(join(tmpdir(), "targeting-all-"));
	const file = join(directory, "result.json");
	const startedAt = performance.now();
	let used = 0;
	const [program, ...words] =
		script === undefined
			? [process.execPath, "lib/tools/cli/test.mjs", ...command]
			: ["npm", "run", "--silent", script, "--", ...args];
	const added = { SKIP_LONG_TESTS: "true", TEST_RESULT_FILE: file, ...env };
	const code = await run(program, words, added, { silence: SILENCE_MS, used: (seconds) => (used = seconds) });
	const counted = JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
	await rm(directory, { recursive: true, force: true });
	const { passed = code === 0 ? 1 : 0, failed = code === 0 ? 0 : 1 } = counted;
	const minutes = (performance.now() - startedAt) / 60_000;
	return { passed, failed: code === 0 ? failed : Math.max(failed, 1), minutes, used, at: new Date().toISOString() };
}

async function keep() {
	await mkdir("dist", { recursive: true });
	await writeFile(RECORD, JSON.stringify({ ...record, [commit]: results }, null, "\t"));
}

function end(code) {
	console.log(
		`\n${"part".padEnd(18)}${"passed".padStart(8)}${"failed".padStart(8)}${"minutes".padStart(9)}${"CPU s".padStart(8)}`,
	);
	for (const [name, { what }] of Object.entries(PARTS_OF_ALL)) {
		const result = results[name];
		const numbers =
			result === undefined
				? "not run".padStart(33)
				: `${String(result.passed).padStart(8)}${String(result.failed).padStart(8)}${result.minutes.toFixed(1).padStart(9)}${result.used.toFixed(0).padStart(8)}`;
		console.log(`${name.padEnd(18)}${numbers}  ${what}`);
	}
	const sum = (key) => names.reduce((total, name) => total + (results[name]?.[key] ?? 0), 0);
	if (!isList) console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
	process.exit(code);
}
