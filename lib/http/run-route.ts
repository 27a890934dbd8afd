import type { z } from "zod";
import { AGENT_KEY_PREFIX } from "@/lib/auth/secrets";
import { CHECK_RESPONSES } from "@/lib/env";
import { ForbiddenError } from "@/lib/errors";
import { service as currentService, type Service } from "@/lib/service";
import { authenticate, authenticateAgentRequest, bearerOf } from "./authenticate";
import type { BodyKind, CallerKind, Declaration, Outcome, RouteHandler } from "./declaration";
import { COMMON_HEADERS } from "./envelopes";
import { errorResponse } from "./error-response";
import { expectationOf } from "./expectation";
import { type ParameterSchema, parseJson, parseParameters } from "./parse-parameters";
import { pathIds } from "./path-ids";
import { readFields, refuseQueryOf, takeKey } from "./read-fields";
import { noteCaller, type RequestFacts, requestFacts } from "./request-facts";

/**
 * The way of every management, product and agent route (ARCHITECTURE.md, The way of a request): size → type → encoding →
 * credential → throttle → parameters → operation → envelope.
 */
export function runRoute<Caller, Schema extends z.ZodType, Path extends string>(
	caller: CallerKind,
	body: BodyKind,
	declaration: Declaration<Caller, Schema, Path>,
): RouteHandler {
	return async (request, context) => {
		const facts = requestFacts(request);
		try {
			const service = currentService();
			if (caller === "management" && !facts.secure && !service.settings.ALLOW_PLAIN_HTTP) {
				throw new ForbiddenError("HTTPS required");
			}
			const fields = await readFields(request, body);
			const key = caller === "management" ? takeKey(fields.named) : undefined;
			const principal = await callerOf(caller, service, request, facts, key);
			if (principal !== undefined) noteCaller(request, "userId" in principal ? principal.userId : principal.agentKeyId);
			refuseQueryOf(fields);
			const parameters =
				body === "json"
					? parseJson(declaration.parameters, fields.json())
					: parseParameters(declaration.parameters as unknown as ParameterSchema, fields.named);
			const outcome = await declaration.run({
				service,
				principal: principal as Caller,
				parameters: parameters as z.output<Schema>,
				path: await pathIds(context, declaration.path ?? []),
				expectation: expectationOf(request),
				request,
				facts,
			});
			return outcome instanceof Response ? finish(outcome, facts) : json(outcome, declaration.response, facts);
		} catch (thrown) {
			return errorResponse(thrown, facts.requestId);
		}
	};
}

function callerOf(kind: CallerKind, service: Service, request: Request, facts: RequestFacts, key: string | undefined) {
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

function json(outcome: Exclude<Outcome, Response>, schema: z.ZodType | undefined, facts: RequestFacts): Response {
	if (CHECK_RESPONSES) schema?.parse(outcome.body);
	return Response.json(outcome.body, {
		status: outcome.status ?? 200,
		headers: { ...COMMON_HEADERS, "X-Request-Id": facts.requestId },
	});
}

function finish(response: Response, facts: RequestFacts): Response {
	for (const [name, value] of Object.entries(COMMON_HEADERS)) {
		if (!response.headers.has(name)) response.headers.set(name, value);
	}
	response.headers.set("X-Request-Id", facts.requestId);
	return response;
}
