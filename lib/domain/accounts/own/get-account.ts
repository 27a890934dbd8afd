import type { Account } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { describeAccount, findAccount } from "./find-account";
import { requireSession } from "./require-session";

/**
 * `GET /api/account`: the signed-in user.
 * @throws ForbiddenError for keys and tokens
 */
export async function getAccount(service: Service, principal: Principal): Promise<Account> {
	const session = requireSession(principal);
	return describeAccount(await findAccount(service.prisma, principal), session);
}
