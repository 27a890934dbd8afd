import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { acceptedSecrets, type Secrets } from "./secrets";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Columns of sealed texts, by purpose: a text sealed for one purpose opens for no other. A change
 * of the service's secret seals all of them again.
 */
export const SEALED_COLUMNS = {
	"authenticator app": { table: "totp_factors", column: "sealed_secret", key: "user_id" },
	"address of a map region": { table: "map_regions", column: "sealed_url", key: "id" },
	"query of a pull's address": { table: "pulls", column: "sealed_query", key: "id" },
	"header of a pull": { table: "pulls", column: "header_value", key: "id" },
	"secret key of a pull": { table: "pulls", column: "secret_access_key", key: "id" },
	"webhook address": { table: "webhooks", column: "sealed_url", key: "id" },
	"webhook secret": { table: "webhook_secrets", column: "sealed", key: "id" },
} as const;

export type SealPurpose = keyof typeof SEALED_COLUMNS;

/**
 * Encrypts a text for the database with a key that follows from the service's secret (AES-256-GCM).
 */
export function seal({ secret }: Secrets, purpose: SealPurpose, text: string): Uint8Array<ArrayBuffer> {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv("aes-256-gcm", keyFor(secret, purpose), nonce);
	const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
	return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

/**
 * The inverse of {@link seal}.
 * @throws Error for a secret that is not accepted, another purpose, or changed bytes
 */
export function unseal(secrets: Secrets, purpose: SealPurpose, sealed: Uint8Array): string {
	let failure: unknown;
	for (const secret of acceptedSecrets(secrets)) {
		try {
			return decrypt(keyFor(secret, purpose), Buffer.from(sealed));
		} catch (error) {
			failure ??= error;
		}
	}
	throw failure;
}

function decrypt(key: Uint8Array, bytes: Buffer): string {
	const nonce = bytes.subarray(0, NONCE_BYTES);
	const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
	decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
	const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
	return text.toString("utf8");
}

function keyFor(serviceSecret: string, purpose: SealPurpose): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", serviceSecret, "", `targeting sealed ${purpose}`, 32));
}
