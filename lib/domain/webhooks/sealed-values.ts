import { randomBytes } from "node:crypto";
import { seal, unseal } from "@/lib/platform/seal";
import type { Service } from "@/lib/platform/service";

/** The library's form of a secret, by which people and secret scanners recognize it. */
const PREFIX = "whsec_";
const SECRET_BYTES = 32;

type Keyed = Pick<Service, "secret">;

/** Creates a secret of 256 random bits, with its sealed form for the database. */
export function newWebhookSecret(service: Keyed): { secret: string; sealed: Uint8Array<ArrayBuffer> } {
	const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
	return { secret, sealed: seal(service.secret, "webhook secret", secret) };
}

/** The secret as the library takes it; never for logs or answers. */
export const openSecret = (service: Keyed, sealed: Uint8Array) => unseal(service.secret, "webhook secret", sealed);

export const sealUrl = (service: Keyed, url: string) => seal(service.secret, "webhook address", url);

export const openUrl = (service: Keyed, sealed: Uint8Array) => unseal(service.secret, "webhook address", sealed);
