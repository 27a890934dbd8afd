import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** What is signed: where the chain ends, or until where it was removed. */
type Kind = "head" | "removal";

/** Signs a place in the chain. Somebody who can write the database alone cannot do so. */
export function signHead(secret: string, kind: Kind, position: bigint, hash: Uint8Array): Uint8Array {
	const key = new Uint8Array(hkdfSync("sha256", secret, "", "targeting audit chain", 32));
	return createHmac("sha256", key).update(`${kind} ${position} `).update(hash).digest();
}

/** Whether {@link signHead} made the signature. */
export function isSigned(
	secret: string,
	kind: Kind,
	{ position, hash }: { readonly position: bigint; readonly hash: Uint8Array },
	signature: Uint8Array,
): boolean {
	const expected = signHead(secret, kind, position, hash);
	return signature.length === expected.length && timingSafeEqual(signature, expected);
}
