import type { MarkedToken } from "marked";

/** What GitHub makes of a heading in an address. */
export const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_ -]/gu, "")
		.replaceAll(" ", "-");

/** The anchors of a page's headings; one that is there already has a number behind it. */
export function anchorsOf(tokens: readonly MarkedToken[]): Map<MarkedToken, string> {
	const counts = new Map<string, number>();
	const anchors = new Map<MarkedToken, string>();
	for (const token of tokens) {
		if (token.type !== "heading") continue;
		const anchor = anchorOf(token.text);
		const count = counts.get(anchor) ?? 0;
		counts.set(anchor, count + 1);
		anchors.set(token, count === 0 ? anchor : `${anchor}-${count}`);
	}
	return anchors;
}
