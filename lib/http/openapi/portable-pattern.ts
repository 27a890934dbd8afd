/** Classes of Unicode in patterns of the contract, written as characters. */
const CLASSES: readonly (readonly [name: string, characters: string])[] = [
	["\\p{Cc}", "\\x00-\\x1F\\x7F-\\x9F"],
	["\\p{Zl}", "\u2028"],
	["\\p{Zp}", "\u2029"],
];

/**
 * Writes the source of a regular expression so that those of Python and Go read it as JavaScript's:
 * they know neither `\p{Cc}` nor `\u2028`.
 */
export function portablePattern(source: string): string {
	return CLASSES.reduce((pattern, [name, characters]) => pattern.replaceAll(name, characters), source).replaceAll(
		/\\u([0-9a-fA-F]{4})/g,
		(_, code) => String.fromCharCode(Number.parseInt(code, 16)),
	);
}
