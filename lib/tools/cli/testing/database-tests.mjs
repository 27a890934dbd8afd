import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const IMPORT = /(?:from|import)\s*\(?\s*["']((?:@\/|\.{1,2}\/)[^"']+)["']/g;

/**
 * Finds the tests that use the test database, directly or through what they import: those that are worth running on
 * both databases.
 *
 * @param {string} root the project's directory
 * @param {string} helper the module that hands out test databases, as a path from the root
 * @returns {string[]} paths from the root
 */
export function findDatabaseTests(root, helper) {
	const target = join(root, helper);
	const imports = new Map();

	function reaches(file, visited) {
		if (file === target) return true;
		if (visited.has(file)) return false;
		visited.add(file);
		if (!imports.has(file)) imports.set(file, importsOf(root, file));
		return imports.get(file).some((next) => reaches(next, visited));
	}

	return ["lib", "app"]
		.flatMap((folder) => testsBelow(join(root, folder)))
		.filter((file) => reaches(file, new Set()))
		.map((file) => relative(root, file));
}

function testsBelow(folder) {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true })
		.filter((path) => /\.test\.tsx?$/.test(path))
		.map((path) => join(folder, path));
}

function importsOf(root, file) {
	const found = [];
	for (const [, specifier] of readFileSync(file, "utf8").matchAll(IMPORT)) {
		const base = specifier.startsWith("@/") ? join(root, specifier.slice(2)) : join(dirname(file), specifier);
		const path = [base, `${base}.ts`, `${base}.tsx`, join(base, "index.ts")].find(isFile);
		if (path !== undefined && /\.tsx?$/.test(path) && !path.includes("/generated/")) found.push(path);
	}
	return found;
}

function isFile(path) {
	return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
