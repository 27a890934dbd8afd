/** The beginning of a text that may have so many characters (UTF-16 units), as those of JavaScript and JSON are counted; a pair of surrogates is not cut in two. */
export function cutText(text: string, length: number): string {
	return text.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, "");
}
