import { describe, expect, test } from "vitest";
import { csvRow } from "./csv-row";
import { inChunks } from "./in-chunks";

describe("a line of CSV", () => {
	test.each([
		["plain text", ["a", "b c"], "a,b c\r\n"],
		["nothing", [null, ""], ",\r\n"],
		["numbers, negative ones too", [-1, 2.5], "-1,2.5\r\n"],
		["a comma", ["a,b"], '"a,b"\r\n'],
		["quotes", ['say "hi"'], '"say ""hi"""\r\n'],
		["line breaks", ["a\nb", "c\r\nd"], '"a\nb","c\r\nd"\r\n'],
		["leading and trailing spaces", [" a", "b "], '" a","b "\r\n'],
		["other scripts", ["Ünïcode ☕ 語"], "Ünïcode ☕ 語\r\n"],
	])("%s", (_, values, line) => {
		expect(csvRow(values)).toBe(line);
	});

	test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", '=HYPERLINK("http://a.example","x")'])(
		"formulas become text: %j",
		(text) => {
			const line = csvRow([text]);
			expect(line.replace(/^"/, "").startsWith("'")).toBe(true);
			expect(line).toContain(text.replaceAll('"', '""'));
		},
	);
});

test("chunks are read in sequence, each after the last row", async () => {
	const asked: (number | null)[] = [];
	const rows = inChunks<number>(async (last) => {
		asked.push(last);
		const next = (last ?? 0) + 1;
		return next > 4 ? [] : [next, next + 1];
	});
	const first = await rows.next();
	expect([first.value, asked]).toEqual([1, [null]]);
	const rest: number[] = [];
	for await (const row of rows) rest.push(row);
	expect([rest, asked]).toEqual([
		[2, 3, 4],
		[null, 2, 4],
	]);
});
