import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORT = /(?:from|import)\s*\(?\s*["']((?:@\/|\.{1,2}\/)[^"']+)["']/g;
const TEST = /\.test\.(tsx?|mjs)$/;
const FOLDERS = ["lib", "app", "components"];

/** What a test imports that uses the test database. */
export const DATABASE = ["lib/tools/testing/database.ts"];
/** Every route, and with them almost all of the service. */
export const REGISTRY = ["lib/generated/routes.ts"];

/**
 * Finds the tests that are, or import, one of some files, directly or through other imports.
 * @param {string} root the project's directory
 * @param {readonly string[]} files paths from the root
 * @returns {string[]} paths from the root
 */
export function testsThatReach(root, files) {
	const goals = new Set(files.map((file) => join(root, file)));
	const imports = new Map();

	function reaches(file, visited) {
		if (goals.has(file)) return true;
		if (visited.has(file)) return false;
		visited.add(file);
		// The registry imports every route: who reaches that counts as reaching it alone.
		if (file.includes("/lib/generated/")) return false;
		if (!imports.has(file)) imports.set(file, importsOf(root, file));
		return imports.get(file).some((next) => reaches(next, visited));
	}

	return FOLDERS.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
	).filter((path) => TEST.test(path) && reaches(join(root, path), new Set()));
}

function importsOf(root, file) {
	return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap(([, specifier]) => {
		const base = specifier.startsWith("@/") ? join(root, specifier.slice(2)) : join(dirname(file), specifier);
		const paths = [base, `${base}.ts`, `${base}.tsx`, join(base, "index.ts")];
		const path = paths.find((each) => /\.(tsx?|mjs|json)$/.test(each) && existsSync(each));
		return path === undefined ? [] : [path];
	});
}
