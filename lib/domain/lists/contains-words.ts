import { Prisma } from "@/lib/generated/prisma/client";
import { foldText } from "@/lib/rules/text/normalize";

/**
 * Matches rows in which every word of `q` occurs in one of the columns, folded as in
 * `lib/rules/text/normalize.ts`. It serves small tables, such as users and organizations, which
 * have no search document. True without words; independent of the database's locale.
 * @param columns constants of the code, never input
 */
export function containsWords(columns: readonly Prisma.Sql[], q: string | undefined): Prisma.Sql {
	const words = foldText(q ?? "")
		.split(/\s+/)
		.filter((word) => word !== "");
	if (words.length === 0) return Prisma.sql`TRUE`;
	const { invisible, joined } = alphabet();
	const plain = joined.reduce(
		(text, [letter, two]) => Prisma.sql`replace(${text}, ${letter}, ${two})`,
		Prisma.sql`regexp_replace(normalize(t.text, NFKD), ${invisible}, '', 'g')`,
	);
	const matched = words.map((word) => Prisma.sql`p.plain ~ ${anySpelling(word)}`);
	const found = words.map((word) => Prisma.sql`strpos(lower(t.text COLLATE "C"), ${word}) > 0`);
	// ASCII text, the usual case, has no accents and takes the faster branch. OFFSET makes the
	// database fold each text once for all words. Words have no blanks, so they cannot match across
	// two columns.
	return Prisma.sql`(SELECT CASE WHEN octet_length(t.text) = char_length(t.text) THEN ${Prisma.join(found, " AND ")}
		ELSE (SELECT ${Prisma.join(matched, " AND ")} FROM (SELECT ${plain} AS plain OFFSET 0) p) END
		FROM (SELECT concat_ws(' ', ${Prisma.join([...columns])}) AS text OFFSET 0) t)`;
}

/**
 * A regular expression of PostgreSQL that matches every spelling that folds to the word, in a text
 * without accents.
 */
function anySpelling(folded: string): string {
	const { spellings } = alphabet();
	const letters = Array.from(folded.normalize("NFKD"), (letter) => {
		const others = spellings.get(letter);
		return others === undefined ? letter.replace(/[!-/:-@[-`{-~]/, "\\$&") : `[${letter}${others}]`;
	});
	return letters.join("");
}

interface Alphabet {
	/** For each letter the other letters that fold to it. */
	readonly spellings: ReadonlyMap<string, string>;
	/** Letters that fold to several (`ß`, `æ`). */
	readonly joined: readonly (readonly [letter: string, folded: string])[];
	/** Regular expression of standalone accents and invisible characters. */
	readonly invisible: string;
}

let alphabetCache: Alphabet | undefined;

/** Derived from {@link foldText} letter by letter, so that the rule exists once. */
function alphabet(): Alphabet {
	alphabetCache ??= readAlphabet();
	return alphabetCache;
}

function readAlphabet(): Alphabet {
	const spellings = new Map<string, string>();
	const joined: [letter: string, folded: string][] = [];
	const invisible: [first: number, last: number][] = [];
	for (let code = 0x21; code <= 0xffff; code += 1) {
		const letter = String.fromCharCode(code);
		// Skips halves of surrogate pairs, and letters that NFKD decomposes.
		if (!letter.isWellFormed() || letter.normalize("NFKD") !== letter) continue;
		const folded = foldText(letter);
		const last = invisible.at(-1);
		if (folded === "" && last?.[1] === code - 1) last[1] = code;
		else if (folded === "") invisible.push([code, code]);
		else if (folded.length > 1) joined.push([letter, folded]);
		else if (folded !== letter) spellings.set(folded, (spellings.get(folded) ?? "") + letter);
	}
	const ranges = invisible.map(([first, last]) => `${String.fromCharCode(first)}-${String.fromCharCode(last)}`);
	return { spellings, joined, invisible: `[${ranges.join("")}]+` };
}
