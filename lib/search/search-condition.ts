import { Prisma } from "@/lib/generated/prisma/client";
import { searchTerms } from "./normalise";

/**
 * The condition of `q` on a table with a `search_document`, in the form that its GIN index serves.
 * @param alias the table's alias in the query; a constant of the code, never input.
 */
export function searchCondition(alias: "d" | "x", q: string | undefined): Prisma.Sql {
	if (q === undefined) return Prisma.sql`TRUE`;
	const terms = searchTerms(q);
	const column = (name: string) => Prisma.raw(`${alias}.${name}`);
	if ("id" in terms) return Prisma.sql`${column("id")} = ${terms.id}::uuid`;
	if ("nothing" in terms) return Prisma.sql`FALSE`;
	return Prisma.sql`array_to_tsvector(string_to_array(${column("search_document")}, ' ')) @@ ${terms.tsquery}::tsquery`;
}
