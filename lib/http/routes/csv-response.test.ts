import { expect, test } from "vitest";
import { csvResponse } from "./csv-response";

test("a file begins with the byte order mark by which spreadsheets know UTF-8", async () => {
	const rows = (async function* () {
		yield ["Bäckerei;=1+1", 2];
	})();
	const bytes = Buffer.from(await csvResponse({ name: "shops", columns: ["name", "count"], rows }).arrayBuffer());
	expect(bytes.toString("utf8")).toBe('\uFEFFname,count\r\n"Bäckerei;\'=1+1",2\r\n');
	expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test("a long file comes in large pieces, none of them empty", async () => {
	const piecesOf = async (...lengths: number[]) => {
		const rows = (async function* () {
			for (const length of lengths) yield ["x".repeat(length)];
		})();
		const pieces: string[] = [];
		const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
		const { body } = csvResponse({ name: "long", columns: ["name"], rows });
		for await (const piece of body ?? []) pieces.push(decoder.decode(piece));
		return pieces.map((piece) => piece.length);
	};
	const header = "\uFEFFname\r\n".length;
	expect(await piecesOf(40_000, 40_000, 40_000)).toEqual([header + 80_004, 40_002]);
	expect(await piecesOf(40_000, 40_000)).toEqual([header + 80_004]);
	expect(await piecesOf(5)).toEqual([header + 7]);
});
