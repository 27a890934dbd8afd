import fc from "fast-check";

/** A text with its plain words, so that no test derives them by the code under test. */
export interface Text {
	readonly written: string;
	readonly words: readonly string[];
}

/** Plain words with other spellings: accents, case, widths, letters without a decomposition. */
const WORDS: readonly (readonly [plain: string, ...written: string[]])[] = [
	["cafe", "Café", "CAFÉ", "cafe\u0301", "ｃａｆｅ", "Cafe"],
	["strasse", "Straße", "STRASSE", "strasse", "STRAẞE"],
	["lodz", "Łódź", "LODZ", "łódź"],
	["smorrebrod", "Smørrebrød", "SMORREBROD"],
	["οδοσ", "ΟΔΟΣ", "οδός", "Οδος"],
	["οδοσα", "ΟΔΌΣΑ", "οδοσα"],
	["berlin", "Berlin", "BERLIN"],
	["berlinale", "Berlinale"],
	["izmir", "İzmir", "ızmir", "IZMIR"],
	["москва", "Москва", "МОСКВА"],
	["東京", "東京"],
	["2024", "2024", "２０２４"],
	["office", "oﬃce", "Office"],
];

const SEPARATORS = [" ", "-", " / ", ", ", "_", "'", " & ", "\\"];

const word = fc
	.constantFrom(...WORDS)
	.chain(([plain, ...written]) => fc.constantFrom(...written).map((text) => ({ plain, text })));

/** One to three words between separators of all kinds. */
export const text: fc.Arbitrary<Text> = fc
	.array(fc.tuple(word, fc.constantFrom(...SEPARATORS)), { minLength: 1, maxLength: 3 })
	.map((parts) => ({
		written: parts.map(([{ text }, separator], index) => (index === 0 ? text : separator + text)).join(""),
		words: parts.map(([{ plain }]) => plain),
	}));

/** One word, as a tag or a targeting code. */
export const wordText: fc.Arbitrary<Text> = word.map(({ plain, text }) => ({ written: text, words: [plain] }));

/** Words of a search, which must all occur as prefixes. */
export const searchText: fc.Arbitrary<Text> = fc
	.array(
		fc.oneof(
			word.map(({ plain, text }) => ({ plain, text })),
			fc
				.tuple(
					fc.constantFrom(...WORDS, ["ada"] as const, ["example"] as const, ["set"] as const, ["nowhere"] as const),
					fc.integer({ min: 1, max: 6 }),
					fc.boolean(),
				)
				.map(([[plain], length, upper]) => {
					const prefix = [...plain].slice(0, length).join("");
					return { plain: prefix, text: upper ? prefix.toUpperCase() : prefix };
				}),
		),
		{ minLength: 1, maxLength: 3 },
	)
	.map((parts) => ({
		written: ` ${parts.map(({ text }) => text).join("  ")} `,
		words: parts.map(({ plain }) => plain),
	}));

/** Whether every searched word is a prefix of one of the words. */
export function holdsWords(words: readonly string[], asked: readonly string[]): boolean {
	return asked.every((prefix) => words.some((candidate) => candidate.startsWith(prefix)));
}
