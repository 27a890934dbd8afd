import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Prisma } from "@/lib/generated/prisma/client";
import { foldText } from "@/lib/rules/text/normalize";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { containsWords } from "./contains-words";

describe("words that occur somewhere in a column", () => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService();
	});
	afterAll(() => service.drop());

	/** Runs the condition for each pair of a text and a query. */
	async function found(pairs: readonly (readonly [text: string, q: string])[]): Promise<boolean[]> {
		const cases = pairs.map(([text, q]) => {
			const columns = [Prisma.sql`${text}::text`, Prisma.sql`NULL::text`, Prisma.sql`'another'`];
			return Prisma.sql`SELECT ${containsWords(columns, q)} AS found`;
		});
		const rows = await service.prisma.$queryRaw<{ found: boolean }[]>(Prisma.join(cases, " UNION ALL "));
		return rows.map((row) => row.found);
	}

	test.each([
		["Müller & Söhne", "muller sohne"],
		["Muller", "MÜLLER"],
		["Mu\u0308ller", "müll"],
		["José", "jose"],
		["Łódź, Ørsted", "lodz orsted"],
		["Straße", "STRASSE"],
		["STRASSE", "straße"],
		["Œuvre Ærø", "oeuvre aero"],
		["İstanbul ılık", "istanbul ILIK"],
		["ΣΊΣΥΦΟΣ", "σίσυφος"],
		["Юрий Ёлкин", "юрии елкин"],
		["مُحَمَّد", "محمد"],
		["क्षमा", "क्षमा"],
		["한국어", "한국"],
		["東京タワー", "京タ"],
		["soft\u00adhyphen", "softhy"],
		["a+b@x.example", "+B@X.ex"],
		["100% [of] (it) a|b ^$ c\\d {e} *?", "100% [of] (it) a|b ^$ c\\d {e} *?"],
		["Œuvre", "e"],
		["anything", "\u200b"],
		["anything", " "],
		["first", "anoth FIR"],
	])("%s is found by %s", async (text, q) => {
		expect(await found([[text, q]])).toEqual([true]);
	});

	test.each([
		["Muller", "mueller"],
		["ab", "a.b"],
		["ab", "a_"],
		["ab", "%"],
		["first", "tanother"],
		["", "x"],
	])("%s is not found by %s", async (text, q) => {
		expect(await found([[text, q]])).toEqual([false]);
	});

	test("a query of the maximum length works", async () => {
		for (const letter of ["ß", "é", "%", "ü ", "क्"]) {
			const q = letter.repeat(500).slice(0, 500);
			expect([letter, await found([[q, q]])]).toEqual([letter, [true]]);
		}
	});

	test("the database agrees with the folding of all searches", async () => {
		const letter = fc.constantFrom(..."aAeEoOsSßæÆœøØłŁđþÞéÉüÜñçıİiIσςΣёЁйd1.%_+|)");
		const pair = fc.record({
			text: fc.string({ unit: letter, maxLength: 12 }),
			q: fc.string({ unit: letter, minLength: 1, maxLength: 3 }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(pair, { minLength: 100, maxLength: 100 }), async (pairs) => {
				const cases = pairs.map(({ text, q }) => [text, q] as const);
				const expected = cases.map(([text, q]) => [text, q, `${foldText(text)} another`.includes(foldText(q))]);
				const answers = await found(cases);
				expect(cases.map(([text, q], index) => [text, q, answers[index]])).toEqual(expected);
			}),
			{ numRuns: 10, seed: 20_261_122 },
		);
	});
});
