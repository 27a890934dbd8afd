import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { acceptedSecrets, type Secrets } from "@/lib/platform/secrets";
import type { Place } from "./place";

/**
 * What is signed: a link, with the place before it; until where links were removed; or the end that
 * the service remembers, with the beginning.
 */
type Kind = "link" | "removal" | "remembered";

/** A place, and what is signed beside it. */
export interface SignedPlace extends Place {
	readonly besides?: Uint8Array | string;
}

/** Signs a place in the chain. Somebody who can write the database alone cannot do so. */
export const signPlace = ({ secret }: Secrets, kind: Kind, place: SignedPlace): Uint8Array => sign(secret, kind, place);

/** Whether {@link signPlace} made the signature, under a secret that is accepted. */
export function isSigned(secrets: Secrets, kind: Kind, place: SignedPlace, signature: Uint8Array): boolean {
	return acceptedSecrets(secrets).some((secret) => {
		const expected = sign(secret, kind, place);
		return signature.length === expected.length && timingSafeEqual(signature, expected);
	});
}

function sign(secret: string, kind: Kind, { position, hash, besides = "" }: SignedPlace): Uint8Array {
	const key = new Uint8Array(hkdfSync("sha256", secret, "", "targeting audit chain", 32));
	return createHmac("sha256", key).update(`${kind} ${position} `).update(besides).update(hash).digest();
}
