/** The scope of an idempotency key (docs/contract.md, Idempotency). */
export interface KeyedRequest {
	/** The user of the credential, or the agent key. */
	readonly callerId: string;
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
	readonly requestHash: Uint8Array;
}

/** How long a response is replayed: 24 hours. */
export const REPLAY_MS = 86_400_000;

/** The request of one item of a bulk action: no path has a `#`. */
export function partOf(request: KeyedRequest, item: string): KeyedRequest {
	return { ...request, path: `${request.path}#${item}` };
}
