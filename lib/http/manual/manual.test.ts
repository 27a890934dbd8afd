import { readdirSync } from "node:fs";
import { lexer, type MarkedToken } from "marked";
import { beforeAll, expect, test } from "vitest";
import { anchorsOf } from "./anchors-of";
import { type Manual, readManual } from "./manual";
import { manualLink } from "./manual-link";
import { searchManual } from "./search-manual";

let manual: Manual;
beforeAll(async () => {
	manual = await readManual();
});
const pageOf = (file: string) => {
	const page = manual.pages.get(file);
	if (page === undefined) throw new Error(`the manual lacks ${file}`);
	return page;
};

test("has every page of docs, by task, each at an address of its own", () => {
	const files = readdirSync("docs", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
	expect(files.map((path) => `docs/${path}`).filter((path) => !manual.pages.has(path))).toEqual([]);
	expect(manual.groups.map(({ task }) => task)).toEqual([
		...["Try", "Install", "Configure", "Keep safe", "Upgrade and go back", "Watch", "Woken at night", "Grow"],
		...["Agent", "Integrate", "Personal data", "Project"],
	]);
	const placed = manual.groups.filter(({ task }) => task !== "Project").flatMap(({ pages }) => pages);
	expect(placed.map(({ file }) => file)).toEqual(
		expect.arrayContaining(
			files.filter((path) => /^(?:operations|contract)\//.test(path)).map((path) => `docs/${path}`),
		),
	);
	const addresses = [...manual.pages.values()].map(({ href }) => href);
	expect(new Set(addresses).size).toBe(addresses.length);
	expect(pageOf("docs/operations/install.md")).toMatchObject({ href: "/help/operations/install", title: "Install" });
	expect(pageOf("lib/agent/README.md").href).toBe("/help/lib/agent");
	// The frame's own place has this id.
	for (const { anchors } of manual.pages.values()) expect([...anchors.values()]).not.toContain("content");
});

test("anchors are those of GitHub, and those of equal headings are numbered", () => {
	const tokens = lexer("# A `code`, and more!\n\n## Again\n\n## Again\n\n## 3.10 Über_all\n") as MarkedToken[];
	expect([...anchorsOf(tokens).values()]).toEqual(["a-code-and-more", "again", "again-1", "310-über_all"]);
});

test("links between files lead from page to page, those to other files nowhere", () => {
	const install = pageOf("docs/operations/install.md");
	expect(
		["grow.md#connections", "#with-systemd", "../../CHANGELOG.md", "../decisions/", "https://example.com/a"].map(
			(href) => manualLink(manual, install, href)?.href,
		),
	).toEqual([
		"/help/operations/grow#connections",
		"/help/operations/install#with-systemd",
		"/help/CHANGELOG",
		"/help/decisions",
		"https://example.com/a",
	]);
	for (const href of ["../../lib/platform/env.ts", "../../ops/alerts.yml", "javascript:alert(1)", "mailto:a@b.example"])
		expect(manualLink(manual, install, href), href).toBeNull();
});

test("a search finds sections by the beginnings of their words, those by heading first", () => {
	const [first, ...others] = searchManual(manual, "proxies TLS");
	expect(first).toMatchObject({ href: "/help/operations/configure#proxies-and-tls", heading: "Proxies and TLS" });
	expect(others.length).toBeGreaterThan(2);
	const [found] = searchManual(manual, "SIGNED_DOWN terabyt");
	expect(found).toMatchObject({ page: "Agents", heading: "Downloads of agents" });
	expect(found?.excerpt).toContain("SIGNED_DOWNLOADS=true");
	expect(searchManual(manual, "no such-word-anywhere-qqq")).toEqual([]);
	expect(searchManual(manual, " , ")).toEqual([]);
});
