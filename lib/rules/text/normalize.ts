import { GUID } from "@/lib/rules/text/guid";

/**
 * Full-text search of the lists (docs/contract.md, Search): the words of a row are normalized
 * and stored in its `search_document`. The words of a query are normalized alike and match as
 * prefixes.
 */

/** Accents and invisible characters: soft hyphens, joiners, direction marks. */
const ACCENTS_AND_INVISIBLE = /[\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
/** UTF-16 units: above the longest `q`, below the 2,046 bytes of a lexeme. */
const LONGEST_WORD = 500;

/** Accented letters that Unicode does not decompose. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
	æ: "ae",
	œ: "oe",
	ø: "o",
	ł: "l",
	đ: "d",
	ð: "d",
	ħ: "h",
	ŧ: "t",
	þ: "th",
	// A prefix need not end with the final form of sigma.
	ς: "σ",
};
const UNDECOMPOSED_LETTERS = new RegExp(`[${Object.keys(UNDECOMPOSED).join("")}]`, "gu");

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Removes accents, case and invisible characters, for comparison by all searches. */
export function foldText(text: string): string {
	// Fast path, five times as fast for most texts: the browser folds a hundred thousand names.
	if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
	return foldCase(text.normalize("NFKD").replace(ACCENTS_AND_INVISIBLE, ""))
		.replace(UNDECOMPOSED_LETTERS, (letter) => UNDECOMPOSED[letter] ?? letter)
		.normalize("NFKC");
}

/** The distinct folded words of a text: letters and digits only. */
export function searchWords(text: string): string[] {
	const words = foldText(text)
		.split(SEPARATORS)
		.filter((word) => word !== "");
	return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD)))];
}

/** By way of upper case: `ß` equals `SS`, and the dotless i equals the dotted one. */
function foldCase(text: string): string {
	return text.toLowerCase().toUpperCase().toLowerCase();
}

/** The search document of a row: the words of all its texts. */
export function searchDocument(texts: readonly string[]): string {
	return searchWords(texts.join(" ")).join(" ");
}

/** A query: the id of a row, words as prefixes, or nothing that could match. */
export type SearchTerms = { id: string } | { words: string[] } | { nothing: true };

/** Parses `q`: words match prefixes, and all must match; a complete GUID finds its row. */
export function searchTerms(q: string): SearchTerms {
	const trimmed = q.trim();
	if (GUID.test(trimmed)) return { id: trimmed.toLowerCase() };
	const words = searchWords(trimmed);
	if (words.length === 0) return { nothing: true };
	return { words };
}
