import { cookies } from "next/headers";
import { findSessionUser, sessionCookieName } from "@/lib/auth/session";
import type { Role } from "@/lib/generated/prisma/enums";
import { service } from "@/lib/service";

/** Who is signed in, as pages show it. */
export interface SessionUser {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly role: Role;
	readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
}

/** The signed-in user of the page being rendered; null for a visitor. */
export async function sessionUser(): Promise<SessionUser | null> {
	const jar = await cookies();
	const cookie = jar.get(sessionCookieName(true)) ?? jar.get(sessionCookieName(false));
	const user = await findSessionUser(service(), cookie?.value);
	if (user === null) return null;
	const { id, email, role, organization } = user;
	return { id, email, name: `${user.firstName} ${user.lastName}`.trim() || email, role, organization };
}
