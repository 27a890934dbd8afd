import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { acceptedSecrets, type Secrets } from "@/lib/platform/secrets";
import type { Place } from "./place";

/**
 * Kinds of signed places: a link with the place before it, the end of a removal, or the remembered
 * end with the beginning.
 */
type Kind = "link" | "removal" | "remembered";

/** A place with the further signed fields. */
export interface SignedPlace extends Place {
	readonly besides?: Uint8Array | string;
}

/**
 * Signs a place in the chain. It needs the service's secret, so access to the database is not
 * enough.
 */
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
