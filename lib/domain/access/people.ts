import { Prisma } from "@/lib/generated/prisma/client";
import type { Principal } from "./principal";

/**
 * Visibility of people, organizations and API keys (docs/contract.md, Access), as filters and as
 * predicates of single rows, which a property test compares. For the caller, rows outside of a
 * filter do not exist.
 */

/** The attributes of a user that decide about access. */
export interface PersonAttributes {
	readonly id: string;
	readonly organization_id: string;
}

/** A condition on ids or organizations for Prisma; {@link inSql} translates it for lists. */
interface Ownership {
	readonly id?: string;
	readonly organization_id?: string;
}

/** Users whom the caller sees, and for whom they may issue keys if their role allows it. */
export function visiblePeople(principal: Principal): Ownership {
	if (principal.role === "operator") return {};
	if (principal.role === "administrator") return { organization_id: principal.organizationId };
	return { id: principal.userId };
}

/** {@link visiblePeople} as SQL over the alias `u`. */
export function visiblePeopleSql(principal: Principal): Prisma.Sql {
	return inSql("u", visiblePeople(principal));
}

/** Organizations that the caller sees and may administer by role. */
export function visibleOrganizations(principal: Principal): Pick<Ownership, "id"> {
	return principal.role === "operator" ? {} : { id: principal.organizationId };
}

/** {@link visibleOrganizations} as SQL over the alias `o`. */
export function visibleOrganizationsSql(principal: Principal): Prisma.Sql {
	return inSql("o", visibleOrganizations(principal));
}

function inSql(alias: "u" | "o", { id, organization_id: organizationId }: Ownership): Prisma.Sql {
	const table = Prisma.raw(alias);
	const conditions = [Prisma.sql`TRUE`];
	if (id !== undefined) conditions.push(Prisma.sql`${table}.id = ${id}::uuid`);
	if (organizationId !== undefined) conditions.push(Prisma.sql`${table}.organization_id = ${organizationId}::uuid`);
	return Prisma.join(conditions, " AND ");
}

/** Keys (alias `k`) that the caller sees. */
export function visibleKeysSql(principal: Principal): Prisma.Sql {
	const people = Prisma.sql`SELECT u.id FROM users u WHERE ${visiblePeopleSql(principal)}`;
	return Prisma.sql`k.revoked_at IS NULL AND k.user_id IN (${people})`;
}
