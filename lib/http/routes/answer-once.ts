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

/** Options of a request with an `Idempotency-Key`. */
export interface OnceOptions {
	readonly callerId: string;
	readonly key: string;
	readonly request: Request;
	/** The body's text; undefined where the operation reads the body as a stream. */
	readonly bodyText: string | undefined;
	/** Removes secrets that are shown once from the stored answer. */
	readonly storable: ((body: unknown) => unknown) | undefined;
}

/**
 * Gives the idempotency key of an unsafe request; undefined without one.
 * @throws InvalidArgumentError for an empty or repeated key, one longer than 255 characters, or one
 * that is not printable ASCII
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
 * Runs a request once per idempotency key, caller, method and path (docs/contract.md, Idempotency).
 * Answers, errors included, are replayed for 24 hours, except 401, 429 and 5xx, which a repetition
 * may overcome. A repetition waits 10 seconds for the first request to end, then gets 409.
 *
 * The key covers the body without `KEY`, the query string, `If-Match` and `X-Build-Digest`. A
 * streamed body is hashed while the operation reads it; its answer is kept only if the body was
 * read to its end.
 */
export async function answerOnce(
	service: Service,
	options: OnceOptions,
	run: (body: AsyncIterable<Uint8Array>) => Promise<JsonAnswer | Response>,
): Promise<JsonAnswer | KeptAnswer | Response> {
	const { callerId, key, request, bodyText } = options;
	const { pathname } = new URL(request.url);
	const body = new HashedBody(request, bodyText);
	// All spellings of a path are one: only GUIDs may have capitals.
	const path = pathname.replace(/(?<=.)\/+$/, "").toLowerCase();
	const keyed = { callerId, method: request.method, path, key };
	const claimed = await claimKey(service, keyed, { known: body.digestIfRead(), read: () => body.readToEnd() });
	if ("kept" in claimed) return claimed.kept;
	const release = holdClaim(service, claimed.claim);
	try {
		const answer = await run(body.stream());
		await settle(service, claimed.claim, body, answer instanceof Response ? undefined : kept(answer, options.storable));
		return answer;
	} catch (thrown) {
		const answer = isDomainError(thrown) ? errorAnswer(thrown) : undefined;
		await settle(service, claimed.claim, body, answer !== undefined && isFinal(answer) ? kept(answer) : undefined);
		throw thrown;
	} finally {
		release();
	}
}

/** Whether a repetition would get the same answer. */
function isFinal({ status }: JsonAnswer): boolean {
	return status !== 429 && status < 500;
}

function kept({ status, body }: JsonAnswer, storable: OnceOptions["storable"] = (whole) => whole): KeptAnswer {
	return { status, text: JSON.stringify(storable(body)) };
}

/** The request has taken effect: a failure to store its answer must not turn it into an error. */
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

/** A request's body, hashed while it is read. */
class HashedBody {
	readonly #hash = createHash("sha256");
	readonly #request: Request;
	#digest: Uint8Array<ArrayBuffer> | null = null;

	constructor(request: Request, bodyText: string | undefined) {
		this.#request = request;
		const expected = [request.headers.get("if-match"), request.headers.get("x-build-digest")];
		this.#hash.update(`${JSON.stringify([new URL(request.url).search, ...expected])}\n`);
		if (bodyText === undefined) return;
		this.#hash.update(bodyText);
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
