import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ApiFamily } from "@/lib/http/routes/api-family";
import { METHODS, type RouteHandler, type RouteModule, type RouteModules } from "@/lib/http/routes/declaration";
import { methodNotAllowed, optionsAnswer } from "@/lib/http/routes/method-not-allowed";
import { callerOf } from "@/lib/http/routes/request-attributes";
import { log } from "@/lib/platform/log";
import { compressAnswer } from "@/lib/processes/server/api-server/compress-answer";
import { compileMatcher } from "@/lib/processes/server/api-server/matcher";
import { streamResponse } from "@/lib/processes/server/api-server/stream-response";
import { internalError, NOT_FOUND, refusalResponse } from "@/lib/processes/server/refuse";
import type { RequestContext } from "@/lib/processes/server/request-context";
import type { RequestTarget } from "@/lib/processes/server/request-target";

export interface ApiServer {
	/** Serves a request of the API. Resolves when the answer is sent; never rejects. */
	serve(
		target: RequestTarget,
		context: RequestContext,
		incoming: IncomingMessage,
		outgoing: ServerResponse,
	): Promise<void>;
	/** Answers a request of this process itself, by the same routes. Never rejects. */
	answer(request: Request, call: Call): Promise<Response>;
}

interface Call {
	readonly target: RequestTarget;
	/** The route and the caller are noted here, for the log line. */
	readonly context: Pick<RequestContext, "requestId" | "route" | "caller">;
}

/**
 * Serves route handlers without Next's pipeline, which costs many times more than they do. Handlers
 * receive a standard Request and `params`. GET also answers HEAD; OPTIONS has `Allow`; a missing
 * method is a 405; a thrown error is a 500 with the request's id.
 * Replaces the global Request and Response of the process by lighter, equivalent ones.
 */
export function createApiServer(routes: RouteModules): ApiServer {
	const match = compileMatcher(Object.entries(routes).map(([pattern, module]) => [pattern, { pattern, module }]));
	const calls = new WeakMap<IncomingMessage, Call>();

	const answer: ApiServer["answer"] = async (request, { target, context }) => {
		const found = match(target.segments);
		if (!found) return refusalResponse(target.family, NOT_FOUND);
		const { module, pattern } = found.route;
		context.route = pattern;
		const handler = handlerOf(module, request.method);
		if (!handler) {
			const methods = Object.keys(module);
			return request.method === "OPTIONS" ? optionsAnswer(methods) : methodNotAllowed(request, methods);
		}
		try {
			return await handler(request, { params: Promise.resolve(found.params) });
		} catch (error) {
			log.error({ err: error, request_id: context.requestId, route: pattern }, "a route handler threw");
			return refusalResponse(target.family, internalError(context.requestId));
		} finally {
			const caller = callerOf(request);
			if (caller !== undefined) context.caller = caller;
		}
	};

	const fetch: Parameters<typeof getRequestListener>[0] = async (request, { incoming, outgoing }) => {
		const call = calls.get(incoming as IncomingMessage);
		if (!call) throw new Error("the request has no call");
		const response = await answer(request, call);
		// The body guard has already answered.
		if (outgoing.headersSent) return RESPONSE_ALREADY_SENT;
		if (isWhole(response)) return compressAnswer(incoming as IncomingMessage, response);
		await streamResponse(response, outgoing as ServerResponse, {
			requestId: call.context.requestId,
			head: request.method === "HEAD",
		});
		return RESPONSE_ALREADY_SENT;
	};
	// One for each envelope: the adapter does not name the request that it could not read.
	const listenerOf = (family: ApiFamily | undefined) =>
		getRequestListener(fetch, {
			overrideGlobalObjects: true,
			hostname: "localhost",
			errorHandler: (error) => refuseRequest(error, family),
		});
	const [ofTokens, ofOthers] = [listenerOf("token"), listenerOf(undefined)];
	const isWhole = createWholeBodyTest();

	return {
		answer,
		serve: async (target, context, incoming, outgoing) => {
			incoming.url = target.path + target.query;
			calls.set(incoming, { target, context });
			await (target.family === "token" ? ofTokens : ofOthers)(incoming, outgoing);
		},
	};
}

/** Accepts any method name; GET answers HEAD. */
function handlerOf(module: RouteModule, method: string): RouteHandler | undefined {
	const known = METHODS.find((name) => name === method);
	return known && (module[known] ?? (known === "HEAD" ? module.GET : undefined));
}

/** Answers requests that no Request can represent, such as those with an invalid Host header. */
function refuseRequest(error: unknown, family: ApiFamily | undefined): Response {
	if (!(error instanceof RequestError)) log.error({ err: error }, "the adapter of the API server threw");
	return refusalResponse(family, {
		status: 400,
		errorType: "InvalidArgument",
		message: "the Host header or the address is malformed",
	});
}

/**
 * Distinguishes whole bodies (text, bytes, none), which the adapter writes at once, from streams.
 * Reading `body` would replace a light response by a heavy one, so this reads the adapter's cache,
 * which is behind a symbol.
 */
function createWholeBodyTest(): (response: Response) => boolean {
	const symbol = Object.getOwnPropertySymbols(new Response("")).find(({ description }) => description === "cache");
	return (response) => {
		const cached: unknown = symbol && Reflect.get(response, symbol);
		return Array.isArray(cached) ? !(cached[1] instanceof ReadableStream) : response.body === null;
	};
}
