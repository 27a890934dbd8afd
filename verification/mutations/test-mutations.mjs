// npm run test:mutations [-- [--results FILE] PATH…]: removes the checks of lib/domain/access and
// lib/http/routes one by one, and says which test fails without each. With --results it goes on from
// what FILE has of modules that have not changed since.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { instrument } from "./instrument.mjs";
import { isFilter, mutatedFiles } from "./mutated-files.mjs";

/** Tests that are tried in turn, each only with the mutants that are left: the cheapest first. */
const TESTS = [
	"lib/domain/access",
	"lib/http",
	"app/unread-bodies.test.ts",
	"app/read-only.test.ts",
	"app/api/account/required-factor.test.ts",
	"app/api/account/passkeys/passkeys.test.ts",
	"app/credentials.test.ts",
	"app/throttling.test.ts",
	"app/token",
	"app/targeting/targeting.test.ts",
	"app/targeting/fields.test.ts",
	"app/targeting/updates.test.ts",
	"app/api/designs/designs.test.ts",
	"app/api/audit/audit.test.ts",
	"app/api/opt-outs/opt-outs.test.ts",
	"app/idempotency.test.ts",
	"app/api/deployments/bulk.test.ts",
	"app/api/events/events.test.ts",
	"app/metrics/metrics.test.ts",
	"app/fairness.test.ts",
	"lib/processes/server/request-listener.test.ts",
	"app/four-eyes.test.ts",
];

const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);
const { values, positionals } = parseArgs({ options: { results: { type: "string" } }, allowPositionals: true });
const results = resolve(values.results ?? join(mkdtempSync(join(tmpdir(), "mutations-")), "results.ndjson"));
const mutants = mutatedFiles(root).flatMap(
	(path) => instrument(readFileSync(path, "utf8"), path, { filters: isFilter(path) }).mutants,
);
console.log(`results: ${results}`);

for (const tests of positionals.length > 0 ? positionals : TESTS) {
	const args = ["vitest", "run", "--config", "verification/mutations/vitest.config.mjs", tests];
	const env = { ...process.env, MUTATION_RESULTS: results };
	const projects = ["embedded", "others"].flatMap((name) => ["--project", name]);
	const { status } = spawnSync("npx", [...args, ...projects, "--maxWorkers", "1"], { env, stdio: "ignore" });
	const { killed } = readResults();
	console.log(`${tests}: ${mutants.filter(({ id }) => killed.has(id)).length} of ${mutants.length} mutants are found`);
	if (status === 0) continue;
	// Tests that fail anyway say nothing of mutants, which would look as if they were not guarded.
	console.log("    some of these tests fail without a mutant: run them by `npm run test:unit`");
	process.exitCode = 1;
}

const { killed, reached } = readResults();
for (const { id, line, words } of mutants) {
	const place = `${id.split("#")[0]}:${line}`;
	const fate = killed.get(id) ?? (reached.has(id) ? "SURVIVED" : "NOT REACHED");
	console.log(`${place} ${words}\n    ${fate}`);
}
const found = mutants.filter(({ id }) => killed.has(id)).length;
console.log(`${mutants.length} mutants: ${found} are found, ${mutants.length - found} are not`);

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
