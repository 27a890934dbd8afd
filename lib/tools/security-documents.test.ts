import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const TABLES = "docs/security";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
/** Rows of the tables of a document, without headings. */
const rowsOf = (text: string): string[][] =>
	[...text.matchAll(/^\| (?!---)(.*) \|$/gm)]
		.map(([, row = ""]) => row.split("|").map((cell) => cell.trim()))
		.filter(([first]) => !["section", "risk"].includes(first ?? ""));

/** Sections of ASVS 5.0 that have requirements of levels 1 or 2, by chapter; without WebRTC. */
const SECTIONS: Readonly<Record<number, readonly number[]>> = {
	1: [1, 2, 3, 4, 5],
	2: [1, 2, 3, 4],
	3: [2, 3, 4, 5, 7],
	4: [1, 2, 3, 4],
	5: [1, 2, 3, 4],
	6: [1, 2, 3, 4, 5, 6, 8],
	7: [1, 2, 3, 4, 5, 6],
	8: [1, 2, 3, 4],
	9: [1, 2],
	10: [1, 2, 3, 4, 5, 6, 7],
	11: [1, 2, 3, 4, 5, 6],
	12: [1, 2, 3],
	13: [1, 2, 3, 4],
	14: [1, 2, 3],
	15: [1, 2, 3],
	16: [1, 2, 3, 4, 5],
};

test("every test that the security documents name exists", () => {
	const documents = ["SECURITY.md", ...readdirSync(join(ROOT, TABLES)).map((name) => `${TABLES}/${name}`)];
	const named = documents.flatMap((document) =>
		[...read(document).matchAll(/`([\w./[\]-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = ""]) => path),
	);
	expect(named.length).toBeGreaterThan(100);
	expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("ASVS: every section has a row, which names a test or says why it has none, and what is open", () => {
	const text = read(`${TABLES}/asvs.md`);
	const rows = rowsOf(text);
	const sections = rows.flatMap(([section = ""]) => section.match(/\d+\.\d+/g) ?? []);
	expect(sections).toEqual(
		Object.entries(SECTIONS).flatMap(([chapter, numbers]) => numbers.map((number) => `${chapter}.${number}`)),
	);
	const silent = rows.filter(([, state, tests, why]) => {
		if (!["met", "partly", "n/a"].includes(state ?? "")) return true;
		const isOpen = /\d+\.\d+\.\d+/.test(why ?? "");
		return state === "met" ? tests === "" && why === "" : why === "" || (state === "partly" && !isOpen);
	});
	expect(silent).toEqual([]);
});

test("API Security Top 10: every risk has a row with a test", () => {
	const rows = rowsOf(read(`${TABLES}/api-top-10.md`));
	expect(rows.map(([risk = ""]) => risk.split(" ")[0])).toEqual(Array.from({ length: 10 }, (_, at) => `API${at + 1}`));
	expect(rows.filter(([, , tests]) => !tests?.includes(".test.ts"))).toEqual([]);
});
