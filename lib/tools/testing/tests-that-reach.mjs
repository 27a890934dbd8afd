import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const TYPES = /^(import|export) type [^;]*;/gm;
const IMPORT = /(?:from|import)\s*\(?\s*["']((?:@\/|\.{1,2}\/)[^"']+)["']/g;
const TEST = /\.test\.(tsx?|mjs)$/;
const FOLDERS = ["lib", "app", "clients", "components", "verification"];

/** What a test imports that uses the test database. */
export const DATABASE = ["lib/tools/testing/database.ts"];

/**
 * Finds the tests that are, or import, one of some files, directly or through other imports. Imports of
 * types alone do not count.
 * @param {string} root the project's directory
 * @param {readonly string[]} files paths from the root
 * @param {{ within?: number }} [options] `within`: through how many imports at most
 * @returns {string[]} paths from the root
 */
export function testsThatReach(root, files, { within = Number.POSITIVE_INFINITY } = {}) {
	const goals = new Set(files.map((file) => join(root, file)));
	const imports = new Map();

	function reaches(test) {
		const visited = new Set();
		let here = [test];
		for (let steps = 0; here.length > 0 && steps <= within; steps += 1) {
			if (here.some((file) => goals.has(file))) return true;
			for (const file of here) visited.add(file);
			here = [...new Set(here.flatMap(next))].filter((file) => !visited.has(file));
		}
		return false;
	}

	function next(file) {
		// The registry imports every route: who reaches that counts as reaching it alone.
		if (file.includes("/lib/generated/")) return [];
		if (!imports.has(file)) imports.set(file, importsOf(root, file));
		return imports.get(file);
	}

	return FOLDERS.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
	).filter((path) => TEST.test(path) && reaches(join(root, path)));
}

function importsOf(root, file) {
	return [...readFileSync(file, "utf8").replaceAll(TYPES, "").matchAll(IMPORT)].flatMap(([, specifier]) => {
		const base = specifier.startsWith("@/") ? join(root, specifier.slice(2)) : join(dirname(file), specifier);
		const paths = [base, `${base}.ts`, `${base}.tsx`, join(base, "index.ts")];
		const path = paths.find((each) => /\.(tsx?|mjs|json)$/.test(each) && existsSync(each));
		return path === undefined ? [] : [path];
	});
}
