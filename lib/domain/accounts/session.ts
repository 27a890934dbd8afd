import { randomUUID } from "node:crypto";
import { decode, type JWT } from "next-auth/jwt";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { type Origin, principalOfUser, principalSelect } from "./principal-of-user";
import type { SignedInUser } from "./verify-sign-in";

/** Name of the session cookie; over HTTPS with the prefix that browsers accept only from there. */
export function sessionCookieName(secure: boolean): string {
	return secure ? "__Secure-targeting.session" : "targeting.session";
}

/** Seconds after which an unused session ends. */
export const SESSION_MAX_AGE_SECONDS = 12 * 3600;

/** Milliseconds after which every session ends. */
const SESSION_LONGEST_MS = 30 * 24 * 3_600_000;

/** Claims of a session cookie: the user, the session and its latest end in milliseconds. */
export interface SessionClaims extends JWT {
	sub: string;
	/** The user's session epoch at the time of signing in. */
	epoch: number;
	/** The session's id, which renewals of the cookie keep. */
	session: string;
	until: number;
}

/** The claims of a new session. */
export function newSession(
	{ now }: Pick<Service, "now">,
	{ id, epoch }: Pick<SignedInUser, "id" | "epoch">,
): SessionClaims {
	return { sub: id, epoch, session: randomUUID(), until: now().getTime() + SESSION_LONGEST_MS };
}

const sessionUserSelect = {
	...principalSelect,
	firstName: true,
	lastName: true,
	sessionEpoch: true,
	passwordHash: true,
	organization: { select: { id: true, slug: true, name: true } },
} satisfies Prisma.UserSelect;

export type SessionUserRecord = Prisma.UserGetPayload<{ select: typeof sessionUserSelect }>;

/**
 * The user of a session cookie; null when it is invalid or ended, or the user may no longer sign
 * in.
 */
export async function findSessionUser(
	service: Pick<Service, "prisma" | "secret" | "now">,
	cookie: string | undefined,
): Promise<SessionUserRecord | null> {
	if (cookie === undefined || cookie === "") return null;
	const claims: Partial<SessionClaims> | null = await decode({ token: cookie, secret: service.secret }).catch(
		() => null,
	);
	const { sub, session, until } = claims ?? {};
	if (typeof sub !== "string" || typeof session !== "string" || typeof until !== "number") return null;
	if (service.now().getTime() >= until) return null;
	const [user, ended] = await Promise.all([
		service.prisma.user.findUnique({ where: { id: sub }, select: sessionUserSelect }),
		service.prisma.endedSession.findUnique({ where: { id: session }, select: { id: true } }),
	]);
	if (ended !== null || user === null || user.disabledAt !== null || user.passwordHash === null) return null;
	return user.sessionEpoch === claims?.epoch ? user : null;
}

/** The principal of a session: the user with all rights of their role. */
export function principalOfSession(user: SessionUserRecord, origin: Origin): Principal {
	return principalOfUser(user, { kind: "session", id: null }, ["manage", "administer"], origin);
}
