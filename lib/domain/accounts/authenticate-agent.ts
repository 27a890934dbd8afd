import type { AgentPrincipal } from "@/lib/domain/access/principal";
import { coalesced } from "@/lib/platform/coalesce";
import type { Service } from "@/lib/platform/service";
import { noted } from "./note-use";
import type { Origin } from "./principal-of-user";
import { refuseKey } from "./refuse-key";
import { hashSecret } from "./secrets";

const LAST_USED_GRANULARITY_MS = 60_000;

/** All agents of a target may have one key, and an activation has all of them ask at once. */
const takeKey = coalesced(async (service: Service, hexOfHash: string, _requests: readonly null[]) => {
	const secretHash = Uint8Array.from(Buffer.from(hexOfHash, "hex"));
	const found = await service.prisma.agentKey.findUnique({ where: { secretHash } });
	if (found === null || found.revokedAt !== null) return () => null;
	const now = service.now();
	const stale = new Date(now.getTime() - LAST_USED_GRANULARITY_MS);
	if (found.lastUsedAt === null || found.lastUsedAt < stale) {
		const data = { lastUsedAt: now };
		await noted(service.prisma.agentKey.update({ where: { id: found.id }, data, select: { id: true } }));
	}
	return () => found;
});

/**
 * The principal of an agent key, with its target (docs/contract.md, Agent API).
 * @throws AuthError for a key that is unknown or revoked; ThrottledError for too many of them from
 *   one address
 */
export async function authenticateAgent(service: Service, key: string, origin: Origin): Promise<AgentPrincipal> {
	const found = await takeKey(service, Buffer.from(hashSecret(key)).toString("hex"), null);
	if (found === null) return refuseKey(service, origin.address, "invalid agent key");
	return { agentKeyId: found.id, targetId: found.targetId };
}
