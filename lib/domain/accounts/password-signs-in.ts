import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/** How long the password of a redeemed link signs an operator in where `OIDC_ONLY` is set. */
const WAY_BACK_MS = 10 * 60_000;

/**
 * Whose passwords sign in. With `OIDC_ONLY` those of operators alone, shortly after they redeemed a
 * link: their way back in while the provider is away.
 */
export function passwordSignsIn({ settings, now }: Pick<Service, "settings" | "now">): Prisma.UserWhereInput {
	const everybody = { password_hash: { not: null }, disabled_at: null };
	if (!settings.OIDC_ONLY) return everybody;
	const since = new Date(now().getTime() - WAY_BACK_MS);
	return { ...everybody, role: "operator", signInLinks: { some: { used_at: { gt: since } } } };
}
