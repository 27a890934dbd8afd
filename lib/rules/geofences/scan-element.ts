import {
	BACKSLASH,
	CARRIAGE_RETURN,
	CLOSE_LIST,
	CLOSE_OBJECT,
	COMMA,
	LINE_FEED,
	OPEN_LIST,
	OPEN_OBJECT,
	QUOTE,
} from "@/lib/rules/documents/json-bytes";

/** How deep a scan is within an element of a list, including the element's own bracket. */
export interface Nesting {
	depth: number;
	inString: boolean;
	escaped: boolean;
}

/**
 * Finds the end of an element of a JSON list, from `start` on; changes `nesting`, with which the
 * next chunk goes on.
 * @param onLineEnd called with the index of each line feed and carriage return
 */
export function scanElement(
	chunk: Uint8Array,
	start: number,
	nesting: Nesting,
	onLineEnd: (index: number) => void,
): { end: number; ended: boolean } {
	// Variables of the loop, as every byte of a file passes through it.
	let { depth, inString, escaped } = nesting;
	let end = start;
	let ended = false;
	for (; end < chunk.length && !ended; end += 1) {
		const byte = chunk[end] as number;
		if (byte === LINE_FEED || byte === CARRIAGE_RETURN) onLineEnd(end);
		if (inString) {
			if (escaped) escaped = false;
			else if (byte === BACKSLASH) escaped = true;
			else if (byte === QUOTE) inString = false;
		} else if (byte === QUOTE) inString = true;
		else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
		else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST || byte === COMMA) {
			// The next character of the list ends a number or literal; a bracket ends itself.
			if (depth === 0) {
				ended = true;
				end -= 1;
			} else if (byte !== COMMA) {
				depth -= 1;
				ended = depth === 0;
			}
		}
	}
	Object.assign(nesting, { depth, inString, escaped });
	return { end, ended };
}
