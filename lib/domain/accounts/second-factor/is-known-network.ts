import { networkOf } from "@/lib/domain/accounts/addresses";
import type { Service } from "@/lib/platform/service";

/** More sessions than a person opens in a month. */
const MOST_SESSIONS = 500;

/**
 * Whether the account of an e-mail has signed in from this network, in a session that is stored.
 */
export async function isKnownNetwork(service: Service, email: string, network: string): Promise<boolean> {
	const sessions = await service.prisma.session.findMany({
		where: { user: { email_key: email } },
		select: { address: true },
		orderBy: { created_at: "desc" },
		take: MOST_SESSIONS,
	});
	return sessions.some(({ address }) => networkOf(address) === network);
}
