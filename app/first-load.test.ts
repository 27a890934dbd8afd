import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
/** The editor's pages load the map's script and validate while the user types. */
const HEAVY = ["(dashboard)", "embed/[organization]"].map((area) =>
	join(ROOT, "app", area, "designs/[id]/edit/page.tsx"),
);

const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?["']([^"']+)["'];?$/gm;

/** The file that a specifier of ours names; null for a package. */
function fileOf(specifier: string, from: string): string | null {
	if (!/^(?:@\/|\.)/.test(specifier)) return null;
	const path = specifier.startsWith("@/") ? join(ROOT, specifier.slice(2)) : join(dirname(from), specifier);
	const found = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]
		.map((ending) => path + ending)
		.find((name) => /\.(?:tsx?|mjs|css|json)$/.test(name) && existsSync(name));
	if (found === undefined) throw new Error(`${from} imports ${specifier}, which is not there`);
	return found;
}

/**
 * The ways by which the browser's part of a page reaches a package through static imports alone.
 */
function waysTo(name: string, page: string): string[] {
	const ways: string[] = [];
	const seen = new Set<string>();
	const walk = (file: string, browser: boolean, way: readonly string[]) => {
		const text = readFileSync(file, "utf8");
		const inBrowser = browser || /^["']use client["']/.test(text);
		const key = `${inBrowser} ${file}`;
		if (seen.has(key) || !/\.tsx?$/.test(file)) return;
		seen.add(key);
		const here = [...way, file.slice(ROOT.length + 1)];
		for (const [, specifier = ""] of text.matchAll(STATIC)) {
			const next = fileOf(specifier, file);
			if (next !== null) walk(next, inBrowser, here);
			else if (inBrowser && (specifier === name || specifier.startsWith(`${name}/`))) ways.push(here.join(" → "));
		}
	};
	walk(page, false, []);
	return ways;
}

const pages = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
	.filter((path) => /(?:^|\/)(?:page|layout|error|not-found|global-error)\.tsx$/.test(path))
	.map((path) => join(ROOT, "app", path))
	.sort();

test("there are pages to look at, and what they import is seen", () => {
	expect(pages.length).toBeGreaterThan(10);
	expect(waysTo("react", join(ROOT, "app/(dashboard)/designs/page.tsx")).length).toBeGreaterThan(5);
});

test.each(pages.filter((page) => !HEAVY.includes(page)).map((page) => [page.slice(ROOT.length + 1), page]))(
	"the first load of %s brings no zod: schemas come with the dialog that reads with them",
	(_name, page) => {
		expect(waysTo("zod", page)).toEqual([]);
	},
);
