import { decode } from "next-auth/jwt";
import type { Principal } from "@/lib/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/service";
import { type Origin, principalOfUser, principalSelect } from "./principal-of-user";

/** Name of the session cookie; over HTTPS with the prefix that browsers only take from there. */
export function sessionCookieName(secure: boolean): string {
	return secure ? "__Secure-targeting.session" : "targeting.session";
}

/** How long a session lasts without being used, in seconds. */
export const SESSION_MAX_AGE_SECONDS = 12 * 3600;

const sessionUserSelect = {
	...principalSelect,
	firstName: true,
	lastName: true,
	sessionEpoch: true,
	passwordHash: true,
	organization: { select: { id: true, slug: true, name: true } },
} satisfies Prisma.UserSelect;

export type SessionUserRecord = Prisma.UserGetPayload<{ select: typeof sessionUserSelect }>;

/** The user of a session cookie's value; null when it is not valid, has ended, or its user may not sign in any more. */
export async function findSessionUser(
	service: Pick<Service, "prisma" | "secret">,
	cookie: string | undefined,
): Promise<SessionUserRecord | null> {
	if (cookie === undefined || cookie === "") return null;
	const claims = await decode({ token: cookie, secret: service.secret }).catch(() => null);
	if (typeof claims?.sub !== "string") return null;
	const user = await service.prisma.user.findUnique({ where: { id: claims.sub }, select: sessionUserSelect });
	if (user === null || user.disabledAt !== null || user.passwordHash === null) return null;
	return user.sessionEpoch === claims.epoch ? user : null;
}

/** Who calls with a session cookie: the user with all that their role opens. */
export function principalOfSession(user: SessionUserRecord, origin: Origin): Principal {
	return principalOfUser(user, { kind: "session", id: null }, ["manage", "administer"], origin);
}
