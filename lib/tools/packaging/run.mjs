// node run.mjs PART [arguments]: runs a part of an installed artifact, which is built. `npm run
// package` makes this file one with what it imports.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { saveMemory } from "../../platform/memory-limit.mjs";
import { endWithNpm } from "../cli/building/end-with-npm.mjs";
import { checkHealth } from "./check-health.mjs";
import { problemOf } from "./problem-of.mjs";

/** Programs by the names of the parts that they are. */
const PROGRAMS = { service: "server", worker: "worker", agent: "agent", admin: "admin", seed: "seed" };

const root = dirname(fileURLToPath(import.meta.url));
const [part = "", ...args] = process.argv.slice(2);
const artifact = JSON.parse(readFileSync(join(root, "artifact.json"), "utf8"));
const problem = problemOf(artifact, part);

if (part === "health") await checkHealth(args[0]);
else if (!Object.hasOwn(PROGRAMS, part)) {
	console.error(`usage: node run.mjs ${Object.keys(PROGRAMS).join("|")}|health [arguments]`);
	process.exitCode = 2;
} else if (problem !== null) {
	console.error(problem);
	process.exitCode = 1;
} else {
	endWithNpm();
	// The agent's arguments may name files beside its caller; the other parts open files of the
	// artifact.
	if (part !== "agent") {
		saveMemory();
		process.chdir(root);
	}
	process.env.NODE_ENV ??= "production";
	process.setSourceMapsEnabled(true);
	const program = join(root, "dist", `${PROGRAMS[part]}.mjs`);
	process.argv = [process.execPath, program, ...args];
	await import(pathToFileURL(program).href);
}
