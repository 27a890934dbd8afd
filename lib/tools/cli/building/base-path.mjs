import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { BASE_PATH_PATTERN, BASE_PATH_PROBLEM, wordOfBasePath } from "../../../platform/base-path.mjs";
import { inProject, root } from "./project.mjs";

/**
 * Ends the process with a sentence when BASE_PATH is invalid.
 * @returns {string} BASE_PATH, or an empty string
 */
export function readBasePath() {
	const { BASE_PATH: value = "" } = process.env;
	if (value === "" || BASE_PATH_PATTERN.test(value)) return value;
	console.error(`the environment is not usable: BASE_PATH ${BASE_PATH_PROBLEM}`);
	process.exit(1);
}

/**
 * Next writes the directory of its types into its TypeScript configuration. A build below a path
 * gets a separate configuration, so that no source changes; the other build checks the types.
 */
export function typesBelow(basePath) {
	const path = aside(basePath, "types");
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, JSON.stringify({ extends: relative(dirname(path), inProject("tsconfig.build.json")) }));
	return { tsconfigPath: relative(root, path), ignoreBuildErrors: true };
}

/** @returns {string} a file about the build outside of its directory, which Next empties */
export function aside(basePath, what) {
	return inProject("dist", "pages", what, `${wordOfBasePath(basePath)}.json`);
}
