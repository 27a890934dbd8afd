import { Prisma } from "@/lib/generated/prisma/client";
import { foldText } from "@/lib/rules/text/normalize";

/**
 * A condition under which every word of `q` occurs somewhere in one of the columns, whatever its case and accents, as
 * `lib/rules/text/normalize.ts` folds them: for tables of people and things that are looked after, which are read through another
 * index and keep no document of words. True without words. Nothing in it depends on the database's locale.
 * @param columns constants of the code, never input
 */
export function containsWords(columns: readonly Prisma.Sql[], q: string | undefined): Prisma.Sql {
	const words = foldText(q ?? "")
		.split(/\s+/)
		.filter((word) => word !== "");
	if (words.length === 0) return Prisma.sql`TRUE`;
	const { unseen, joined } = alphabet();
	const plain = joined.reduce(
		(apart, [letter, two]) => Prisma.sql`replace(${apart}, ${letter}, ${two})`,
		Prisma.sql`regexp_replace(normalize(t.text, NFKD), ${unseen}, '', 'g')`,
	);
	const spelled = words.map((word) => Prisma.sql`p.plain ~ ${spelledAnyhow(word)}`);
	const found = words.map((word) => Prisma.sql`strpos(lower(t.text COLLATE "C"), ${word}) > 0`);
	// ASCII, as most texts are, has no accents, and takes a tenth of the time to compare. OFFSET keeps the text from being taken apart for each word
	// anew. No word holds a blank, so that none is found across two columns.
	return Prisma.sql`(SELECT CASE WHEN octet_length(t.text) = char_length(t.text) THEN ${Prisma.join(found, " AND ")}
		ELSE (SELECT ${Prisma.join(spelled, " AND ")} FROM (SELECT ${plain} AS plain OFFSET 0) p) END
		FROM (SELECT concat_ws(' ', ${Prisma.join([...columns])}) AS text OFFSET 0) t)`;
}

/** As a regular expression of PostgreSQL: whatever folds to the word, of a text without its accents. */
function spelledAnyhow(folded: string): string {
	const { spellings } = alphabet();
	const letters = Array.from(folded.normalize("NFKD"), (letter) => {
		const others = spellings.get(letter);
		return others === undefined ? letter.replace(/[!-/:-@[-`{-~]/, "\\$&") : `[${letter}${others}]`;
	});
	return letters.join("");
}

interface Alphabet {
	/** By a letter, those that fold to it and are not it. */
	readonly spellings: ReadonlyMap<string, string>;
	/** Letters that are taken for several (`ß`, `æ`). */
	readonly joined: readonly (readonly [letter: string, folded: string])[];
	/** Regular expression of accents that stand by themselves, and of what nobody sees. */
	readonly unseen: string;
}

let known: Alphabet | undefined;

/** Asked of {@link foldText} itself, letter by letter, so that there is one rule. */
function alphabet(): Alphabet {
	known ??= readAlphabet();
	return known;
}

function readAlphabet(): Alphabet {
	const spellings = new Map<string, string>();
	const joined: [letter: string, folded: string][] = [];
	const unseen: [first: number, last: number][] = [];
	for (let code = 0x21; code <= 0xffff; code += 1) {
		const letter = String.fromCharCode(code);
		// Halves of surrogate pairs, and letters that are taken apart before they are compared.
		if (!letter.isWellFormed() || letter.normalize("NFKD") !== letter) continue;
		const folded = foldText(letter);
		const last = unseen.at(-1);
		if (folded === "" && last?.[1] === code - 1) last[1] = code;
		else if (folded === "") unseen.push([code, code]);
		else if (folded.length > 1) joined.push([letter, folded]);
		else if (folded !== letter) spellings.set(folded, (spellings.get(folded) ?? "") + letter);
	}
	const ranges = unseen.map(([first, last]) => `${String.fromCharCode(first)}-${String.fromCharCode(last)}`);
	return { spellings, joined, unseen: `[${ranges.join("")}]+` };
}
