import { Prisma } from "@/lib/generated/prisma/client";
import { searchTerms } from "@/lib/rules/text/normalize";

/**
 * The condition of `q` on a table with a `search_document`, whose GIN index serves it. Where rows are read in the order of a list,
 * looking for the words in the text comes first: taking it apart costs several times as much. `<> 0`, as the planner takes that for
 * true of nearly all rows, and so chooses by the index's statistics alone.
 * @param alias a constant of the code, never input
 */
export function searchCondition(alias: "d" | "x", q: string): Prisma.Sql {
	const terms = searchTerms(q);
	const column = (name: string) => Prisma.raw(`${alias}.${name}`);
	if ("id" in terms) return Prisma.sql`${column("id")} = ${terms.id}::uuid`;
	if ("nothing" in terms) return Prisma.sql`FALSE`;
	const document = column("search_document");
	const begun = terms.words.map((word) => Prisma.sql`strpos(' ' || ${document}, ${` ${word}`}) <> 0`);
	const found = Prisma.sql`array_to_tsvector(string_to_array(${document}, ' ')) @@ ${tsqueryOf(terms.words)}::tsquery`;
	return Prisma.join([...begun, found], " AND ");
}

/** Words hold letters and digits only, so quoting them is all that tsquery needs. */
function tsqueryOf(words: readonly string[]): string {
	return words.map((word) => `'${word}':*`).join(" & ");
}
