import type { Service } from "@/lib/platform/service";
import type { KeptAnswer } from "./claim-key";
import { type Claim, heldBy, REPLAY_MS } from "./record";

/**
 * Keeps the answer of a claimed request for 24 hours. A claim that somebody else has taken over in the meantime is left
 * to them.
 */
export async function keepAnswer(
	service: Service,
	claim: Claim,
	requestHash: Uint8Array<ArrayBuffer>,
	{ status, text }: KeptAnswer,
): Promise<void> {
	const expiresAt = new Date(service.now().getTime() + REPLAY_MS);
	const data = { requestHash, status, body: text, expiresAt };
	await service.prisma.idempotencyRecord.updateMany({ where: heldBy(claim), data });
}

/** Gives a key back without an answer: the next request with it runs. */
export async function releaseClaim(service: Service, claim: Claim): Promise<void> {
	await service.prisma.idempotencyRecord.deleteMany({ where: heldBy(claim) });
}
