import type { Principal } from "@/lib/access/principal";
import { AuthError } from "@/lib/errors";
import type { Service } from "@/lib/service";
import { type Origin, principalOfUser, principalSelect } from "./principal-of-user";
import { hashSecret } from "./secrets";

/**
 * Who calls with an access token of the token API (specification, Authentication, item 3): a designer, whatever becomes
 * of the user's role later.
 * @throws AuthError for a token that is unknown or expired, or whose user is disabled or no designer any more.
 */
export async function authenticateAccessToken(service: Service, token: string, origin: Origin): Promise<Principal> {
	const found = await service.prisma.accessToken.findUnique({
		where: { tokenHash: hashSecret(token) },
		include: { user: { select: principalSelect } },
	});
	const valid =
		found !== null &&
		found.expiresAt > service.now() &&
		found.user.disabledAt === null &&
		found.user.role === "designer";
	if (!valid) throw new AuthError("invalid access token");
	return principalOfUser(found.user, { kind: "access_token", id: null }, ["manage"], origin);
}
