import { cookies, headers } from "next/headers";
import { findSessionUser, sessionCookieName } from "@/lib/domain/accounts/session";
import type { Role } from "@/lib/generated/prisma/enums";
import { service } from "@/lib/platform/service";
import { overHttps } from "./authenticate";
import { ATTRIBUTE_HEADERS } from "./request-attributes";

/** The signed-in user, as pages show it. */
export interface SessionUser {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly role: Role;
	readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
}

/**
 * Gives the signed-in user of the page being rendered; null for a visitor. Reads the cookie that
 * the API reads: a page that accepted another one would redirect in a circle with the sign-in page.
 */
export async function sessionUser(): Promise<SessionUser | null> {
	const [jar, attributes] = await Promise.all([cookies(), headers()]);
	const secure = overHttps({ origin: attributes.get(ATTRIBUTE_HEADERS.origin) ?? "" });
	const user = await findSessionUser(service(), jar.get(sessionCookieName(service(), secure))?.value);
	if (user === null) return null;
	const { id, email, role, organization } = user;
	return { id, email, name: `${user.firstName} ${user.lastName}`.trim() || email, role, organization };
}
