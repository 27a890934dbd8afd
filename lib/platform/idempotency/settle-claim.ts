import type { Service } from "@/lib/platform/service";
import type { KeptAnswer } from "./claim-key";
import { type Claim, heldBy, REPLAY_MS } from "./record";

/** Stores the response of a request for 24 hours, unless its claim was taken over. */
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

/** Releases a key without a response: the next request with it runs. */
export async function releaseClaim(service: Service, claim: Claim): Promise<void> {
	await service.prisma.idempotencyRecord.deleteMany({ where: heldBy(claim) });
}
