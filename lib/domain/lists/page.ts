import { Prisma } from "@/lib/generated/prisma/client";
import type { PlanMode } from "@/lib/platform/db/prisma-client";
import type { Transaction } from "@/lib/platform/service";
import { all } from "./all";

/** A page of rows, and the number of all rows under the same conditions. */
export interface Page<Row> {
	readonly rows: readonly Row[];
	readonly total: number;
}

/** Rows of a list, disjoint from the other parts of the query. */
export interface IdPart {
	/** `FROM` with its joins. */
	readonly from: Prisma.Sql;
	readonly where: readonly Prisma.Sql[];
	/** The sort column, of one type in all parts; NULL for rows without it, which come last. */
	readonly sort: Prisma.Sql;
	/** The id column, where it is not that of the query. */
	readonly id?: Prisma.Sql;
	/** For a handful of rows that an index finds: they are read once, for the page and the total. */
	readonly materialized?: boolean;
	/** Expression for the number of rows; absent: the query counts, null: another part counts. */
	readonly total?: Prisma.Sql | null;
}

/** One page of a list: the page and its total share the parts' conditions. */
export interface PageQuery {
	readonly parts: readonly IdPart[];
	/** The id column. It completes the order, so that paging is stable. */
	readonly id: Prisma.Sql;
	readonly order: "asc" | "desc";
	readonly limit: number;
	readonly offset: number;
	readonly mode?: PlanMode;
}

/** Columns of a page's rows; one row for each id. */
export interface PageColumns {
	/** The table of the query's id, with its joins. */
	readonly from: Prisma.Sql;
	/** The id, named `id`, and the other columns. */
	readonly columns: Prisma.Sql;
}

/**
 * Reads one page and the total (docs/contract.md, Paging) by one statement: concurrent writes can
 * neither change the order nor leave a gap (docs/decisions/0100).
 */
export async function pageOfRows<Row extends { readonly id: unknown }>(
	db: Transaction,
	{ mode = "auto", ...query }: PageQuery,
	{ from, columns }: PageColumns,
): Promise<Page<Row>> {
	const { parts, total, order } = pageSql(query);
	const found = await db.$rows<Row & { readonly total: number }>(
		// The array makes the planner expect few rows, whatever it expects of the limit.
		Prisma.sql`WITH ${parts} SELECT counted.total, ${columns}
			FROM (SELECT ${total} AS total) AS counted LEFT JOIN (page JOIN (${from}) ON ${query.id} = page.id)
				ON ${query.id} = ANY (ARRAY(SELECT page.id FROM page))
			ORDER BY ${order}`,
		mode,
	);
	const [first] = found;
	if (first === undefined) throw new Error("a page must have a total");
	// The total of an empty page stands in a row without an id.
	return { rows: first.id === null ? [] : found, total: first.total };
}

/**
 * Reads the ids of one page and the total, of rows that are never removed or moved within the list.
 */
export async function pageOfIds(
	db: Transaction,
	{ mode = "auto", ...query }: PageQuery,
): Promise<{ ids: string[]; total: number }> {
	const { parts, total, ids } = pageSql(query);
	const [found] = await db.$rows<{ ids: string[]; total: number }>(
		Prisma.sql`WITH ${parts} SELECT ${ids} AS ids, ${total} AS total`,
		mode,
	);
	if (found === undefined) throw new Error("a page must have a row");
	return found;
}

/** A list of one table, in one order. */
export interface ListQuery extends Pick<IdPart, "from" | "where" | "sort">, Omit<PageQuery, "parts" | "mode"> {}

/**
 * Reads one page and the total by one statement, then the records of the page.
 * @param load returns them in any order, without those removed since
 */
export async function pageOf<Record extends { readonly id: unknown }>(
	db: Transaction,
	{ from, where, sort, ...query }: ListQuery,
	load: (ids: readonly string[]) => Promise<Record[]>,
): Promise<Page<Record>> {
	const { ids, total } = await pageOfIds(db, { ...query, parts: [{ from, where, sort }] });
	const records = ids.length === 0 ? [] : await load(ids);
	const byId = new Map(records.map((record) => [String(record.id), record]));
	return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** The SQL of a page, for the statement that reads it. */
export interface PageSql {
	/** For `WITH`: the page has the name `page`, and the columns `id` and `sort`. */
	readonly parts: Prisma.Sql;
	/** The order of the rows of `page`. */
	readonly order: Prisma.Sql;
	/** The ids in their order, as an array of text. */
	readonly ids: Prisma.Sql;
	/** The number of rows of the whole list. */
	readonly total: Prisma.Sql;
}

/** Gives the parts of the statement that reads a page. */
export function pageSql({ parts, id, order, limit, offset }: Omit<PageQuery, "mode">): PageSql {
	const direction = Prisma.raw(order === "asc" ? "ASC" : "DESC");
	const name = (index: number) => Prisma.raw(`part_${index}`);
	const idOf = (part: IdPart) => part.id ?? id;
	const withs = parts.flatMap((part, index) =>
		part.materialized
			? [
					Prisma.sql`${name(index)} AS MATERIALIZED (SELECT ${idOf(part)} AS id, ${part.sort} AS sort FROM ${part.from} WHERE ${all(part.where)})`,
				]
			: [],
	);
	const ordered = (part: IdPart, end: Prisma.Sql) =>
		Prisma.sql`SELECT ${idOf(part)} AS id, ${part.sort} AS sort FROM ${part.from} WHERE ${all(part.where)}
			ORDER BY ${part.sort} ${direction}, ${idOf(part)} ${end}`;
	const firsts = parts.map((part, index) =>
		part.materialized
			? Prisma.sql`SELECT * FROM ${name(index)}`
			: Prisma.sql`(${ordered(part, Prisma.sql`LIMIT ${limit + offset}`)})`,
	);
	const end = Prisma.sql`LIMIT ${limit} OFFSET ${offset}`;
	const [only, ...others] = parts;
	const page =
		only !== undefined && others.length === 0 && !only.materialized
			? ordered(only, end)
			: Prisma.sql`SELECT id, sort FROM (${Prisma.join(firsts, " UNION ALL ")}) AS firsts
				ORDER BY sort ${direction} NULLS LAST, id ${end}`;
	const totals = parts.flatMap(({ materialized, from, where, total }, index) => {
		if (total !== undefined) return total === null ? [] : [total];
		return materialized
			? [Prisma.sql`(SELECT count(*) FROM ${name(index)})`]
			: [Prisma.sql`(SELECT count(*) FROM ${from} WHERE ${all(where)})`];
	});
	return {
		parts: Prisma.join([...withs, Prisma.sql`page AS MATERIALIZED (${page})`]),
		order: Prisma.sql`page.sort ${direction} NULLS LAST, page.id`,
		ids: Prisma.sql`ARRAY(SELECT page.id::text FROM page)`,
		total: Prisma.sql`(${totals.length === 0 ? Prisma.sql`0` : Prisma.join(totals, " + ")})::int`,
	};
}
