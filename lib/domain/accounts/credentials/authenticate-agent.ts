import type { AgentPrincipal } from "@/lib/domain/access/principal";
import { noted } from "@/lib/domain/accounts/noted";
import type { Origin } from "@/lib/domain/accounts/principal-of-user";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { coalesced } from "@/lib/platform/coalesced";
import type { Service } from "@/lib/platform/service";
import { refuseKey } from "./refuse-key";

const LAST_USED_GRANULARITY_MS = 60_000;

/** Milliseconds between two statements that serve all agents. */
export const AGENTS_PACE_MS = 20;

interface KeyInUse {
	readonly id: string;
	readonly target_id: string;
	/** In hexadecimal digits. */
	readonly hash: string;
	readonly last_used_at: Date | null;
}

/** Thousands of agents ask all the time: a statement reads the keys of all of them. */
const takeKey = coalesced(async (service: Service, _key, hashes: readonly string[]) => {
	const keys = await service.prisma.$queryRaw<KeyInUse[]>`
		SELECT id, target_id, encode(secret_hash, 'hex') AS hash, last_used_at FROM agent_keys
		WHERE secret_hash IN (SELECT decode(h, 'hex') FROM unnest(${[...new Set(hashes)]}::text[]) AS h) AND revoked_at IS NULL`;
	const staleBefore = new Date(service.now().getTime() - LAST_USED_GRANULARITY_MS);
	const stale = keys.filter(({ last_used_at: at }) => at === null || at < staleBefore).map(({ id }) => id);
	if (stale.length > 0) await noted(noteUse(service, stale));
	const byHash = new Map(keys.map((key) => [key.hash, key]));
	return (index) => byHash.get(hashes[index] as string) ?? null;
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
	const found = await findAgentKey(service, key);
	if (found === null) return refuseKey(service, origin.address, "invalid agent key");
	return { agentKeyId: found.id, targetId: found.target_id };
}

/** Finds a valid agent key; null for any other. */
export function findAgentKey(service: Service, key: string): Promise<KeyInUse | null> {
	return takeKey(service, "", Buffer.from(hashSecret(key)).toString("hex"));
}
