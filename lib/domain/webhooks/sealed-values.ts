import { randomBytes } from "node:crypto";
import { madeSecret } from "@/lib/platform/made-secret";
import { seal, unseal } from "@/lib/platform/seal";
import type { Secrets } from "@/lib/platform/secrets";

/** The library's form of a secret, by which people and secret scanners recognize it. */
const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Creates a secret of 256 random bits, with its sealed form for the database. */
export function newWebhookSecret(secrets: Secrets): { secret: string; sealed: Uint8Array<ArrayBuffer> } {
	const secret = madeSecret("webhook secret", `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`);
	return { secret, sealed: seal(secrets, "webhook secret", secret) };
}

/** The secret as the library takes it; never for logs or answers. */
export const openSecret = (secrets: Secrets, sealed: Uint8Array) => unseal(secrets, "webhook secret", sealed);

export const sealUrl = (secrets: Secrets, url: string) => seal(secrets, "webhook address", url);

export const openUrl = (secrets: Secrets, sealed: Uint8Array) => unseal(secrets, "webhook address", sealed);
