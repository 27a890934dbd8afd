import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { METHODS, type RouteHandler, type RouteModule, type RouteModules } from "@/lib/http/routes/declaration";
import { methodNotAllowed, optionsAnswer } from "@/lib/http/routes/method-not-allowed";
import { callerOf } from "@/lib/http/routes/request-attributes";
import { log } from "@/lib/platform/log";
import { compileMatcher } from "@/lib/processes/server/api-server/matcher";
import { streamResponse } from "@/lib/processes/server/api-server/stream-response";
import { internalError, NOT_FOUND, refusalResponse } from "@/lib/processes/server/refuse";
import type { RequestContext } from "@/lib/processes/server/request-context";
import type { RequestTarget } from "@/lib/processes/server/request-target";

/** Serves a request to the API; resolves when the answer is on its way, never rejects. */
export type ApiServer = (
	target: RequestTarget,
	context: RequestContext,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
) => Promise<void>;

interface Call {
	readonly target: RequestTarget;
	readonly context: RequestContext;
}

/**
 * Serves the API's route handlers without Next's pipeline, which costs many times what they do. Handlers get a standard Request and `params`; HEAD is answered from GET, OPTIONS with `Allow`, a method
 * that is not exported with 405, what a handler throws with 500 and the request's id alone.
 *
 * Replaces the global Request and Response by lighter ones of the same behavior, for this whole process.
 */
export function createApiServer(routes: RouteModules): ApiServer {
	const match = compileMatcher(Object.entries(routes).map(([pattern, module]) => [pattern, { pattern, module }]));
	const calls = new WeakMap<IncomingMessage, Call>();

	const answer = async (request: Request, { target, context }: Call): Promise<Response> => {
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

	const listener = getRequestListener(
		async (request, { incoming, outgoing }) => {
			const call = calls.get(incoming as IncomingMessage);
			if (!call) throw new Error("A request without its call.");
			const response = await answer(request, call);
			// The body guard has answered meanwhile.
			if (outgoing.headersSent) return RESPONSE_ALREADY_SENT;
			if (isWhole(response)) return response;
			await streamResponse(response, outgoing as ServerResponse, {
				requestId: call.context.requestId,
				head: request.method === "HEAD",
			});
			return RESPONSE_ALREADY_SENT;
		},
		{ overrideGlobalObjects: true, hostname: "localhost", errorHandler: refuseRequest },
	);
	const isWhole = wholenessTest();

	return async (target, context, incoming, outgoing) => {
		incoming.url = target.path + target.query;
		calls.set(incoming, { target, context });
		await listener(incoming, outgoing);
	};
}

/** Takes any word for a method; HEAD is answered from GET. */
function handlerOf(module: RouteModule, method: string): RouteHandler | undefined {
	const known = METHODS.find((name) => name === method);
	return known && (module[known] ?? (known === "HEAD" ? module.GET : undefined));
}

/** Requests that no Request can be made of: a Host header that is none. */
function refuseRequest(error: unknown): Response {
	if (!(error instanceof RequestError)) log.error({ err: error }, "the adapter of the API server threw");
	return refusalResponse(undefined, {
		status: 400,
		errorType: "InvalidArgument",
		message: "the Host header or the address is malformed",
	});
}

/**
 * Tells responses that the adapter writes in one go (text, bytes, nothing) from those with a stream as body. Asking a
 * light response for its `body` would turn it into a heavy one; the adapter keeps what it was made from under a symbol.
 */
function wholenessTest(): (response: Response) => boolean {
	const symbol = Object.getOwnPropertySymbols(new Response("")).find(({ description }) => description === "cache");
	return (response) => {
		const cached: unknown = symbol && Reflect.get(response, symbol);
		return Array.isArray(cached) ? !(cached[1] instanceof ReadableStream) : response.body === null;
	};
}
