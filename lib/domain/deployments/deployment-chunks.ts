import type { ExportDeployments } from "@/lib/contract/deployment";
import type { VisiblePart } from "@/lib/domain/access/visible-parts";
import { searchCondition, searchedWords } from "@/lib/domain/lists/search-condition";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { APPROVED_LAST, conditions, type FurtherConditions, SORTS, sourceOf } from "./deployment-query";

/** Rows of a list that one read takes. */
const CHUNK = 500;

/** Where a read ended: the value of the sort column as text, and the id. */
interface Position {
	readonly sort: string;
	readonly id: string;
}

/** One column by which rows follow each other, and the rows that have it. */
interface Phase {
	readonly sort: Prisma.Sql;
	readonly type: "timestamptz" | "bigint";
	readonly where: readonly Prisma.Sql[];
}

/**
 * The ids of a whole deployment list in its order, chunk by chunk: each begins behind the last row of the one before, through the
 * same index, so that the last chunk costs as much as the first.
 */
export async function* chunksOfDeployments(
	service: Service,
	visible: readonly VisiblePart[],
	filter: ExportDeployments,
	further: FurtherConditions,
	chunk = CHUNK,
): AsyncGenerator<string[]> {
	for (const phase of phasesOf(filter)) {
		for (let last: Position | null = null; ; ) {
			const found: Position[] = await service.prisma.$queryRaw<Position[]>(
				chunkQuery(visible, filter, [...further.where, ...phase.where], { ...phase, chunk, last }),
			);
			if (found.length > 0) yield found.map(({ id }) => id);
			last = found.at(-1) ?? null;
			if (last === null || found.length < chunk) break;
		}
	}
}

/** Rows that were never approved come last in both directions: when ascending, as a list of their own behind the others. */
function phasesOf({ sort, order }: ExportDeployments): Phase[] {
	if (sort !== "approved_at") {
		return [{ sort: SORTS[sort], type: sort === "build_size" ? "bigint" : "timestamptz", where: [] }];
	}
	const never = Prisma.sql`'-infinity'::timestamptz`;
	if (order === "desc") return [{ sort: APPROVED_LAST, type: "timestamptz", where: [] }];
	return [
		{ sort: SORTS.approved_at, type: "timestamptz", where: [Prisma.sql`x.approved_at IS NOT NULL`] },
		{ sort: never, type: "timestamptz", where: [Prisma.sql`x.approved_at IS NULL`] },
	];
}

function chunkQuery(
	visible: readonly VisiblePart[],
	filter: ExportDeployments,
	further: readonly Prisma.Sql[],
	{ sort, type, chunk, last }: Phase & { readonly chunk: number; readonly last: Position | null },
): Prisma.Sql {
	const direction = Prisma.raw(filter.order === "asc" ? "ASC" : "DESC");
	const beyond = Prisma.raw(filter.order === "asc" ? ">" : "<");
	const search = searchedWords("x", filter.q);
	const where = [...conditions(filter), ...(search ? [searchCondition(search, "of many")] : []), ...further];
	if (last !== null) {
		const value = Prisma.sql`${last.sort}::text::${Prisma.raw(type)}`;
		where.push(Prisma.sql`${sort} ${beyond}= ${value} AND (${sort} ${beyond} ${value} OR x.id > ${last.id}::uuid)`);
	}
	const firsts = visible.map(
		({ condition }) => Prisma.sql`(SELECT x.id, ${sort} AS sort FROM ${sourceOf(filter)}
			WHERE ${Prisma.join([condition, ...where], " AND ")} ORDER BY ${sort} ${direction}, x.id LIMIT ${chunk})`,
	);
	return Prisma.sql`SELECT id, sort::text AS sort FROM (${Prisma.join(firsts, " UNION ALL ")}) AS firsts
		ORDER BY firsts.sort ${direction}, id LIMIT ${chunk}`;
}
