import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { anchorOf } from "@/lib/http/manual/anchors-of";

const ROOT = join(import.meta.dirname, "../..");
const TABLES = "docs/security";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
/** Rows of the tables of a document, without headings. */
const rowsOf = (text: string): string[][] =>
	[...text.matchAll(/^\| (?!---)(.*) \|$/gm)]
		.map(([, row = ""]) => row.split("|").map((cell) => cell.trim()))
		.filter(([first]) => !["section", "risk"].includes(first ?? ""));

const filesIn = (directory: string): string[] =>
	readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));
const pages = filesIn("docs").filter((path) => path.endsWith(".md"));
const documents = [
	...pages,
	...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
	...["lib/agent/README.md", "lib/formats/README.md"],
];
const sources = [
	...["app", "components", "e2e", "lib", "ops", "prisma", "verification"]
		.filter((directory) => existsSync(join(ROOT, directory)))
		.flatMap(filesIn)
		.filter((path) => !path.startsWith("lib/generated/")),
	...documents,
];
/** A file's text, without the breaks of comments that are wrapped. */
const textOf = (path: string) => read(path).replace(/\n[ \t]*(?:\*|\/\/\/?|--|#) /g, " ");
/** Whether the words begin with the heading, and not with a longer one. */
const isCited = (heading: string, words: string) =>
	words.startsWith(heading) && !/^\w/.test(words.slice(heading.length));
const headingsOf = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
test("no page of the manual is longer than 30 kB", () => {
	expect(documents.filter((path) => Buffer.byteLength(read(path)) >= 30_000)).toEqual([]);
});

test("every link of a document leads to a file, and to a heading of it", () => {
	const broken = documents.flatMap((document) =>
		[...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
			.map(([, link = ""]) => link)
			.filter((link) => {
				if (/^https?:/.test(link)) return false;
				const [path = "", anchor] = link.split("#");
				const file = path === "" ? document : join(dirname(document), path);
				if (!existsSync(join(ROOT, file))) return true;
				return anchor !== undefined && !headingsOf(read(file)).map(anchorOf).includes(anchor);
			})
			.map((link) => `${document}: ${link}`),
	);
	expect(broken).toEqual([]);
});

describe.each([
	["docs/contract.md", "docs/contract"],
	["docs/operations.md", "docs/operations"],
])("%s", (entry, directory) => {
	/** Rows of its table of sections: a section's number, if it has one; its heading; its page. */
	const rows = [...read(entry).matchAll(/^\| (?:(\d+(?:\.\d+)?) \| )?([^|]+) \| (\[[^|]*\)) \|$/gm)];
	const headings = rows.map(([, , heading = ""]) => heading);

	test("leads to each heading of its pages", () => {
		const links = new Set(rows.flatMap(([, , , page = ""]) => /^\[[\w -]+\]\((.+)\)$/.exec(page)?.[1] ?? []));
		const targets = filesIn(directory).flatMap((page) =>
			[...read(page).matchAll(/^##+ (?!Targeting)(.+)$/gm)].map(
				([, heading = ""]) => `${page.slice("docs/".length)}#${anchorOf(heading)}`,
			),
		);
		expect(targets.length).toBeGreaterThan(30);
		expect(targets.filter((target) => !links.has(target))).toEqual([]);
	});

	test("has every section and heading that code and documents cite", () => {
		const numbers = new Set(rows.flatMap(([, number]) => number ?? []));
		const citation = new RegExp(`${entry}[,\\]]? (?:sections? (\\d+(?:\\.\\d+)?)|([A-Z][^)]*))`, "g");
		const cited = sources.flatMap((path) =>
			[...textOf(path).matchAll(citation)].map(([, number, words = ""]) => ({ path, number, words })),
		);
		expect(cited.length).toBeGreaterThan(10);
		const unknown = cited.filter(({ number, words }) =>
			number === undefined ? !headings.some((heading) => isCited(heading, words)) : !numbers.has(number),
		);
		expect(unknown).toEqual([]);
	});
});

test("every file that a page names exists", () => {
	const current = documents.filter((path) => !/^docs\/decisions\/|^CHANGELOG/.test(path));
	const named = current.flatMap((document) =>
		[
			...read(document).matchAll(/`((?:app|components|docs|e2e|lib|ops|prisma|verification)\/[\w./()[\]-]+\.\w+)`/g),
		].map(([, path = ""]) => ({ document, path })),
	);
	expect(named.length).toBeGreaterThan(100);
	expect(named.filter(({ path }) => !path.includes("NNNN") && !existsSync(join(ROOT, path)))).toEqual([]);
});

test("docs/tutorial.md leads to every file that has its setting, and to no other", () => {
	const linked = [...read("docs/tutorial.md").matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => join("docs", link));
	const having = [...sources, "docs/contract/places.md"].filter(
		(path) =>
			/refuses_?sensitive_?places/i.test(read(path)) && !/^(?:docs\/tutorial\.md|prisma\/migrations\/.*)$/.test(path),
	);
	expect(linked.sort()).toEqual([...new Set(having)].sort());
});

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
