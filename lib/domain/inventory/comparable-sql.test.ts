import { tmpdir } from "node:os";
import fc from "fast-check";
import { expect, test } from "vitest";
import { literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { comparableText } from "@/lib/rules/text/comparable-text";
import { comparableSql, lengthSql, trimmedSql } from "./comparable-sql";

test("SQL makes texts comparable as the rest of the service does, and counts characters alike", async () => {
	const invisible = /\p{Default_Ignorable_Code_Point}|\s/u;
	const all = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
	const special = all.map((code) => String.fromCodePoint(code)).filter((text) => invisible.test(text));
	const texts = [
		...special.flatMap((text) => [text, `${text}a${text}`, `é${text}`, `e${text}\u0301`]),
		...fc.sample(fc.string({ unit: "grapheme", maxLength: 8 }), 300),
		...fc.sample(
			fc.string({
				unit: fc.constantFrom("a", " ", "\u0301", "\u200b", "\ud55c", "\u1112", "\u{1f600}", ...special.slice(0, 20)),
			}),
			300,
		),
	].filter((text) => !text.includes("\0"));
	await withDuckDb({ tempDirectory: tmpdir(), memoryLimitMb: 256 }, async (db) => {
		for (let from = 0; from < texts.length; from += 2_000) {
			const part = texts.slice(from, from + 2_000);
			const rows =
				await db.rows(`SELECT ${comparableSql("t")} AS comparable, ${trimmedSql("t")} AS trimmed, ${lengthSql("t")} AS length
				FROM (VALUES ${part.map((text, n) => `(${n}, ${literal(text)})`).join(", ")}) AS v(n, t) ORDER BY n`);
			expect(rows.map((row) => [row.comparable, row.trimmed, Number(row.length)])).toEqual(
				part.map((text) => [comparableText(text), text.trim(), text.length]),
			);
		}
	});
});
