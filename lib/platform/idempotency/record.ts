import type { Service } from "@/lib/platform/service";

/** What an idempotency key is unique within: who asks for what (design.md section 7). */
export interface KeyedRequest {
	/** The user of the credential, or the agent key. */
	readonly callerId: string;
	readonly method: string;
	readonly path: string;
	readonly key: string;
}

/** The right to run a keyed request, until it is settled or its lease runs out. */
export interface Claim {
	readonly request: KeyedRequest;
	/** Tells this claim from a later one of the same key. */
	readonly claimedAt: Date;
}

/** How long an answer is replayed: 24 hours. */
export const REPLAY_MS = 86_400_000;

/**
 * How long a claim holds without being renewed. After that its process counts as dead, and a repetition runs the request
 * again: what the first run changed, if anything, the operations' own preconditions then refuse.
 */
export const LEASE_MS = 60_000;

/** The row of a claim, as long as nobody else has taken it over. */
export function heldBy({ request, claimedAt }: Claim) {
	return { ...request, status: null, createdAt: claimedAt };
}

/** Holds a claim for as long as its request runs; gives the function that lets go of it. */
export function holdClaim(service: Service, claim: Claim): () => void {
	const renew = () => {
		const expiresAt = new Date(service.now().getTime() + LEASE_MS);
		// A renewal that fails is repeated by the next one; the request itself does not depend on it.
		service.prisma.idempotencyRecord.updateMany({ where: heldBy(claim), data: { expiresAt } }).catch(() => undefined);
	};
	const timer = setInterval(renew, LEASE_MS / 3).unref();
	return () => clearInterval(timer);
}
