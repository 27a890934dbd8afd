import { foldText, searchWords } from "@/lib/rules/text/normalize";

/**
 * Gives a filter for texts that contain `part`, with case and accents folded as on the service. An
 * empty part matches every text.
 */
export function textFilter(part: string): (text: string) => boolean {
	const folded = foldText(part.trim());
	return (text) => foldText(text).includes(folded);
}

/**
 * Whether each word of `q` is a prefix of a word of the name, as in the service's search of
 * designs. An empty `q` matches every name.
 */
export function beginsWords(name: string, q: string): boolean {
	const asked = searchWords(q);
	if (asked.length === 0) return q.trim() === "";
	const words = searchWords(name);
	return asked.every((beginning) => words.some((word) => word.startsWith(beginning)));
}
