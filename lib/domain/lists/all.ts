import { Prisma } from "@/lib/generated/prisma/client";

/** Joins conditions with AND. */
export function all(conditions: readonly Prisma.Sql[]): Prisma.Sql {
	return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join([...conditions], " AND ");
}
