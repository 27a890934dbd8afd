import { createHash, createHmac, randomBytes } from "node:crypto";
import { madeSecret } from "@/lib/platform/made-secret";

/** Prefixes of keys and tokens, by which people and secret scanners recognize them. */
export const API_KEY_PREFIX = "tsk_";
export const ACCESS_TOKEN_PREFIX = "tst_";
export const AGENT_KEY_PREFIX = "tsa_";
export const SIGN_IN_LINK_PREFIX = "tsl_";

/** 60 bits: a mark opens nothing, and spares a guess from being counted. */
const MARK_LENGTH = 10;

/**
 * Creates an API key (`tsk_…`) or agent key (`tsa_…`) of 256 random bits, with its prefix and hash
 * (docs/contract.md, API keys).
 */
export function newKey(kind: "api" | "agent"): { key: string; prefix: string; secretHash: Uint8Array<ArrayBuffer> } {
	const random = randomBytes(32).toString("base64url");
	const key =
		kind === "api"
			? madeSecret("API key", `${API_KEY_PREFIX}${random}`)
			: madeSecret("agent key", `${AGENT_KEY_PREFIX}${random}`);
	return { key, prefix: key.slice(0, 9), secretHash: hashSecret(key) };
}

/**
 * SHA-256 of a key or token, as the database stores it. Secrets have full entropy, so a fast hash
 * is enough.
 */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
	return new Uint8Array(createHash("sha256").update(secret).digest());
}

/**
 * Derives the access token of a nonce, which is the same until it expires and is not stored
 * (docs/contract.md, API keys). It ends with a mark by which the service knows it later.
 */
export function accessTokenOf(serviceSecret: string, userId: string, nonce: Uint8Array): string {
	const mac = createHmac("sha256", serviceSecret).update("access-token\0").update(userId).update(nonce).digest();
	const token = `${ACCESS_TOKEN_PREFIX}${mac.toString("base64url")}`;
	return madeSecret("access token", `${token}${markOf(serviceSecret, token)}`);
}

/** Whether the service has made this token, though it may have expired or been revoked since. */
export function isMarkedToken(serviceSecret: string, token: string): boolean {
	const end = token.length - MARK_LENGTH;
	return token.startsWith(ACCESS_TOKEN_PREFIX) && token.slice(end) === markOf(serviceSecret, token.slice(0, end));
}

function markOf(serviceSecret: string, token: string): string {
	const mac = createHmac("sha256", serviceSecret).update("access-token-mark\0").update(token).digest("base64url");
	return mac.slice(0, MARK_LENGTH);
}

/**
 * Derives the secret of a sign-in link, so that a mail can be written again after a crash although
 * only its SHA-256 is stored.
 */
export function signInLinkSecret(serviceSecret: string, linkId: string): string {
	const mac = createHmac("sha256", serviceSecret).update("sign-in-link\0").update(linkId).digest();
	return madeSecret("sign-in link", `${SIGN_IN_LINK_PREFIX}${mac.toString("base64url")}`);
}

/** Fingerprint of the service's secret, which processes of one service compare at start. */
export function secretFingerprint(serviceSecret: string): string {
	return createHmac("sha256", serviceSecret).update("fingerprint").digest("hex").slice(0, 32);
}
