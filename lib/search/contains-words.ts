import { Prisma } from "@/lib/generated/prisma/client";

/** The words of `q` as LIKE takes them: its own signs mean themselves. For filters that Prisma writes. */
export function containedWords(q: string | undefined): string[] {
	const words = (q ?? "").split(/\s+/).filter((word) => word !== "");
	return words.map((word) => word.replace(/[\\%_]/g, "\\$&"));
}

/**
 * A condition under which every word of `q` occurs somewhere in one of the columns, whatever its case: for tables of people
 * and things that are looked after, which are read through another index. True without words.
 * @param columns constants of the code, never input
 */
export function containsWords(columns: readonly Prisma.Sql[], q: string | undefined): Prisma.Sql {
	const conditions = containedWords(q).map((word) => {
		const matches = columns.map((column) => Prisma.sql`${column} ILIKE ${`%${word}%`}`);
		return Prisma.sql`(${Prisma.join(matches, " OR ")})`;
	});
	return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join(conditions, " AND ");
}
