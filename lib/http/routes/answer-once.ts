import { createHash } from "node:crypto";
import { claimKey, type KeptAnswer } from "@/lib/platform/idempotency/claim-key";
import { type Claim, holdClaim } from "@/lib/platform/idempotency/record";
import { keepAnswer, releaseClaim } from "@/lib/platform/idempotency/settle-claim";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, isDomainError } from "@/lib/rules/errors";
import type { JsonAnswer } from "./declaration";
import { errorAnswer } from "./error-response";
import { isSafe } from "./safe-methods";
import { streamBody } from "./stream-body";

/** What `Idempotency-Key` and the request give to a keyed run. */
export interface OnceOptions {
	readonly callerId: string;
	readonly key: string;
	readonly request: Request;
	/** What a body that was read as a whole says; undefined for a body that the operation reads as a stream. */
	readonly said: string | undefined;
	/** What of an answer may be stored: without a secret that is shown once. */
	readonly storable: ((body: unknown) => unknown) | undefined;
}

/**
 * The idempotency key of an unsafe request; undefined when it has none.
 * @throws InvalidArgumentError for one that is empty, longer than 255 characters, repeated or not printable ASCII
 */
export function idempotencyKeyOf(request: Request): string | undefined {
	const key = request.headers.get("idempotency-key")?.trim();
	if (key === undefined || isSafe(request)) return undefined;
	if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
		throw new InvalidArgumentError(
			"the header Idempotency-Key must be 1 to 255 printable ASCII characters, no blanks",
			{
				parameter: "Idempotency-Key",
			},
		);
	}
	return key;
}

/**
 * Runs a request once for its idempotency key (design.md section 7): what it answers, errors of the caller included, is
 * kept for 24 hours and replayed to the same caller, method and path. 401, 429 and 5xx are not kept: a credential is looked at before
 * the key, and who is told to come again is not answered by the same refusal then. A repetition that arrives while the first request
 * runs waits 10 seconds for its answer, then gets 409.
 *
 * A key stands for a whole request: the body (without `KEY`, so that a regenerated key may repeat), the query string of an
 * upload, and what `If-Match` and `X-Build-Digest` expect. A streamed body is hashed as the operation reads it, and the
 * answer is kept only when it was read to its end: an upload refused half-way has changed nothing and runs again.
 */
export async function answerOnce(
	service: Service,
	options: OnceOptions,
	run: (body: AsyncIterable<Uint8Array>) => Promise<JsonAnswer | Response>,
): Promise<JsonAnswer | KeptAnswer | Response> {
	const { callerId, key, request, said } = options;
	const { pathname } = new URL(request.url);
	const body = new HashedBody(request, said);
	// One path in all its spellings: with a slash at its end, and with GUIDs in capitals (nothing else of it may have any).
	const path = pathname.replace(/(?<=.)\/+$/, "").toLowerCase();
	const keyed = { callerId, method: request.method, path, key };
	const claimed = await claimKey(service, keyed, { known: body.digestIfRead(), read: () => body.readToEnd() });
	if ("kept" in claimed) return claimed.kept;
	const letGo = holdClaim(service, claimed.claim);
	try {
		const answer = await run(body.stream());
		await settle(service, claimed.claim, body, answer instanceof Response ? undefined : kept(answer, options.storable));
		return answer;
	} catch (thrown) {
		const told = isDomainError(thrown) ? errorAnswer(thrown) : undefined;
		await settle(service, claimed.claim, body, told !== undefined && isFinal(told) ? kept(told) : undefined);
		throw thrown;
	} finally {
		letGo();
	}
}

/** Whether the same request would be answered the same again, and not otherwise once a limit or the service allows it. */
function isFinal({ status }: JsonAnswer): boolean {
	return status !== 429 && status < 500;
}

function kept({ status, body }: JsonAnswer, storable: OnceOptions["storable"] = (whole) => whole): KeptAnswer {
	return { status, text: JSON.stringify(storable(body)) };
}

/** What the request did is done: a database that cannot note it down must not turn the answer into a failure. */
async function settle(service: Service, claim: Claim, body: HashedBody, answer: KeptAnswer | undefined): Promise<void> {
	const requestHash = body.digestIfRead();
	const settled =
		answer === undefined || requestHash === null
			? releaseClaim(service, claim)
			: keepAnswer(service, claim, requestHash, answer);
	await settled.catch((error: unknown) =>
		logFailure(error, "the answer to a request with an Idempotency-Key was not kept"),
	);
}

/** A request's body, hashed as it is read. */
class HashedBody {
	readonly #hash = createHash("sha256");
	readonly #request: Request;
	#digest: Uint8Array<ArrayBuffer> | null = null;

	constructor(request: Request, said: string | undefined) {
		this.#request = request;
		const expected = [request.headers.get("if-match"), request.headers.get("x-build-digest")];
		this.#hash.update(`${JSON.stringify([new URL(request.url).search, ...expected])}\n`);
		if (said === undefined) return;
		this.#hash.update(said);
		this.#end();
	}

	/** Null until the body was read to its end. */
	digestIfRead(): Uint8Array<ArrayBuffer> | null {
		return this.#digest;
	}

	async *stream(): AsyncGenerator<Uint8Array> {
		for await (const chunk of streamBody(this.#request)) {
			this.#hash.update(chunk);
			yield chunk;
		}
		this.#end();
	}

	async readToEnd(): Promise<Uint8Array> {
		for await (const _ of this.stream());
		return this.#digest ?? new Uint8Array();
	}

	#end(): void {
		this.#digest = new Uint8Array(this.#hash.digest());
	}
}
