import { createHash } from "node:crypto";

/** The scope of an idempotency key (docs/contract.md, Idempotency). */
export interface KeyedRequest {
	/** The user of the credential, or the agent key. */
	readonly caller_id: string;
	readonly method: string;
	readonly path: string;
	readonly key: string;
}

/** The answer of a keyed request, as it is stored and replayed. */
export interface StoredAnswer {
	readonly status: number;
	readonly text: string;
}

/** A stored answer with the SHA-256 of the request that it answers. */
export interface IdempotencyRecord extends StoredAnswer {
	readonly request_hash: Uint8Array;
}

/** How long a response is replayed: 24 hours. */
export const REPLAY_MS = 86_400_000;

/**
 * SHA-256 of a request's key, as the database stores it. The caller's id is part of it, so that equal
 * keys of two callers do not show. The service's secret is not: a repetition is known as one also
 * after the secret was changed.
 */
export function keyHashOf({
	caller_id: callerId,
	key,
}: Pick<KeyedRequest, "caller_id" | "key">): Uint8Array<ArrayBuffer> {
	return new Uint8Array(createHash("sha256").update(`${callerId} ${key}`).digest());
}

/** The request of one item of a bulk action: no path has a `#`. */
export function partOf(request: KeyedRequest, item: string): KeyedRequest {
	return { ...request, path: `${request.path}#${item}` };
}
