import { Prisma } from "@/lib/generated/prisma/client";
import type { Planned } from "@/lib/platform/db/prisma-client";
import type { Transaction } from "@/lib/platform/service";
import { all } from "./all";

/** A page of rows with the number available in total, both under the same conditions. */
export interface Page<Row> {
	readonly rows: readonly Row[];
	readonly total: number;
}

/** Rows of a list; no row is in two parts of one query. */
export interface IdPart {
	/** `FROM` with its joins. */
	readonly from: Prisma.Sql;
	readonly where: readonly Prisma.Sql[];
	/** The sort column; a list of several parts has them in one type. Null: rows without it, which come last. */
	readonly sort: Prisma.Sql;
	/** The id column, where it is not that of the query. */
	readonly id?: Prisma.Sql;
	/** A handful of rows that an index finds: read once, for the page and for the total. */
	readonly few?: boolean;
	/** An expression for the number of rows; absent: they are counted, null: another part counts them. */
	readonly total?: Prisma.Sql | null;
}

/** One page of ids: the page and its total share the parts' conditions. */
export interface IdQuery {
	readonly parts: readonly IdPart[];
	/** The id column. It completes the order, so that paging is stable. */
	readonly id: Prisma.Sql;
	readonly order: "asc" | "desc";
	readonly limit: number;
	readonly offset: number;
	readonly planned?: Planned;
}

/**
 * Reads the ids of one page and the total (docs/contract.md, Paging) by one statement, so that both
 * are of one moment.
 */
export async function pageOfIds(
	db: Transaction,
	{ planned = "anew", ...query }: IdQuery,
): Promise<{ ids: string[]; total: number }> {
	const [found] = await db.$rows<{ ids: string[]; total: number }>(pageStatement(query), planned);
	if (found === undefined) throw new Error("a page must have a row");
	return found;
}

/** A page is read this often at most; after that it has the rows that are left. */
const READINGS = 3;

/**
 * A page of ids with its rows, which another statement reads. Where a row was removed in between, or changed so that it no longer
 * belongs here, the page is read again: a short page in the middle would look like the last one.
 * @param load gives the rows that still belong to the list, in the order of the ids
 */
export async function pageOfRows<Row>(
	readIds: () => Promise<{ readonly ids: readonly string[]; readonly total: number }>,
	load: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
	for (let reading = 1; ; reading += 1) {
		const { ids, total } = await readIds();
		const rows = await load(ids);
		if (rows.length === ids.length || reading === READINGS) return { rows, total };
	}
}

/** The ids of the page stand in a part of the plan by this name. */
function pageStatement({ parts, id, order, limit, offset }: Omit<IdQuery, "planned">): Prisma.Sql {
	const direction = Prisma.raw(order === "asc" ? "ASC" : "DESC");
	const name = (index: number) => Prisma.raw(`few_${index}`);
	const idOf = (part: IdPart) => part.id ?? id;
	const withs = parts.flatMap((part, index) =>
		part.few
			? [
					Prisma.sql`${name(index)} AS MATERIALIZED (SELECT ${idOf(part)} AS id, ${part.sort} AS sort FROM ${part.from} WHERE ${all(part.where)})`,
				]
			: [],
	);
	const ordered = (part: IdPart, end: Prisma.Sql) =>
		Prisma.sql`SELECT ${idOf(part)} AS id, ${part.sort} AS sort FROM ${part.from} WHERE ${all(part.where)}
			ORDER BY ${part.sort} ${direction}, ${idOf(part)} ${end}`;
	const firsts = parts.map((part, index) =>
		part.few
			? Prisma.sql`SELECT * FROM ${name(index)}`
			: Prisma.sql`(${ordered(part, Prisma.sql`LIMIT ${limit + offset}`)})`,
	);
	const end = Prisma.sql`LIMIT ${limit} OFFSET ${offset}`;
	const [only, ...others] = parts;
	const page =
		only !== undefined && others.length === 0 && !only.few
			? ordered(only, end)
			: Prisma.sql`SELECT id FROM (${Prisma.join(firsts, " UNION ALL ")}) AS firsts
				ORDER BY sort ${direction} NULLS LAST, id ${end}`;
	const totals = parts.flatMap(({ few, from, where, total }, index) => {
		if (total !== undefined) return total === null ? [] : [total];
		return few
			? [Prisma.sql`(SELECT count(*) FROM ${name(index)})`]
			: [Prisma.sql`(SELECT count(*) FROM ${from} WHERE ${all(where)})`];
	});
	return Prisma.sql`WITH ${Prisma.join([...withs, Prisma.sql`page AS MATERIALIZED (${page})`])}
		SELECT ARRAY(SELECT id::text FROM page) AS ids, (${totals.length === 0 ? Prisma.sql`0` : Prisma.join(totals, " + ")})::int AS total`;
}
