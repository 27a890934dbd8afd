import type { z } from "zod";
import type { AgentPrincipal, Principal } from "@/lib/domain/access/principal";
import { AGENT_KEY_PREFIX } from "@/lib/domain/accounts/secrets";
import { CHECK_RESPONSES } from "@/lib/platform/env";
import type { KeptAnswer } from "@/lib/platform/idempotency/claim-key";
import { service as currentService, type Service } from "@/lib/platform/service";
import { takeCall } from "@/lib/platform/throttling/take-call";
import { ForbiddenError, InvalidArgumentError } from "@/lib/rules/errors";
import { answerOnce, idempotencyKeyOf } from "./answer-once";
import { authenticate, authenticateAgentRequest, bearerOf } from "./authenticate";
import type {
	BodyKind,
	Call,
	CallerKind,
	Declaration,
	Detailed,
	JsonAnswer,
	JsonOutcome,
	Outcome,
	RouteHandler,
} from "./declaration";
import { documented } from "./documentation";
import { COMMON_HEADERS, jsonResponse } from "./envelopes";
import { errorResponse } from "./error-response";
import { expectationOf } from "./expectation";
import { type ParameterSchema, parseJson, parseParameters, splitDetail } from "./parse-parameters";
import { pathIds } from "./path-ids";
import { type Fields, readFields, refuseQueryOf, takeKeys } from "./read-fields";
import { noteCaller, type RequestFacts, requestFacts } from "./request-facts";
import { streamBody } from "./stream-body";

/**
 * The way of every management, product and agent route (ARCHITECTURE.md, The way of a request): size → type → encoding →
 * credential → throttle → parameters → operation → envelope.
 */
export function runRoute<
	Caller,
	Schema extends z.ZodType,
	Path extends string,
	Answer extends Outcome,
	DetailedSchema extends ParameterSchema = never,
>(
	caller: CallerKind,
	body: BodyKind,
	declaration: Declaration<Caller, Schema, Path, Answer>,
	detailed?: Detailed<Caller, DetailedSchema, Path>,
): RouteHandler {
	const handler: RouteHandler = async (request, context) => {
		const facts = requestFacts(request);
		try {
			const service = currentService();
			// What design.md section 4, item 13 names, and links that set a password.
			const bringsSecret = caller === "management" || (caller === "public" && body !== "none");
			if (bringsSecret && !facts.secure && !service.settings.ALLOW_PLAIN_HTTP) {
				throw new ForbiddenError("HTTPS required");
			}
			// A credential in a header is looked at before the body, which may be large; what is wrong with it is said in its turn.
			const early =
				body === "json" ? await outcomeOf(() => callerOf(caller, service, request, facts, undefined)) : undefined;
			const fields = await readFields(request, body, {
				accepts: declaration.accepts,
				largest: typeof declaration.largest === "string" ? service.settings[declaration.largest] : declaration.largest,
				unheard: early?.thrown !== undefined,
			});
			const [key, ...moreKeys] = caller === "management" ? takeKeys(fields.named) : [];
			if (early?.thrown !== undefined) throw early.thrown;
			const principal = early === undefined ? await callerOf(caller, service, request, facts, key) : early.value;
			const callerId = principal && ("userId" in principal ? principal.userId : principal.agentKeyId);
			if (callerId !== undefined) noteCaller(request, callerId);
			if (principal !== undefined && "userId" in principal && service.settings.API_RATE_LIMIT > 0) {
				await takeCall(service, `user:${principal.userId}`, service.settings.API_RATE_LIMIT);
			}
			if (moreKeys.length > 0) {
				throw new InvalidArgumentError("parameter 'KEY' is given more than once", { parameter: "KEY" });
			}
			const run = async (stream: AsyncIterable<Uint8Array>) => {
				refuseQueryOf(fields);
				const { response, operate } = operationOf(body, declaration, detailed, fields);
				const expectation = expectationOf(request, declaration.expects ?? []);
				const outcome = await operate({
					service,
					principal: principal as Caller,
					path: await pathIds(context, declaration.path ?? []),
					expectation,
					request,
					body: stream,
					facts,
				});
				return outcome instanceof Response ? outcome : checked(outcome, response, declaration.status);
			};
			const idempotencyKey = idempotencyKeyOf(request);
			if (idempotencyKey === undefined || callerId === undefined) {
				return respond(await run(streamBody(request)), facts);
			}
			const keyed = {
				callerId,
				key: idempotencyKey,
				request,
				said: fields.said(),
				storable: declaration.withoutSecret,
			};
			return respond(await answerOnce(service, keyed, run), facts);
		} catch (thrown) {
			return errorResponse(isLeft(request, thrown) ? new InvalidArgumentError(LEFT) : thrown, facts.requestId);
		}
	};
	return documented(handler, { caller, body, ...declaration, ...(detailed === undefined ? {} : { detailed }) });
}

/** Reads the parameters and chooses the operation that they ask for, with its answer's schema. */
function operationOf<Caller, Schema extends z.ZodType, Path extends string, DetailedSchema extends ParameterSchema>(
	body: BodyKind,
	declaration: Declaration<Caller, Schema, Path, Outcome>,
	detailed: Detailed<Caller, DetailedSchema, Path> | undefined,
	fields: Fields,
): {
	response: z.ZodType | undefined;
	operate: (rest: Omit<Call<Caller, never, Path>, "parameters">) => Promise<Outcome>;
} {
	const { response } = declaration;
	const schema = declaration.parameters as unknown as ParameterSchema;
	const contract = (parameters: unknown) => ({
		response,
		operate: (rest: Omit<Call<Caller, never, Path>, "parameters">) =>
			declaration.run({ ...rest, parameters: parameters as z.output<Schema> }),
	});
	if (body === "json") return contract(parseJson(declaration.parameters, fields.json()));
	if (detailed === undefined) return contract(parseParameters(schema, fields.named));
	const { detail, others } = splitDetail(fields.named);
	if (!detail) return contract(parseParameters(schema, others, detailed.parameters));
	const parameters = parseParameters(detailed.parameters, others);
	return { response: detailed.response, operate: (rest) => detailed.run({ ...rest, parameters }) };
}

const LEFT = "the request ended before it was answered";

/** Whether something ended because its caller left, who waits for no answer: that is no failure of the service. */
function isLeft({ signal }: Request, thrown: unknown): boolean {
	return signal.aborted && (thrown === signal.reason || (thrown instanceof Error && thrown.name === "AbortError"));
}

async function callerOf(
	kind: CallerKind,
	service: Service,
	request: Request,
	facts: RequestFacts,
	key: string | undefined,
): Promise<Principal | AgentPrincipal | undefined> {
	switch (kind) {
		case "public":
			return undefined;
		case "agent":
			return authenticateAgentRequest(service, request);
		case "product or agent":
			return bearerOf(request)?.startsWith(AGENT_KEY_PREFIX)
				? authenticateAgentRequest(service, request)
				: authenticate(service, request, facts, "product", key);
		default:
			return authenticate(service, request, facts, kind, key);
	}
}

/** What came of an attempt, for who wants to know later. */
async function outcomeOf<T>(attempt: () => Promise<T>): Promise<{ value?: T; thrown?: unknown }> {
	try {
		return { value: await attempt() };
	} catch (thrown) {
		return { thrown };
	}
}

function checked(outcome: JsonOutcome, response: z.ZodType | undefined, status = 200): JsonAnswer {
	if (CHECK_RESPONSES) response?.parse(outcome.body);
	return { status, ...outcome };
}

function respond(answer: JsonAnswer | KeptAnswer | Response, facts: RequestFacts): Response {
	const headers = { ...COMMON_HEADERS, "X-Request-Id": facts.requestId };
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
