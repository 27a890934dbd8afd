import type { Principal, PrincipalSession } from "@/lib/domain/access/principal";
import { ForbiddenError } from "@/lib/rules/errors";

/**
 * The session of a caller who changes their own account.
 * @throws ForbiddenError for keys and tokens: programs do not change how their user signs in
 */
export function requireSession({ session }: Principal): PrincipalSession {
	if (session === undefined) throw new ForbiddenError("the account is open to its signed-in user alone, not to keys");
	return session;
}
