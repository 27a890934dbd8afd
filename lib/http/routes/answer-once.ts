import { findParts, findRecord } from "@/lib/platform/idempotency/find-records";
import {
	type IdempotencyRecord,
	type KeyedRequest,
	partOf,
	type StoredAnswer,
} from "@/lib/platform/idempotency/record";
import { AnsweredMeanwhileError, storeAnswer } from "@/lib/platform/idempotency/store-answer";
import { inOneTransaction } from "@/lib/platform/in-one-transaction";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { IdempotencyMismatchError, InvalidArgumentError, isDomainError } from "@/lib/rules/errors";
import type { Execution, JsonAnswer, Part } from "./declaration";
import { errorAnswer } from "./error-response";
import { HashedBody } from "./hashed-body";
import { isSafe } from "./is-safe";

/** Options of a request with an `Idempotency-Key`. */
export interface OnceOptions {
	readonly callerId: string;
	readonly key: string;
	readonly request: Request;
	/** The body's text; undefined where the operation reads the body as a stream. */
	readonly bodyText: string | undefined;
	/** Removes secrets that are shown once from the stored answer. */
	readonly storable: ((body: unknown) => unknown) | undefined;
	/** Whether each item has a transaction of its own: a bulk action. */
	readonly inParts?: boolean;
}

type Answer = JsonAnswer | Response;

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
 * The transaction of the effect stores the answer, so that a process that dies leaves both or
 * neither. Of requests with one key that run at once, one commits, and all get its answer.
 *
 * Answers, errors included, are replayed for 24 hours, except 401, 429 and 5xx, which a repetition
 * may overcome. The key covers the body without `KEY`, the query string, `If-Match` and
 * `X-Build-Digest`. A streamed body is hashed while the operation reads it; its answer is kept only
 * if the body was read to its end.
 */
export async function answerOnce(
	service: Service,
	options: OnceOptions,
	run: (execution: Execution) => Promise<Answer>,
): Promise<Answer | StoredAnswer> {
	const once = new KeyedRun(service, options);
	const earlier = await once.replay();
	if (earlier !== undefined) return earlier;
	const done = options.inParts ? await once.findDone() : undefined;
	try {
		return await (done === undefined ? once.run(run) : once.runInParts(run, done));
	} catch (thrown) {
		const rival = await once.afterError(thrown);
		if (rival !== undefined) return rival;
		throw thrown;
	}
}

class KeyedRun {
	readonly #service: Service;
	readonly #keyed: KeyedRequest;
	readonly #body: HashedBody;
	readonly #storable: (body: unknown) => unknown;

	constructor(service: Service, { callerId, key, request, bodyText, storable }: OnceOptions) {
		this.#service = service;
		// All spellings of a path are one: only GUIDs may have capitals.
		const path = new URL(request.url).pathname.replace(/(?<=.)\/+$/, "").toLowerCase();
		this.#keyed = { caller_id: callerId, method: request.method, path, key };
		this.#body = new HashedBody(request, bodyText);
		this.#storable = storable ?? ((body) => body);
	}

	/**
	 * Gives the stored answer; undefined for a free key.
	 * @throws IdempotencyMismatchError when it answers another request
	 */
	async replay(): Promise<StoredAnswer | undefined> {
		const found = await findRecord(this.#service, this.#keyed);
		if (found === undefined) return undefined;
		await this.#requireSame(found);
		return { status: found.status, text: found.text };
	}

	run(run: (execution: Execution) => Promise<Answer>): Promise<Answer> {
		return inOneTransaction(
			this.#service,
			(service) => run({ service, body: this.#body.stream(), part: (_item, work) => work(service) }),
			(tx, answer) => this.#keep(tx, answer),
		);
	}

	/**
	 * Gives the results of the items that an attempt has done which did not come to its end.
	 * @throws IdempotencyMismatchError when that was of another request
	 */
	async findDone(): Promise<ReadonlyMap<string, IdempotencyRecord>> {
		const done = await findParts(this.#service, this.#keyed);
		for (const part of done.values()) await this.#requireSame(part);
		return done;
	}

	/** Keeps the result of each item in the item's transaction, and the whole answer at the end. */
	async runInParts(
		run: (execution: Execution) => Promise<Answer>,
		done: ReadonlyMap<string, IdempotencyRecord>,
	): Promise<Answer> {
		const service = this.#service;
		const part: Part = async (item, work) => {
			const earlier = done.get(item);
			if (earlier !== undefined) return JSON.parse(earlier.text);
			return inOneTransaction(service, work, (tx, result) =>
				storeAnswer(service, tx, partOf(this.#keyed, item), this.#recordOf(200, JSON.stringify(result))),
			);
		};
		const answer = await run({ service, body: this.#body.stream(), part });
		await this.#keep(service.prisma, answer);
		return answer;
	}

	/**
	 * Keeps a refusal, which has had no effect.
	 * @returns the answer of a rival that was faster
	 */
	async afterError(thrown: unknown): Promise<StoredAnswer | undefined> {
		if (thrown instanceof AnsweredMeanwhileError) return this.replay();
		const answer = isDomainError(thrown) ? errorAnswer(thrown) : undefined;
		if (answer === undefined || !isFinal(answer) || this.#body.digestIfRead() === null) return undefined;
		const record = this.#recordOf(answer.status, JSON.stringify(answer.body));
		try {
			await storeAnswer(this.#service, this.#service.prisma, this.#keyed, record);
		} catch (failure) {
			if (failure instanceof AnsweredMeanwhileError) return this.replay();
			logFailure(failure, "the refusal of a request with an Idempotency-Key was not kept");
		}
		return undefined;
	}

	async #keep(db: Parameters<typeof storeAnswer>[1], answer: Answer): Promise<void> {
		if (answer instanceof Response || this.#body.digestIfRead() === null) return;
		const record = this.#recordOf(answer.status, JSON.stringify(this.#storable(answer.body)));
		await storeAnswer(this.#service, db, this.#keyed, record);
	}

	#recordOf(status: number, text: string): IdempotencyRecord {
		const requestHash = this.#body.digestIfRead();
		if (requestHash === null) throw new Error("an answer is kept for a body that was read");
		return { request_hash: requestHash, status, text };
	}

	async #requireSame({ request_hash: requestHash }: IdempotencyRecord): Promise<void> {
		const own = this.#body.digestIfRead() ?? (await this.#body.readToEnd());
		if (Buffer.compare(own, requestHash) === 0) return;
		throw new IdempotencyMismatchError("this Idempotency-Key was used before with another request");
	}
}

/** Whether a repetition would get the same answer. */
function isFinal({ status }: JsonAnswer): boolean {
	return status !== 429 && status < 500;
}
