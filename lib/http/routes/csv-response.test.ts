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
