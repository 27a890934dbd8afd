import { createParser, parseAsInteger } from "nuqs/server";

/**
 * The last second of which calendars and the service know, but for one: bounds are inclusive here,
 * and may be exclusive there.
 */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 58) / 1000;

/**
 * An instant in epoch seconds in a list's address; other values, such as milliseconds, filter
 * nothing.
 */
export const parseAsSeconds = createParser<number>({
	parse: (text) => {
		const seconds = parseAsInteger.parse(text);
		return seconds !== null && seconds >= 0 && seconds <= LAST ? seconds : null;
	},
	serialize: parseAsInteger.serialize,
});
