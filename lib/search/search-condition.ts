import type { Asked } from "@/lib/access/access";
import { Prisma } from "@/lib/generated/prisma/client";
import { searchTerms } from "./normalise";

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
 * The condition of `q` on a table with a `search_document`: in the form that its GIN index serves, or, of a few rows, in one that the index
 * does not, as that reads all rows with a word before it knows which of them are asked for.
 */
export function searchCondition({ alias, q }: SearchedWords, asked: Asked): Prisma.Sql {
	const terms = searchTerms(q);
	const column = (name: string) => Prisma.raw(`${alias}.${name}`);
	if ("id" in terms) return Prisma.sql`${column("id")} = ${terms.id}::uuid`;
	if ("nothing" in terms) return Prisma.sql`FALSE`;
	const found = Prisma.sql`array_to_tsvector(string_to_array(${column("search_document")}, ' ')) @@ ${terms.tsquery}::tsquery`;
	return asked === "of many" ? found : Prisma.sql`COALESCE(${found}, FALSE)`;
}
