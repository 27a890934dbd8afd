import { Prisma } from "@/lib/generated/prisma/client";
import type { Principal } from "./principal";

/**
 * Who sees which people, organizations and API keys (design.md sections 2, 3 and 7), as filters for queries and as predicates
 * for single rows. A property test holds them against each other. What a filter leaves out does not exist for the caller.
 */

/** What decides about a person. */
export interface PersonFacts {
	readonly id: string;
	readonly organizationId: string;
}

/** Rows by what they are or whose they are, as Prisma takes it; {@link inSql} says the same to lists. */
interface Whose {
	readonly id?: string;
	readonly organizationId?: string;
}

/** People that the caller sees, and may issue keys for where their roles allow it. */
export function visiblePeople(principal: Principal): Whose {
	if (principal.role === "operator") return {};
	if (principal.role === "administrator") return { organizationId: principal.organizationId };
	return { id: principal.userId };
}

/** {@link visiblePeople} for lists; needs the alias `u`. */
export function peopleInSight(principal: Principal): Prisma.Sql {
	return inSql("u", visiblePeople(principal));
}

/** Organizations that the caller sees among those that are looked after. */
export function visibleOrganizations(principal: Principal): Pick<Whose, "id"> {
	return principal.role === "operator" ? {} : { id: principal.organizationId };
}

/** {@link visibleOrganizations} for lists; needs the alias `o`. */
export function organizationsInSight(principal: Principal): Prisma.Sql {
	return inSql("o", visibleOrganizations(principal));
}

function inSql(alias: "u" | "o", { id, organizationId }: Whose): Prisma.Sql {
	const table = Prisma.raw(alias);
	const conditions = [Prisma.sql`TRUE`];
	if (id !== undefined) conditions.push(Prisma.sql`${table}.id = ${id}::uuid`);
	if (organizationId !== undefined) conditions.push(Prisma.sql`${table}.organization_id = ${organizationId}::uuid`);
	return Prisma.join(conditions, " AND ");
}

/** Keys that the caller sees. */
export function visibleKeys(principal: Principal): Prisma.ApiKeyWhereInput {
	if (principal.role === "operator" || principal.role === "administrator") {
		return { revokedAt: null, user: visiblePeople(principal) };
	}
	return { revokedAt: null, userId: principal.userId };
}
