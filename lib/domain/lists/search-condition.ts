import type { Asked } from "@/lib/domain/access/access";
import { Prisma } from "@/lib/generated/prisma/client";
import { searchTerms } from "@/lib/rules/text/normalize";

/** What `q` asks of a list. */
export interface SearchedWords {
	/** Of the table with a `search_document` in the query; a constant of the code, never input. */
	readonly alias: "d" | "x";
	readonly q: string;
}

/** What a list's parameter asks, if anything. */
export function searchedWords(alias: SearchedWords["alias"], q: string | undefined): SearchedWords | undefined {
	return q === undefined ? undefined : { alias, q };
}

/**
 * The condition of `q` on a table with a `search_document`: in the form that its GIN index serves, or, of a few rows and of rows in the order of
 * a list, in one that the index does not, as that reads all rows with a word before it knows which of them are asked for. Where rows are asked one by one, in
 * the order of a list too, looking for the words in the text goes before: taking it apart costs several times as much. `<> 0`, as the
 * planner takes that for true of nearly all rows, and so makes its choice by the words alone.
 */
export function searchCondition({ alias, q }: SearchedWords, asked: Asked): Prisma.Sql {
	const terms = searchTerms(q);
	const column = (name: string) => Prisma.raw(`${alias}.${name}`);
	if ("id" in terms) return Prisma.sql`${column("id")} = ${terms.id}::uuid`;
	if ("nothing" in terms) return Prisma.sql`FALSE`;
	const document = column("search_document");
	const begun = terms.words.map((word) => Prisma.sql`strpos(' ' || ${document}, ${` ${word}`}) <> 0`);
	if (asked === "of few") return Prisma.join(begun, " AND ");
	const found = Prisma.sql`array_to_tsvector(string_to_array(${document}, ' ')) @@ ${tsqueryOf(terms.words)}::tsquery`;
	return Prisma.join([...begun, found], " AND ");
}

/** Words hold letters and digits only, so quoting them is all that tsquery needs. */
function tsqueryOf(words: readonly string[]): string {
	return words.map((word) => `'${word}':*`).join(" & ");
}
