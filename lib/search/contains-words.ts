import { Prisma } from "@/lib/generated/prisma/client";

/**
 * A condition under which every word of `q` occurs somewhere in one of the columns, whatever its case: for tables of people
 * and things that are looked after, which are read through another index. True without words.
 * @param columns constants of the code, never input
 */
export function containsWords(columns: readonly Prisma.Sql[], q: string | undefined): Prisma.Sql {
	const words = (q ?? "").split(/\s+/).filter((word) => word !== "");
	if (words.length === 0) return Prisma.sql`TRUE`;
	const conditions = words.map((word) => {
		const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
		return Prisma.sql`(${Prisma.join(
			columns.map((column) => Prisma.sql`${column} ILIKE ${pattern}`),
			" OR ",
		)})`;
	});
	return Prisma.join(conditions, " AND ");
}
