import { Prisma } from "@/lib/generated/prisma/client";
import { searchTerms } from "@/lib/rules/text/normalize";

/**
 * Matches `q` on a table with a `search_document` and its GIN index. For rows in the order of a
 * list it compares the text first, because the text-search match costs several times as much. The
 * planner takes `<> 0` for nearly always true and thus relies on the index's statistics alone.
 * @param alias a constant of the code, never input
 */
export function searchCondition(alias: "d" | "x", q: string): Prisma.Sql {
	const terms = searchTerms(q);
	const column = (name: string) => Prisma.raw(`${alias}.${name}`);
	if ("id" in terms) return Prisma.sql`${column("id")} = ${terms.id}::uuid`;
	if ("nothing" in terms) return Prisma.sql`FALSE`;
	const document = column("search_document");
	const prefixes = terms.words.map((word) => Prisma.sql`strpos(' ' || ${document}, ${` ${word}`}) <> 0`);
	const found = Prisma.sql`array_to_tsvector(string_to_array(${document}, ' ')) @@ ${tsqueryOf(terms.words)}::tsquery`;
	return Prisma.join([...prefixes, found], " AND ");
}

/** Words have letters and digits only, so quoting suffices for tsquery. */
function tsqueryOf(words: readonly string[]): string {
	return words.map((word) => `'${word}':*`).join(" & ");
}
