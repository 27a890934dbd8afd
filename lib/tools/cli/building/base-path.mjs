import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { BASE_PATH_PATTERN, BASE_PATH_PROBLEM, wordOfBasePath } from "../../../platform/base-path.mjs";
import { inProject, root } from "./project.mjs";

/**
 * Ends the process with a sentence where it is no path.
 *
 * @returns {string} what the environment says in BASE_PATH, or nothing
 */
export function readBasePath() {
	const { BASE_PATH: value = "" } = process.env;
	if (value === "" || BASE_PATH_PATTERN.test(value)) return value;
	console.error(`The environment is not usable: BASE_PATH ${BASE_PATH_PROBLEM}.`);
	process.exit(1);
}

/**
 * Next writes where it has put its types into the configuration of TypeScript that it is given. A build below a path
 * gets one of its own, so that no source changes; the types are those of the other build, and judged there.
 */
export function typesBelow(basePath) {
	const path = aside(basePath, "types");
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, JSON.stringify({ extends: relative(dirname(path), inProject("tsconfig.build.json")) }));
	return { tsconfigPath: relative(root, path), ignoreBuildErrors: true };
}

/** @returns {string} a file about the build below a path that is not in its directory, which Next empties */
export function aside(basePath, what) {
	return inProject("dist", "pages", what, `${wordOfBasePath(basePath)}.json`);
}
