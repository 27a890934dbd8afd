// npm run test:mutations [-- PATH…]: removes the checks of lib/domain/access and lib/http/routes one by
// one, and says which test fails without each. Takes an hour or two with all tests.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { instrument } from "../testing/mutations/instrument.mjs";
import { isFilter, mutatedFiles } from "../testing/mutations/mutated-files.mjs";

/** Tests that are tried against the mutants in turn, each only with those that are left. */
const TESTS = [
	"lib/http",
	"app/access-doors.test.ts",
	"app/access-rights.test.ts",
	"app/credentials.test.ts",
	"app/access-unseen.test.ts",
	"app/two-worlds.test.ts",
	"app/four-eyes.test.ts",
	"lib/domain/access",
];

const root = fileURLToPath(new URL("../../..", import.meta.url));
process.chdir(root);
const directory = mkdtempSync(join(tmpdir(), "mutations-"));
const results = join(directory, "results.ndjson");
const given = process.argv.slice(2);
const mutants = mutatedFiles(root).flatMap(
	(path) => instrument(readFileSync(path, "utf8"), path, { filters: isFilter(path) }).mutants,
);

for (const tests of given.length > 0 ? given : TESTS) {
	const args = ["vitest", "run", "--config", "lib/tools/testing/mutations/vitest.config.mjs", tests];
	const env = { ...process.env, MUTATION_RESULTS: results };
	spawnSync("npx", [...args, "--project", "embedded", "--project", "others"], { env, stdio: "ignore" });
	console.log(`${tests}: ${readResults().killed.size} of ${mutants.length} mutants are found`);
}

const { killed, reached } = readResults();
rmSync(directory, { recursive: true });
for (const { id, line, words } of mutants) {
	const place = `${id.split("#")[0]}:${line}`;
	const fate = killed.get(id) ?? (reached.has(id) ? "SURVIVED" : "NOT REACHED");
	console.log(`${place} ${words}\n    ${fate}`);
}
console.log(`${mutants.length} mutants: ${killed.size} are found, ${mutants.length - killed.size} are not`);

function readResults() {
	const found = { killed: new Map(), reached: new Set() };
	if (!existsSync(results)) return found;
	for (const line of readFileSync(results, "utf8").split("\n").filter(Boolean)) {
		const { killed, by, reached = [] } = JSON.parse(line);
		if (killed !== undefined) found.killed.set(killed, by);
		for (const id of reached) found.reached.add(id);
	}
	return found;
}
