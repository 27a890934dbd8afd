import type { JWT } from "next-auth/jwt";
import { noted } from "@/lib/domain/accounts/noted";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { SESSION_LONGEST_MS, type SessionClaims } from "@/lib/domain/accounts/session";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { SessionOpening } from "@/lib/generated/prisma/enums";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { browserWords } from "./browser-words";
import { sweepSessionsNowAndThen } from "./sweep-sessions";

/** A user whose sign-in was verified. */
export interface VerifiedUser {
	readonly userId: string;
	/**
	 * The session epoch when it was verified: a password that changes before the session opens ends
	 * it.
	 */
	readonly epoch: number;
	readonly by: SessionOpening;
	/** Whether a second factor was shown, here or to the provider. */
	readonly secondFactor: boolean;
}

/** Where a request comes from. */
export interface Visitor {
	readonly address: string;
	readonly userAgent: string;
}

/** Milliseconds within which a use of a session is not written again. */
const NOTED_EVERY_MS = 300_000;

/** Opens a session, with its audit event, and gives the claims of its cookie. */
export async function openSession(service: Service, verified: VerifiedUser, visitor: Visitor): Promise<SessionClaims> {
	await sweepSessionsNowAndThen(service);
	const { userId, epoch, by, secondFactor } = verified;
	const now = service.now();
	const endsAt = new Date(now.getTime() + SESSION_LONGEST_MS);
	const { address } = visitor;
	const browser = browserWords(visitor.userAgent);
	const times = { created_at: now, used_at: now, confirmed_at: now, ends_at: endsAt };
	const id = await transact(service.prisma, async (tx) => {
		const session = await tx.session.create({
			data: { user_id: userId, opened_by: by, second_factor: secondFactor, epoch, ...times, address, browser },
			select: { id: true, user: { select: principalSelect } },
		});
		const kind = by === "oidc" ? "single_sign_on" : "session";
		const principal = principalOfUser(session.user, { kind, id: null }, [], { address, requestId: null });
		await recordEvent(service, tx, principal, {
			action: "sign_in",
			object_type: "user",
			object_id: userId,
			organization_id: principal.organizationId,
			detail: { second_factor: secondFactor },
		});
		return session.id;
	});
	return { sub: userId, session: id, used: now.getTime(), until: endsAt.getTime() };
}

/**
 * The claims of a session that is used: the same, as of now. The use is written at most every five
 * minutes, and a session that was ended stays ended.
 */
export async function renewSession(service: Service, claims: JWT): Promise<JWT> {
	const now = service.now();
	const { session } = claims;
	if (typeof session === "string") {
		const before = new Date(now.getTime() - NOTED_EVERY_MS);
		const where = { id: session, used_at: { lte: before } };
		await noted(service.prisma.session.updateMany({ where, data: { used_at: now } }));
	}
	return { ...claims, used: now.getTime() };
}
