import type { AgentPrincipal } from "@/lib/domain/access/principal";
import { coalesced } from "@/lib/platform/coalesce";
import type { Service } from "@/lib/platform/service";
import { noted } from "./note-use";
import type { Origin } from "./principal-of-user";
import { refuseKey } from "./refuse-key";
import { hashSecret } from "./secrets";

const LAST_USED_GRANULARITY_MS = 60_000;

/** Between statements that are for all agents together. */
export const AGENTS_PACE_MS = 20;

interface KeyInUse {
	readonly id: string;
	readonly targetId: string;
}

/** Thousands of agents ask all the time: a statement reads the keys of all of them. */
const takeKey = coalesced(async (service: Service, _key, hexesOfHashes: readonly string[]) => {
	const secretHash = { in: [...new Set(hexesOfHashes)].map((hex) => Uint8Array.from(Buffer.from(hex, "hex"))) };
	const keys = await service.prisma.agentKey.findMany({ where: { secretHash, revokedAt: null } });
	const stale = new Date(service.now().getTime() - LAST_USED_GRANULARITY_MS);
	const unnoted = keys.filter(({ lastUsedAt }) => lastUsedAt === null || lastUsedAt < stale).map(({ id }) => id);
	if (unnoted.length > 0) await noted(noteUse(service, unnoted));
	const byHash = new Map<string, KeyInUse>(keys.map((key) => [Buffer.from(key.secretHash).toString("hex"), key]));
	return (index) => byHash.get(hexesOfHashes[index] as string) ?? null;
}, AGENTS_PACE_MS);

/** Skips keys that another process notes just now, so that two of them never wait for each other. */
function noteUse({ prisma, now }: Service, ids: readonly string[]): Promise<number> {
	return prisma.$executeRaw`
		UPDATE agent_keys SET last_used_at = ${now()}::timestamptz
		WHERE id IN (SELECT id FROM agent_keys WHERE id = ANY (${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED)`;
}

/**
 * The principal of an agent key, with its target (docs/contract.md, Agent API).
 * @throws AuthError for a key that is unknown or revoked; ThrottledError for too many of them from
 *   one address
 */
export async function authenticateAgent(service: Service, key: string, origin: Origin): Promise<AgentPrincipal> {
	const found = await takeKey(service, "", Buffer.from(hashSecret(key)).toString("hex"));
	if (found === null) return refuseKey(service, origin.address, "invalid agent key");
	return { agentKeyId: found.id, targetId: found.targetId };
}
