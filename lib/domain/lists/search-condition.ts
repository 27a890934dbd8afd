import { Prisma } from "@/lib/generated/prisma/client";
import { searchTerms } from "@/lib/rules/text/normalize";

/** A table with search documents: designs, deployments, or designs on an organization's targets. */
export type SearchedTable =
	| "designs"
	| "deployments"
	| { readonly alias: "design_targets"; readonly organizationId: string };

/**
 * Matches `q` on a table with a `search_document` and its GIN index. For rows in the order of a
 * list it compares the text first, because the text-search match costs several times as much. The
 * planner takes `<> 0` for nearly always true and thus relies on the index's statistics alone.
 */
export function searchCondition(table: SearchedTable, q: string): Prisma.Sql {
	const alias = typeof table === "string" ? table : table.alias;
	const terms = searchTerms(q);
	const column = (name: string) => Prisma.raw(`${alias}.${name}`);
	if ("id" in terms) return Prisma.sql`${column(alias === "design_targets" ? "design_id" : "id")} = ${terms.id}::uuid`;
	if ("nothing" in terms) return Prisma.sql`FALSE`;
	const document = column("search_document");
	const prefixes = prefixesIn(document, terms.words);
	const [indexed, query] =
		typeof table === "string"
			? [document, tsqueryOf(terms.words)]
			: [
					Prisma.sql`design_targets.target_org_id::text || ' ' || ${document}`,
					`'${table.organizationId}' & ${tsqueryOf(terms.words)}`,
				];
	const found = Prisma.sql`array_to_tsvector(string_to_array(${indexed}, ' ')) @@ ${query}::tsquery`;
	return Prisma.join([...prefixes, found], " AND ");
}

/**
 * Matches `q` on the visible texts of a deployment, for callers who do not see the draft of its
 * design. It narrows {@link searchCondition}, whose index finds the rows.
 */
export function shownCondition(q: string): Prisma.Sql {
	const terms = searchTerms(q);
	if (!("words" in terms)) return Prisma.sql`TRUE`;
	return Prisma.sql`(deployments.shown_document IS NULL OR (${Prisma.join(prefixesIn(Prisma.sql`deployments.shown_document`, terms.words), " AND ")}))`;
}

const prefixesIn = (document: Prisma.Sql, words: readonly string[]) =>
	words.map((word) => Prisma.sql`strpos(' ' || ${document}, ${` ${word}`}) <> 0`);

/** Words have letters and digits only, so quoting suffices for tsquery. */
function tsqueryOf(words: readonly string[]): string {
	return words.map((word) => `'${word}':*`).join(" & ");
}
