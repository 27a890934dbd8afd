import { expect, test } from "vitest";
import { MOST_CONTAINERS, MOST_LEVELS, MOST_MEMBERS, refuseCostlyJson } from "./bounded-json";

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const object = (members: number) => `{${Array.from({ length: members }, (_, index) => `"k${index}":"{[,\\""`).join()}}`;

test.each([
	["lists as deep as they may be", nested("[", "]", MOST_LEVELS)],
	["many lists beside each other", `[${"[],".repeat(1_000)}[]]`],
	["an object with as many members as it may have", `[${object(MOST_MEMBERS)},${object(MOST_MEMBERS)}]`],
	["a list of many", `[${"1,".repeat(100_000)}1]`],
	["brackets and commas in a string, with quotes and escapes", JSON.stringify({ a: `\\"${"[{,".repeat(5_000)}\\` })],
	["what is no JSON", '{"a'],
	["what closes more than it opens", "]]]],,,"],
])("%s is left to the parser", (_, text) => {
	expect(refuseCostlyJson(text)).toBeUndefined();
});

test.each([
	["lists", nested("[", "]", 4_000_000), `nests deeper than ${MOST_LEVELS} levels`],
	["objects", nested('{"a":', "}", MOST_LEVELS + 1), `nests deeper than ${MOST_LEVELS} levels`],
	["members", `[{}, ${object(MOST_MEMBERS + 1)}]`, `an object with more than ${MOST_MEMBERS} members`],
	["containers", `[${"{},".repeat(MOST_CONTAINERS)}{}]`, `more than ${MOST_CONTAINERS} lists and objects`],
])("too many %s are refused", (_, text, words) => {
	expect(() => refuseCostlyJson(text)).toThrow(words);
});
