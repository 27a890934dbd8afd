import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/**
 * Who may sign in (docs/contract.md, Sessions and sign-in links): those who set a password or came
 * in by single sign-on. A user whom a customer's key created by e-mail did neither, so the index
 * `users_one_sign_in_per_email` leaves them out.
 */
export const MAY_SIGN_IN = {
	OR: [{ passwordHash: { not: null } }, { oidcIssuer: { not: null } }],
} satisfies Prisma.UserWhereInput;

/** {@link MAY_SIGN_IN} in SQL, over the table `users` as `u`. */
export const MAY_SIGN_IN_SQL = Prisma.sql`(u.password_hash IS NOT NULL OR u.oidc_issuer IS NOT NULL)`;

/** The columns that {@link maySignIn} judges. */
export interface WaysIn {
	readonly passwordHash: string | null;
	readonly oidcIssuer: string | null;
}

/** {@link MAY_SIGN_IN} of a user who has been read. */
export const maySignIn = (user: WaysIn): boolean => user.passwordHash !== null || user.oidcIssuer !== null;

/** How long the password of a redeemed link signs an operator in where `OIDC_ONLY` is set. */
const WAY_BACK_MS = 10 * 60_000;

/**
 * Whose passwords sign in. With `OIDC_ONLY` those of operators alone, shortly after they redeemed a
 * link: their way back in while the provider is away.
 */
export function passwordSignsIn({ settings, now }: Pick<Service, "settings" | "now">): Prisma.UserWhereInput {
	const everybody = { passwordHash: { not: null }, disabledAt: null };
	if (!settings.OIDC_ONLY) return everybody;
	const since = new Date(now().getTime() - WAY_BACK_MS);
	return { ...everybody, role: "operator", signInLinks: { some: { usedAt: { gt: since } } } };
}
