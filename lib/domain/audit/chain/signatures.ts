import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Signs the head of the chain: whoever writes the database alone cannot make it. */
export function signHead(secret: string, position: bigint, hash: Uint8Array): Uint8Array {
	const key = new Uint8Array(hkdfSync("sha256", secret, "", "targeting audit chain", 32));
	return createHmac("sha256", key).update(`${position} `).update(hash).digest();
}

/** Whether {@link signHead} made the signature. */
export function isSigned(secret: string, position: bigint, hash: Uint8Array, signature: Uint8Array): boolean {
	const expected = signHead(secret, position, hash);
	return signature.length === expected.length && timingSafeEqual(signature, expected);
}
