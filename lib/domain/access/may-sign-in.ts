import { Prisma } from "@/lib/generated/prisma/client";

/**
 * Users that may sign in (docs/contract.md, Sessions and sign-in links): they have set a password
 * or used single sign-on. A customer's key may create users by e-mail that did neither; the index
 * `users_one_sign_in_per_email` leaves them out.
 */
export const MAY_SIGN_IN = {
	OR: [{ password_hash: { not: null } }, { oidc_issuer: { not: null } }],
} satisfies Prisma.UserWhereInput;

/** {@link MAY_SIGN_IN} in SQL, over the table `users` as `u`. */
export const MAY_SIGN_IN_SQL = Prisma.sql`(u.password_hash IS NOT NULL OR u.oidc_issuer IS NOT NULL)`;

/** People (`users` as `u`) who can sign in now, and thus read their notices. */
export const ACTIVE_PEOPLE_SQL = Prisma.sql`(u.disabled_at IS NULL AND ${MAY_SIGN_IN_SQL})`;

/** The columns that {@link maySignIn} judges. */
export interface WaysIn {
	readonly password_hash: string | null;
	readonly oidc_issuer: string | null;
}

/** {@link MAY_SIGN_IN} for a loaded row. */
export const maySignIn = (user: WaysIn): boolean => user.password_hash !== null || user.oidc_issuer !== null;
