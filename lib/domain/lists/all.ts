import { Prisma } from "@/lib/generated/prisma/client";

/** Conditions that hold together. */
export function all(conditions: readonly Prisma.Sql[]): Prisma.Sql {
	return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join([...conditions], " AND ");
}
