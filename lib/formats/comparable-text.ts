const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

/**
 * A text that people compare, as it is stored and looked up: without invisible characters, in
 * Unicode's form NFC, and trimmed, so that texts that look the same are the same. For every text
 * that is a key: segments, tags, targeting codes, visibility tags (docs/contract.md, Texts that are
 * compared). Each way in applies it, also to what is looked up by such a text; nothing stored is
 * changed later. It stands here because agents compare tags too.
 */
export function comparableText(text: string): string {
	return text.replace(INVISIBLE, "").normalize().trim();
}

/** Distinct comparable texts in the given order, without blank ones. */
export function comparableTexts(texts: readonly string[]): string[] {
	return [...new Set(texts.map(comparableText))].filter((text) => text !== "");
}
