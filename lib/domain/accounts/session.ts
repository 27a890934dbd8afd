import { decode, type JWT } from "next-auth/jwt";
import { maySignIn } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import { wordOfBasePath } from "@/lib/platform/base-path.mjs";
import { acceptedSecrets, type Secrets } from "@/lib/platform/secrets";
import type { Service } from "@/lib/platform/service";
import { type Origin, principalOfUser, principalSelect } from "./principal-of-user";

/**
 * Name of a cookie of the service, which goes to all of its paths. Over HTTPS it has a prefix that
 * browsers accept only from there: `__Host-`, which no other host can set, such as a neighboring
 * domain. Below a path browsers do not accept that; it is named apart there, as browsers send a
 * cookie of the host to every service there.
 */
export function cookieName({ settings }: Pick<Service, "settings">, secure: boolean, name: string): string {
	const { BASE_PATH } = settings;
	if (BASE_PATH === "") return `${secure ? "__Host-" : ""}${name}`;
	return `${secure ? "__Secure-" : ""}${name}.${wordOfBasePath(BASE_PATH)}`;
}

/** Name of the session cookie. */
export function sessionCookieName(service: Pick<Service, "settings">, secure: boolean): string {
	return cookieName(service, secure, "targeting.session");
}

/** Seconds after which an unused session ends. */
export const SESSION_MAX_AGE_SECONDS = 12 * 3600;

/** Milliseconds after which every session ends. */
export const SESSION_LONGEST_MS = 30 * 24 * 3_600_000;

/** Claims of a session cookie: the user, the session, its last use and its latest end. */
export interface SessionClaims extends JWT {
	sub: string;
	/** The session's id, which renewals of the cookie keep. */
	session: string;
	/** When the cookie was sealed, in milliseconds of the service's clock. */
	used: number;
	/** When the session ends, however much it is used, in milliseconds. */
	until: number;
}

/**
 * The claims of a session cookie.
 * @throws Error for a cookie that is forged or of another secret, or whose session has ended by
 *   itself: 12 hours after its last use, or 30 days after it began
 */
export async function readSession(service: Secrets & Pick<Service, "now">, cookie: string): Promise<SessionClaims> {
	const claims: Partial<SessionClaims> | null = await openCookie(service, cookie);
	const { sub, session, used, until } = claims ?? {};
	if (typeof sub !== "string" || typeof session !== "string" || typeof used !== "number" || typeof until !== "number") {
		throw new Error("the cookie is no session's");
	}
	const time = service.now().getTime();
	if (time >= until || time - used >= SESSION_MAX_AGE_SECONDS * 1000) throw new Error("the session has ended");
	return { ...claims, sub, session, used, until };
}

async function openCookie(secrets: Secrets, cookie: string): Promise<JWT | null> {
	let failure: unknown;
	for (const secret of acceptedSecrets(secrets)) {
		try {
			return await decode({ token: cookie, secret });
		} catch (error) {
			failure ??= error;
		}
	}
	throw failure;
}

const sessionUserSelect = {
	...principalSelect,
	first_name: true,
	last_name: true,
	session_epoch: true,
	password_hash: true,
	oidc_issuer: true,
	second_factor_at: true,
	guide: true,
	organization: { select: { id: true, slug: true, name: true, members_see: true, second_factor_required: true } },
} satisfies Prisma.UserSelect;

const sessionSelect = {
	id: true,
	user_id: true,
	opened_by: true,
	epoch: true,
	second_factor: true,
	confirmed_at: true,
} satisfies Prisma.SessionSelect;

export interface SessionUserRecord extends Prisma.UserGetPayload<{ select: typeof sessionUserSelect }> {
	readonly session: Prisma.SessionGetPayload<{ select: typeof sessionSelect }>;
}

/**
 * The user of a session cookie, with the session; null when it is invalid or ended, or the user may
 * no longer sign in. Every request comes here: two reads by primary key.
 */
export async function findSessionUser(
	service: Secrets & Pick<Service, "prisma" | "now">,
	cookie: string | undefined,
): Promise<SessionUserRecord | null> {
	if (cookie === undefined || cookie === "") return null;
	const claims = await readSession(service, cookie).catch(() => null);
	if (claims === null) return null;
	const [user, session] = await Promise.all([
		service.prisma.user.findUnique({ where: { id: claims.sub }, select: sessionUserSelect }),
		service.prisma.session.findUnique({ where: { id: claims.session }, select: sessionSelect }),
	]);
	if (session === null || user === null || user.disabled_at !== null || !maySignIn(user)) return null;
	return session.user_id === user.id && session.epoch === user.session_epoch ? { ...user, session } : null;
}

/**
 * Whether the user must add a second factor before anything else: their organization requires one,
 * and they signed in by a password alone.
 */
export function mustAddFactor({ organization, second_factor_at: secondFactorAt, session }: SessionUserRecord): boolean {
	return organization.second_factor_required && secondFactorAt === null && session.opened_by === "password";
}

/** The principal of a session: the user with all rights of their role. */
export function principalOfSession(user: SessionUserRecord, origin: Origin): Principal {
	const { id, confirmed_at: confirmedAt } = user.session;
	return {
		...principalOfUser(user, { kind: "session", id: null }, ["manage", "administer"], origin),
		session: { id, confirmedAt, mustAddFactor: mustAddFactor(user) },
	};
}
