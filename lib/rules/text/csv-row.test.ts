import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvCell, csvRow, unmarkedText } from "./csv-row";
import { inChunks } from "./in-chunks";

describe("a line of CSV", () => {
	test.each([
		["plain text", ["a", "b c"], "a,b c\r\n"],
		["nothing", [null, ""], ",\r\n"],
		["numbers, negative ones too", [-1, 2.5], "-1,2.5\r\n"],
		["a comma", ["a,b"], '"a,b"\r\n'],
		["quotes", ['say "hi"'], '"say ""hi"""\r\n'],
		["separators of other readers", ["a;b", "c\td"], '"a;b","c\td"\r\n'],
		["line breaks", ["a\nb", "c\r\nd"], '"a\nb","c\r\nd"\r\n'],
		["leading and trailing spaces", [" a", "b "], '" a","b "\r\n'],
		["other scripts", ["Ünïcode ☕ 語"], "Ünïcode ☕ 語\r\n"],
	])("%s", (_, values, line) => {
		expect(csvRow(values)).toBe(line);
	});

	test.each(["=1+1", "+1", "-1", "@SUM(A1)", " =1", "＝1", '=HYPERLINK("http://a.example","x")'])(
		"formulas become text: %j",
		(text) => {
			const line = csvRow([text]);
			expect(line.replace(/^"/, "").startsWith("'")).toBe(true);
			expect(line).toContain(text.replaceAll('"', '""'));
		},
	);

	test.each([
		["behind a semicolon", "x;=1", `"x;'=1"`],
		["behind a semicolon and quotes", 'x; "=1', `"x; ""'=1"`],
		["behind a tab", "\t=1", `"'\t'=1"`],
		["in a line of its own", "too large:\n- =1", `"too large:\n'- =1"`],
		["behind a carriage return", "\r=1", `"'\r'=1"`],
	])("formulas become text %s", (_, text, cell) => {
		expect(csvRow([text])).toBe(`${cell}\r\n`);
	});

	test("marks are removed again, from any text", () => {
		const text = fc.string({ unit: fc.constantFrom("=", "-", ";", "\t", "\n", '"', "'", " ", "a") });
		fc.assert(
			fc.property(text, (written) => {
				const cell = csvCell(written);
				const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
				expect(unmarkedText(read)).toBe(written);
			}),
			{ numRuns: 3_000 },
		);
	});

	/** As spreadsheets read: quotes count at the beginning of a field alone. */
	function fields(file: string, separator: string): string[] {
		const read: string[] = [];
		let at = 0;
		while (at < file.length) {
			let field = "";
			if (file[at] === '"') {
				for (at += 1; at < file.length; at += 1) {
					if (file[at] !== '"') field += file[at];
					else if (file[at + 1] === '"') {
						field += '"';
						at += 1;
					} else break;
				}
				at += 1;
			}
			while (at < file.length && file[at] !== separator && file[at] !== "\n" && file[at] !== "\r") {
				field += file[at];
				at += 1;
			}
			at += 1;
			read.push(field);
		}
		return read;
	}

	test("no reader of commas, semicolons or tabs finds a formula, whatever the texts", () => {
		const text = fc.string({
			unit: fc.constantFrom("=", "+", "-", "@", ";", ",", "\t", "\n", "\r", '"', "'", " ", "a"),
		});
		fc.assert(
			fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
				const file = rows.map(csvRow).join("");
				for (const separator of [",", ";", "\t"]) {
					expect(fields(file, separator).filter((field) => /^\s*[=+\-@]/.test(field))).toEqual([]);
				}
			}),
			{ numRuns: 5_000 },
		);
	});
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
