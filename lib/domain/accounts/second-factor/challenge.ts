import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { acceptedSecrets, type Secrets } from "@/lib/platform/secrets";
import type { Service, Transaction } from "@/lib/platform/service";

/** How long a browser may take to answer. */
export const CHALLENGE_MS = 5 * 60_000;

/**
 * A random part, the time at which it expires in milliseconds, and the proof that it is from here.
 */
const [NONCE_BYTES, TIME_BYTES, PROOF_BYTES] = [16, 6, 32];

/**
 * Binds a challenge to its purpose and its owner: a session, or the e-mail of a sign-in. An answer
 * counts for that purpose and owner alone.
 */
export interface ChallengeBinding {
	readonly purpose: "register" | "sign in" | "confirm";
	readonly subject: string;
}

/** A challenge for a passkey. It carries its own proof: nothing is stored before it is answered. */
export function newChallenge(
	service: Pick<Service, "secret" | "now">,
	binding: ChallengeBinding,
): Uint8Array<ArrayBuffer> {
	const time = Buffer.alloc(TIME_BYTES);
	time.writeUIntBE(service.now().getTime() + CHALLENGE_MS, 0, TIME_BYTES);
	const fields = Buffer.concat([randomBytes(NONCE_BYTES), time]);
	return new Uint8Array(Buffer.concat([fields, proofOf(service.secret, binding, fields)]));
}

/** Whether a challenge (base64url) is from here, for this, and not expired. */
export function isChallenge(
	service: Secrets & Pick<Service, "now">,
	binding: ChallengeBinding,
	challenge: string,
): boolean {
	const bytes = Buffer.from(challenge, "base64url");
	if (bytes.length !== NONCE_BYTES + TIME_BYTES + PROOF_BYTES) return false;
	const fields = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
	const proof = bytes.subarray(NONCE_BYTES + TIME_BYTES);
	const isOf = (secret: string) => timingSafeEqual(proof, proofOf(secret, binding, fields));
	return acceptedSecrets(service).some(isOf) && service.now() < expiryOf(bytes);
}

/** Takes a challenge, once in all processes. Returns whether it had not been taken. */
export async function takeChallenge(
	service: Pick<Service, "now">,
	tx: Transaction,
	challenge: string,
): Promise<boolean> {
	const bytes = new Uint8Array(Buffer.from(challenge, "base64url"));
	await tx.usedChallenge.deleteMany({ where: { expires_at: { lte: service.now() } } });
	const data = [{ challenge: bytes, expires_at: expiryOf(bytes) }];
	const { count } = await tx.usedChallenge.createMany({ data, skipDuplicates: true });
	return count > 0;
}

const expiryOf = (bytes: Uint8Array) => new Date(Buffer.from(bytes).readUIntBE(NONCE_BYTES, TIME_BYTES));

function proofOf(secret: string, { purpose, subject }: ChallengeBinding, fields: Uint8Array): Buffer {
	return createHmac("sha256", secret).update(`passkey challenge\0${purpose}\0${subject}\0`).update(fields).digest();
}
