/** Truncates a text to `length` UTF-16 units without splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
	return text.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, "");
}
