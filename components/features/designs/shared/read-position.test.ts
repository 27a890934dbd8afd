import { expect, test } from "vitest";
import { readDegrees, readPair } from "./read-position";

test.each([
	["52.5", 52.5],
	[" -13,4° ", -13.4],
	["90.1", "The latitude must be from -90 to 90."],
	["5x", "The latitude must be a number of degrees."],
	["1,234.5", "The latitude must be a number of degrees."],
	["", "The latitude must be a number of degrees."],
])("%j as a latitude", (text, read) => {
	expect(readDegrees(text, "latitude")).toBe(read);
});

test.each([
	["52.5219, 13.4132", [13.4132, 52.5219]],
	["52.5,13", [13, 52.5]],
	["-1 2", [2, -1]],
	["52,5", null],
	["1, 2, 3", null],
	["91, 0", null],
])("%j as a pair", (text, read) => {
	expect(readPair(text)).toEqual(read);
});
