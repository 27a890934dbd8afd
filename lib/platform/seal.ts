import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for the database with a key that follows from the service's secret (AES-256-GCM).
 * @param purpose of the text; what was sealed for one purpose opens for no other
 */
export function seal(serviceSecret: string, purpose: string, text: string): Uint8Array<ArrayBuffer> {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv("aes-256-gcm", keyFor(serviceSecret, purpose), nonce);
	const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
	return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

/**
 * Decrypts what {@link seal} made.
 * @throws Error for another secret, another purpose, or changed bytes
 */
export function unseal(serviceSecret: string, purpose: string, sealed: Uint8Array): string {
	const bytes = Buffer.from(sealed);
	const decipher = createDecipheriv("aes-256-gcm", keyFor(serviceSecret, purpose), bytes.subarray(0, NONCE_BYTES), {
		authTagLength: TAG_BYTES,
	});
	decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
	const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
	return text.toString("utf8");
}

function keyFor(serviceSecret: string, purpose: string): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", serviceSecret, "", `targeting sealed ${purpose}`, 32));
}
