import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORT = /(?:from|import)\s*\(?\s*["']((?:@\/|\.{1,2}\/)[^"']+)["']/g;

/**
 * Finds tests that use the test database, directly or through imports.
 * @param {string} root the project's directory
 * @returns {string[]} paths from the root
 */
export function findDatabaseTests(root) {
	const helper = join(root, "lib/tools/testing/database.ts");
	const imports = new Map();

	function reaches(file, visited) {
		if (file === helper) return true;
		if (visited.has(file)) return false;
		visited.add(file);
		if (!imports.has(file)) imports.set(file, importsOf(root, file));
		return imports.get(file).some((next) => reaches(next, visited));
	}

	return ["lib", "app"]
		.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)))
		.filter((path) => /\.test\.tsx?$/.test(path) && reaches(join(root, path), new Set()));
}

function importsOf(root, file) {
	return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap(([, specifier]) => {
		const base = specifier.startsWith("@/") ? join(root, specifier.slice(2)) : join(dirname(file), specifier);
		const path = [`${base}.ts`, `${base}.tsx`, join(base, "index.ts")].find(existsSync);
		return path === undefined || path.includes("/generated/") ? [] : [path];
	});
}
