import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root directory. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "..");

/** @returns {string} the absolute path of a file of the project */
export function inProject(...parts) {
	return join(root, ...parts);
}

/** @returns {string} the version of an installed package */
export function versionOf(name) {
	return JSON.parse(readFileSync(inProject("node_modules", name, "package.json"), "utf8")).version;
}

/**
 * @returns {string} the script of a package's command, to run with the same Node.js and without a
 *   shell
 */
export function commandOf(name, command) {
	const { bin } = JSON.parse(readFileSync(inProject("node_modules", name, "package.json"), "utf8"));
	return inProject("node_modules", name, typeof bin === "string" ? bin : bin[command]);
}

/** Ends the process with a sentence when packages are not installed. */
export function requireInstalledPackages() {
	if (existsSync(inProject("node_modules", "next", "package.json"))) return;
	console.error("The packages are not installed yet: run `npm ci` first.");
	process.exit(1);
}
