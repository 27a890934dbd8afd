import type { z } from "zod";
import type { Principal } from "@/lib/domain/access/principal";
import { recordRefusedCall } from "@/lib/domain/audit/record-refused-call";
import type { StoredAnswer } from "@/lib/platform/idempotency/record";
import { service as currentService } from "@/lib/platform/service";
import { Slots } from "@/lib/platform/throttling/slots";
import { Turns } from "@/lib/platform/throttling/turns";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { answerOnce, idempotencyKeyOf } from "./answer-once";
import type {
	BodyKind,
	CallerKind,
	Declaration,
	Detailed,
	Execution,
	JsonAnswer,
	Outcome,
	RouteHandler,
	TypedHandler,
} from "./declaration";
import { documented } from "./documentation";
import { COMMON_HEADERS, jsonResponse } from "./envelopes";
import { errorResponse } from "./error-response";
import type { ParameterSchema } from "./parse-parameters";
import { NO_FIELDS, NOT_READ } from "./read-fields";
import { type RequestAttributes, requestAttributes } from "./request-attributes";
import { ADMISSION, EXECUTION, type Passage } from "./route-steps";
import { streamBody } from "./stream-body";
import { takeSteps } from "./take-steps";

/** Requests of one user: fewer than the pool has connections, so that others find one. */
export const REQUEST_LIMITS = { underWay: 8, waiting: 1_000, waitingBytes: 67_108_864 } as const;
/** Uploads last as long as their clients take. */
export const UPLOAD_LIMITS = { what: "uploads", ofUser: 8, ofOrganization: 32, inAll: 128 } as const;

const turns = new Turns(REQUEST_LIMITS);
const uploads = new Slots(UPLOAD_LIMITS);

/**
 * Runs every management, product and agent route: the steps of {@link ADMISSION}, then {@link
 * EXECUTION}.
 */
export function runRoute<
	Caller,
	Kind extends BodyKind,
	Schema extends z.ZodType,
	Path extends string,
	Answer extends Outcome,
	Body extends z.ZodType = never,
	DetailedSchema extends ParameterSchema = never,
	DetailedBody extends z.ZodType = never,
>(
	caller: CallerKind,
	bodyKind: Kind,
	declaration: Declaration<Caller, Schema, Path, Answer, Body>,
	detailed?: Detailed<Caller, DetailedSchema, Path, DetailedBody>,
): TypedHandler<{ kind: Kind; schema: Schema; path: Path; body: Body; detailed: [DetailedSchema, DetailedBody] }> {
	const handler: RouteHandler = async (request, context) => {
		const attributes = requestAttributes(request);
		let passage: Passage | undefined;
		try {
			const service = currentService();
			passage = {
				request,
				context,
				attributes,
				service,
				caller,
				bodyKind,
				declaration: declaration as unknown as Passage["declaration"],
				detailed: detailed as Passage["detailed"],
				isDetailed: false,
				raw: NOT_READ,
				fields: NO_FIELDS,
				keys: [],
				path: {},
				expectation: {},
				body: streamBody(request),
				part: (_item, work) => work(service),
			};
			await takeSteps(ADMISSION, passage);
			return respond(await executeInTurn(passage), attributes);
		} catch (thrown) {
			await recordRefusal(passage, thrown);
			return errorResponse(
				hasCallerLeft(request, thrown) ? new InvalidArgumentError(CALLER_LEFT) : thrown,
				attributes.requestId,
			);
		}
	};
	return documented(handler, {
		caller,
		body: bodyKind,
		...declaration,
		...(detailed === undefined ? {} : { detailed }),
	});
}

/** Agents wait long for changes, and many may share a key. */
function executeInTurn(passage: Passage): Promise<JsonAnswer | StoredAnswer | Response> {
	const { principal, bodyKind, raw, request } = passage;
	if (principal === undefined || !("userId" in principal)) return execute(passage);
	if (bodyKind === "stream") return executeInSlot(passage, principal);
	return turns.run(principal.userId, { bytes: raw.size, signal: request.signal }, () => execute(passage));
}

async function executeInSlot(passage: Passage, principal: Principal): ReturnType<typeof execute> {
	const release = uploads.take(principal);
	try {
		return await execute(passage);
	} finally {
		release();
	}
}

async function execute(passage: Passage): Promise<JsonAnswer | StoredAnswer | Response> {
	const run = async (execution?: Execution) => {
		Object.assign(passage, execution);
		await takeSteps(EXECUTION, passage);
		if (passage.answer === undefined) throw new Error("the last step must set an answer");
		return passage.answer;
	};
	const { request, callerId, fields, service, declaration } = passage;
	const key = idempotencyKeyOf(request);
	if (key === undefined || callerId === undefined) return run();
	const { withoutSecret: storable, inParts = false } = declaration;
	return answerOnce(service, { callerId, key, request, bodyText: fields.text(), storable, inParts }, run);
}

/** With the service itself: that of an `Idempotency-Key` is a transaction which has ended. */
async function recordRefusal(passage: Passage | undefined, thrown: unknown): Promise<void> {
	const { principal, declaration, path } = passage ?? {};
	if (declaration === undefined || principal === undefined || !("userId" in principal)) return;
	await recordRefusedCall(currentService(), principal, thrown, declaration.summary, path ?? {});
}

const CALLER_LEFT = "the request ended before it was answered";

/** Whether the caller's disconnection ended the request, which is no failure of the service. */
function hasCallerLeft({ signal }: Request, thrown: unknown): boolean {
	return signal.aborted && (thrown === signal.reason || (thrown instanceof Error && thrown.name === "AbortError"));
}

function respond(answer: JsonAnswer | StoredAnswer | Response, attributes: RequestAttributes): Response {
	const headers = { ...COMMON_HEADERS, "X-Request-Id": attributes.requestId };
	if (answer instanceof Response) {
		for (const [name, value] of Object.entries(headers)) {
			if (name === "X-Request-Id" || !answer.headers.has(name)) answer.headers.set(name, value);
		}
		return answer;
	}
	if (!("text" in answer)) {
		return jsonResponse(answer.body, answer.status, { ...headers, ...answer.headers });
	}
	const replayed = { ...headers, "Content-Type": "application/json", "Idempotency-Replayed": "true" };
	return new Response(answer.text, { status: answer.status, headers: replayed });
}
