import type { GuideBody } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { requireSession } from "./require-session";

/**
 * `PUT /api/account/guide`: keeps whether the user wants to see the getting-started steps. It is no
 * change of the account: the revision stays, and nothing is recorded.
 * @throws ForbiddenError for keys and tokens
 */
export async function setGuide(service: Service, principal: Principal, { guide }: GuideBody): Promise<GuideBody> {
	requireSession(principal);
	await transact(
		service.prisma,
		(tx) => tx.$executeRaw`UPDATE users SET guide = ${guide} WHERE id = ${principal.userId}::uuid`,
	);
	return { guide };
}
