import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";

/** A page of rows with the number available in total, both under the same conditions. */
export interface Page<Row> {
	readonly rows: readonly Row[];
	readonly total: number;
}

/** One page of ids: conditions and joins shared by the list and its count, a total order so that paging is stable. */
export interface IdQuery {
	/** `FROM` with its joins. */
	readonly from: Prisma.Sql;
	readonly where: readonly Prisma.Sql[];
	/** The id column. */
	readonly id: Prisma.Sql;
	/** The sort column; rows where it is null come last in both directions. */
	readonly sort: Prisma.Sql;
	readonly nullable: boolean;
	readonly order: "asc" | "desc";
	readonly limit: number;
	readonly offset: number;
}

/** Reads the ids of one page and the total (specification, Paging). */
export async function pageOfIds(db: Transaction, query: IdQuery): Promise<{ ids: string[]; total: number }> {
	const where = Prisma.join([...query.where], " AND ");
	const direction = Prisma.raw(query.order === "asc" ? "ASC" : "DESC");
	// The default places of nulls (last when ascending, first when descending) need no words where there are none, and the plain form is what an index serves.
	const nulls = query.nullable ? Prisma.raw("NULLS LAST") : Prisma.empty;
	const ids =
		query.limit === 0
			? []
			: await db.$queryRaw<{ id: string }[]>`
				SELECT ${query.id} AS id FROM ${query.from} WHERE ${where}
				ORDER BY ${query.sort} ${direction} ${nulls}, ${query.id}
				LIMIT ${query.limit} OFFSET ${query.offset}`;
	const [counted] = await db.$queryRaw<{ total: number }[]>`
		SELECT count(*)::int AS total FROM ${query.from} WHERE ${where}`;
	return { ids: ids.map(({ id }) => id), total: counted?.total ?? 0 };
}
