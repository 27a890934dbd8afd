import { foldText, searchWords } from "@/lib/rules/text/normalize";
import type { Manual, ManualPage } from "./manual";

/** A part of a page that has the words of a search. */
export interface ManualFinding {
	/** With the heading's anchor. */
	readonly href: string;
	readonly page: string;
	readonly heading: string;
	/** The text around the first word that is found. */
	readonly excerpt: string;
}

interface Section {
	readonly href: string;
	readonly page: string;
	readonly heading: string;
	readonly text: string;
	/** Folded words, each after a blank. */
	readonly title: string;
	readonly words: string;
}

const EXCERPT = 180;
const indexes = new WeakMap<Manual, readonly Section[]>();

/**
 * Sections that have a word with each of these beginnings: first those whose headings do, and all in
 * the manual's order.
 */
export function searchManual(manual: Manual, text: string): ManualFinding[] {
	const asked = searchWords(text);
	if (asked.length === 0) return [];
	const has = (words: string) => asked.every((word) => words.includes(` ${word}`));
	const found = indexOf(manual).filter(({ title, words }) => has(`${title}${words}`));
	return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))].map(
		({ href, page, heading, text: whole }) => ({ href, page, heading, excerpt: excerptOf(whole, asked) }),
	);
}

function indexOf(manual: Manual): readonly Section[] {
	const known = indexes.get(manual) ?? [...manual.pages.values()].flatMap(sectionsOf);
	indexes.set(manual, known);
	return known;
}

function sectionsOf(page: ManualPage): Section[] {
	const parts = [{ heading: page.title, href: page.href, raw: "" }];
	for (const token of page.tokens) {
		const anchor = page.anchors.get(token);
		if (token.type === "heading") parts.push({ heading: plain(token.text), href: `${page.href}#${anchor}`, raw: "" });
		const last = parts.at(-1);
		if (last !== undefined && token.type !== "heading") last.raw += token.raw;
	}
	return parts.map(({ heading, href, raw }) => {
		const text = plain(raw);
		return { href, page: page.title, heading, text, title: wordsOf(`${page.title} ${heading}`), words: wordsOf(text) };
	});
}

const wordsOf = (text: string) =>
	searchWords(text)
		.map((word) => ` ${word}`)
		.join("");

/** A text without the marks of Markdown. */
const plain = (markdown: string): string =>
	markdown
		.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
		.replace(/^```\w*$|^\|[-|]+\|$/gm, "")
		.replace(/`|\*\*/g, "")
		.replaceAll("|", " ")
		.replace(/\s+/g, " ")
		.trim();

function excerptOf(text: string, asked: readonly string[]): string {
	const folded = foldText(text);
	const at = asked.map((word) => folded.indexOf(word)).find((place) => place >= 0) ?? 0;
	const start = at < EXCERPT / 2 ? 0 : text.indexOf(" ", at - EXCERPT / 2) + 1;
	const end = start + EXCERPT >= text.length ? text.length : text.lastIndexOf(" ", start + EXCERPT);
	return `${start === 0 ? "" : "… "}${text.slice(start, end)}${end === text.length ? "" : " …"}`;
}
