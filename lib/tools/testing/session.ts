import { encode } from "next-auth/jwt";
import type { Principal } from "@/lib/domain/access/principal";
import { type SessionClaims, sessionCookieName } from "@/lib/domain/accounts/session";
import { openSession } from "@/lib/domain/accounts/sign-in/open-session";
import type { Service } from "@/lib/platform/service";

/** Where the sessions of tests are opened. */
export const TEST_VISITOR = {
	address: "192.0.2.1",
	userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

/** Opens a session of a user, as a right password does. */
export async function openTestSession(
	service: Service,
	{ userId }: Pick<Principal, "userId">,
	visitor = TEST_VISITOR,
): Promise<SessionClaims> {
	const where = { id: userId };
	const { session_epoch: sessionEpoch } = await service.prisma.user.findUniqueOrThrow({
		where,
		select: { session_epoch: true },
	});
	return openSession(service, { userId, epoch: sessionEpoch, by: "password", secondFactor: false }, visitor);
}

/** The headers of a request from the service's own pages, over HTTPS, with a session. */
export async function sessionHeaders(service: Service, token: SessionClaims): Promise<Record<string, string>> {
	const cookie = `${sessionCookieName(service, true)}=${await encode({ token, secret: service.secret })}`;
	return { cookie, "sec-fetch-site": "same-origin" };
}
