import type { Credential, Principal } from "@/lib/domain/access/principal";
import { type KeyScope, Prisma } from "@/lib/generated/prisma/client";

/** The columns of a user that a principal needs. */
export const principalSelect = {
	id: true,
	email: true,
	role: true,
	organization_id: true,
	disabled_at: true,
	organization: { select: { slug: true, members_see: true } },
} satisfies Prisma.UserSelect;

export type PrincipalUser = Prisma.UserGetPayload<{ select: typeof principalSelect }>;

/** The columns of an enabled user. */
export type Identity = Omit<PrincipalUser, "disabled_at">;

/**
 * An {@link Identity} as JSON in a statement of `$rows`, over the tables `users` and
 * `organizations`.
 */
export const PRINCIPAL_JSON = Prisma.sql`json_build_object('id', users.id, 'email', users.email, 'role', users.role,
	'organization_id', users.organization_id, 'organization', json_build_object('slug', organizations.slug, 'members_see', organizations.members_see))`;

/** The origin of a request: address, request id, and the program where the request names it. */
export interface Origin {
	readonly address: string | null;
	readonly requestId: string | null;
	readonly program?: string;
}

/**
 * The principal of a user, narrowed by the credential (docs/contract.md, API keys): without the
 * scope `administer` an administrator or operator acts as a designer.
 */
export function principalOfUser(
	user: Identity,
	credential: Credential,
	scopes: readonly KeyScope[],
	origin: Origin,
): Principal {
	return {
		userId: user.id,
		email: user.email,
		organizationId: user.organization_id,
		organizationSlug: user.organization.slug,
		membersSee: user.organization.members_see,
		role: scopes.includes("administer") ? user.role : "designer",
		mayManage: scopes.includes("manage"),
		credential,
		...origin,
	};
}
