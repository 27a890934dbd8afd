import { foldText, searchWords } from "@/lib/rules/text/normalize";

/** What tells the texts that hold `part`, whatever its case and accents, as the service folds them. An empty part is in every text. */
export function textFilter(part: string): (text: string) => boolean {
	const folded = foldText(part.trim());
	return (text) => foldText(text).includes(folded);
}

/** Whether each word of `q` is the beginning of a word of a name: the rule by which the service searches designs. An empty `q` fits every name. */
export function beginsWords(name: string, q: string): boolean {
	const asked = searchWords(q);
	if (asked.length === 0) return q.trim() === "";
	const words = searchWords(name);
	return asked.every((beginning) => words.some((word) => word.startsWith(beginning)));
}
