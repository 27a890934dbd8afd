import { cookies, headers } from "next/headers";
import {
	findSessionUser,
	mustAddFactor,
	type SessionUserRecord,
	sessionCookieName,
} from "@/lib/domain/accounts/session";
import type { MembersSee, Role } from "@/lib/generated/prisma/enums";
import { service } from "@/lib/platform/service";
import { overHttps } from "./authenticate";
import { ATTRIBUTE_HEADERS } from "./request-attributes";

/** The signed-in user, as pages show it. */
export interface SessionUser {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly role: Role;
	/** Whether the user must add a second factor before anything else. */
	readonly mustAddFactor: boolean;
	/** Whether the user wants to see the getting-started steps; null: no choice yet. */
	readonly guide: "open" | "gone" | null;
	readonly organization: {
		readonly id: string;
		readonly slug: string;
		readonly name: string;
		readonly membersSee: MembersSee;
	};
}

/**
 * Gives the signed-in user of the page being rendered; null for a visitor. Reads the cookie that
 * the API reads: a page that accepted another one would redirect in a circle with the sign-in page.
 */
export async function sessionUser(): Promise<SessionUser | null> {
	const [jar, attributes] = await Promise.all([cookies(), headers()]);
	const secure = overHttps({ origin: attributes.get(ATTRIBUTE_HEADERS.origin) ?? "" });
	return shownUser(await findSessionUser(service(), jar.get(sessionCookieName(service(), secure))?.value));
}

/** The user of a session, as pages show them. */
export function shownUser(user: SessionUserRecord | null): SessionUser | null {
	if (user === null) return null;
	const { id, email, role } = user;
	const { id: organizationId, slug, name: organizationName, members_see: membersSee } = user.organization;
	const name = `${user.first_name} ${user.last_name}`.trim() || email;
	const guide = user.guide === "open" || user.guide === "gone" ? user.guide : null;
	return {
		id,
		email,
		name,
		role,
		mustAddFactor: mustAddFactor(user),
		guide,
		organization: { id: organizationId, slug, name: organizationName, membersSee },
	};
}
