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

/** The query for one page of ids and the total. */
export interface IdQuery {
	readonly parts: readonly IdPart[];
	/** The id column. It completes the order, so that paging is stable. */
	readonly id: Prisma.Sql;
	readonly order: "asc" | "desc";
	readonly limit: number;
	readonly offset: number;
	readonly mode?: PlanMode;
}

/**
 * Reads the ids of one page and the total (docs/contract.md, Paging) by one statement, so that both
 * are of one moment.
 */
export async function pageOfIds(
	db: Transaction,
	{ mode = "auto", ...query }: IdQuery,
): Promise<{ ids: string[]; total: number }> {
	const [found] = await db.$rows<{ ids: string[]; total: number }>(pageStatement(query), mode);
	if (found === undefined) throw new Error("a page must have a row");
	return found;
}

/** After so many attempts a page has the rows that are left. */
const ATTEMPTS = 3;

/**
 * Reads a page of ids, then its rows by another statement. When a row was removed in between, or no
 * longer belongs to the list, it reads the page again: a short page would look like the last one.
 * @param load gives the rows that still belong to the list, in the order of the ids
 */
export async function pageOfRows<Row>(
	readIds: () => Promise<{ readonly ids: readonly string[]; readonly total: number }>,
	load: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
	for (let attempt = 1; ; attempt += 1) {
		const { ids, total } = await readIds();
		const rows = await load(ids);
		if (rows.length === ids.length || attempt === ATTEMPTS) return { rows, total };
	}
}

/** lib/tools/testing/scale/explain.ts finds the plans of `page` and `part_…` by name. */
function pageStatement({ parts, id, order, limit, offset }: Omit<IdQuery, "mode">): Prisma.Sql {
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
			: Prisma.sql`SELECT id FROM (${Prisma.join(firsts, " UNION ALL ")}) AS firsts
				ORDER BY sort ${direction} NULLS LAST, id ${end}`;
	const totals = parts.flatMap(({ materialized, from, where, total }, index) => {
		if (total !== undefined) return total === null ? [] : [total];
		return materialized
			? [Prisma.sql`(SELECT count(*) FROM ${name(index)})`]
			: [Prisma.sql`(SELECT count(*) FROM ${from} WHERE ${all(where)})`];
	});
	return Prisma.sql`WITH ${Prisma.join([...withs, Prisma.sql`page AS MATERIALIZED (${page})`])}
		SELECT ARRAY(SELECT id::text FROM page) AS ids, (${totals.length === 0 ? Prisma.sql`0` : Prisma.join(totals, " + ")})::int AS total`;
}
