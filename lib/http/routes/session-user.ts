import { cookies, headers } from "next/headers";
import { findSessionUser, sessionCookieName } from "@/lib/domain/accounts/session";
import type { Role } from "@/lib/generated/prisma/enums";
import { service } from "@/lib/platform/service";
import { overHttps } from "./authenticate";
import { FACT_HEADERS } from "./request-facts";

/** Who is signed in, as pages show it. */
export interface SessionUser {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly role: Role;
	readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
}

/**
 * The signed-in user of the page being rendered; null for a visitor. By the cookie that the API takes for the same request: whom a page
 * took for somebody by one that is left from plain HTTP, the API would send to sign in, and the page that signs in back again.
 */
export async function sessionUser(): Promise<SessionUser | null> {
	const [jar, facts] = await Promise.all([cookies(), headers()]);
	const secure = overHttps({ origin: facts.get(FACT_HEADERS.origin) ?? "" });
	const user = await findSessionUser(service(), jar.get(sessionCookieName(secure))?.value);
	if (user === null) return null;
	const { id, email, role, organization } = user;
	return { id, email, name: `${user.firstName} ${user.lastName}`.trim() || email, role, organization };
}
