import type { ExportDeployments } from "@/lib/contract/deployment-list";
import type { Principal } from "@/lib/domain/access/principal";
import type { IdPart } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { deploymentList } from "./deployment-list";

/** Rows that one query reads. */
const CHUNK = 500;

/** The last row that was read: its sort value as text, and its id. */
interface LastRow {
	readonly sort: string;
	readonly id: string;
}

/**
 * Reads the ids of a whole deployment list in its order, chunk by chunk. Each chunk begins behind
 * the last row by an index, so that the last chunk costs as much as the first.
 */
export async function* chunksOfDeployments(
	service: Service,
	principal: Principal,
	filter: ExportDeployments,
	chunk = CHUNK,
): AsyncGenerator<string[]> {
	const parts = deploymentList.parts(service, principal, { ...filter, detail: true, limit: chunk, offset: 0 });
	for (const phase of phasesOf(filter, parts)) {
		for (let last: LastRow | null = null; ; ) {
			const found: LastRow[] = await service.prisma.$queryRaw<LastRow[]>(chunkQuery(filter, phase, chunk, last));
			if (found.length > 0) yield found.map(({ id }) => id);
			last = found.at(-1) ?? null;
			if (last === null || found.length < chunk) break;
		}
	}
}

/** Unapproved rows come last in both directions: in ascending order as a second list. */
function phasesOf({ sort, order }: ExportDeployments, parts: readonly IdPart[]): (readonly IdPart[])[] {
	if (sort !== "approved_at" || order === "desc") return [parts];
	const never = Prisma.sql`'-infinity'::timestamptz`;
	return [
		parts.map((part) => ({ ...part, where: [...part.where, Prisma.sql`deployments.approved_at IS NOT NULL`] })),
		parts.map((part) => ({
			...part,
			where: [...part.where, Prisma.sql`deployments.approved_at IS NULL`],
			sort: never,
		})),
	];
}

function chunkQuery(
	filter: ExportDeployments,
	parts: readonly IdPart[],
	chunk: number,
	last: LastRow | null,
): Prisma.Sql {
	const direction = Prisma.raw(filter.order === "asc" ? "ASC" : "DESC");
	const beyond = Prisma.raw(filter.order === "asc" ? ">" : "<");
	const type = Prisma.raw(filter.sort === "build_size" ? "bigint" : "timestamptz");
	const firsts = parts.map(({ from, where, sort }) => {
		const value = Prisma.sql`${last?.sort}::text::${type}`;
		const behind =
			last === null
				? Prisma.sql`TRUE`
				: Prisma.sql`${sort} ${beyond}= ${value} AND (${sort} ${beyond} ${value} OR deployments.id > ${last.id}::uuid)`;
		return Prisma.sql`(SELECT deployments.id, ${sort} AS sort FROM ${from}
			WHERE ${Prisma.join([...where, behind], " AND ")} ORDER BY ${sort} ${direction}, deployments.id LIMIT ${chunk})`;
	});
	return Prisma.sql`SELECT id, sort::text AS sort FROM (${Prisma.join(firsts, " UNION ALL ")}) AS firsts
		ORDER BY firsts.sort ${direction}, id LIMIT ${chunk}`;
}
