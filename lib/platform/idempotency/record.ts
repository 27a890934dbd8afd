import type { Service } from "@/lib/platform/service";

/** The scope of an idempotency key (docs/contract.md, Idempotency). */
export interface KeyedRequest {
	/** The user of the credential, or the agent key. */
	readonly callerId: string;
	readonly method: string;
	readonly path: string;
	readonly key: string;
}

/** The right to run a keyed request until it is settled or the claim expires. */
export interface Claim {
	readonly request: KeyedRequest;
	/** Distinguishes this claim from later ones of the same key. */
	readonly claimedAt: Date;
}

/** How long a response is replayed: 24 hours. */
export const REPLAY_MS = 86_400_000;

/**
 * Expiry of a claim that is not renewed. Its process counts as dead, and a repetition runs the
 * request again; preconditions of the operations reject what the first run has changed.
 */
export const LEASE_MS = 60_000;

/** The claim's row, unless another request has taken it over. */
export function heldBy({ request, claimedAt }: Claim) {
	return { ...request, status: null, createdAt: claimedAt };
}

/** Renews a claim while its request runs; returns the function that stops it. */
export function holdClaim(service: Service, claim: Claim): () => void {
	const renew = () => {
		const expiresAt = new Date(service.now().getTime() + LEASE_MS);
		// The next renewal makes up for a failed one; the request does not depend on it.
		service.prisma.idempotencyRecord.updateMany({ where: heldBy(claim), data: { expiresAt } }).catch(() => undefined);
	};
	const timer = setInterval(renew, LEASE_MS / 3).unref();
	return () => clearInterval(timer);
}
