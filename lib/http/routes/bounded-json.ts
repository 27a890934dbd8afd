import { InvalidArgumentError } from "@/lib/rules/errors";

/** Deeper than any body of the service nests. */
export const MOST_LEVELS = 64;
/** More than any of its objects has members. */
export const MOST_MEMBERS = 1_000;
/** More lists and objects than the largest sets of geofences are made of. */
export const MOST_CONTAINERS = 1_000_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Refuses JSON that would take its parser long, while all other requests wait (docs/contract.md,
 * Limits). Scanning each character costs a fraction of that. The parser decides whether the text is
 * JSON.
 * @throws InvalidArgumentError that names the bound
 */
export function refuseCostlyJson(text: string): void {
	/** Commas so far of the open containers; of lists they do not count. */
	const members: number[] = [];
	let containers = 0;
	for (let at = 0; at < text.length; at += 1) {
		const char = text.charCodeAt(at);
		if (char === QUOTE) at = endOfString(text, at);
		else if (char === OPEN_LIST || char === OPEN_OBJECT) {
			containers += 1;
			members.push(char === OPEN_OBJECT ? 1 : Number.NEGATIVE_INFINITY);
			if (members.length > MOST_LEVELS) throw tooCostly(`nests deeper than ${MOST_LEVELS} levels`);
			if (containers > MOST_CONTAINERS) throw tooCostly(`has more than ${MOST_CONTAINERS} lists and objects`);
		} else if (char === CLOSE_LIST || char === CLOSE_OBJECT) members.pop();
		else if (char === COMMA) {
			const count = (members.pop() ?? 0) + 1;
			members.push(count);
			if (count > MOST_MEMBERS) throw tooCostly(`has an object with more than ${MOST_MEMBERS} members`);
		}
	}
}

/** The place of the quote that ends a string, or the text's end. */
function endOfString(text: string, begin: number): number {
	for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let escapes = 0;
		while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
		if (escapes % 2 === 0) return end;
	}
	return text.length;
}

const tooCostly = (words: string) => new InvalidArgumentError(`the body ${words}`);
