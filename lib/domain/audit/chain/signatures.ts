import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { acceptedSecrets, type Secrets } from "@/lib/platform/secrets";

/** What is signed: where the chain ends, or until where it was removed. */
type Kind = "head" | "removal";

interface Place {
	readonly position: bigint;
	readonly hash: Uint8Array;
}

/** Signs a place in the chain. Somebody who can write the database alone cannot do so. */
export const signPlace = ({ secret }: Secrets, kind: Kind, place: Place): Uint8Array => sign(secret, kind, place);

/** Whether {@link signPlace} made the signature, under a secret that is accepted. */
export function isSigned(secrets: Secrets, kind: Kind, place: Place, signature: Uint8Array): boolean {
	return acceptedSecrets(secrets).some((secret) => {
		const expected = sign(secret, kind, place);
		return signature.length === expected.length && timingSafeEqual(signature, expected);
	});
}

function sign(secret: string, kind: Kind, { position, hash }: Place): Uint8Array {
	const key = new Uint8Array(hkdfSync("sha256", secret, "", "targeting audit chain", 32));
	return createHmac("sha256", key).update(`${kind} ${position} `).update(hash).digest();
}
