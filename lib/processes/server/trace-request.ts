import type { IncomingMessage, ServerResponse } from "node:http";
import { isTracing, startSpan, withSpan } from "@/lib/tracing/tracing";
import type { RequestContext } from "./request-context";
import { isUnusable, type RequestTarget, type UnusableTarget } from "./request-target";

/** Runs work in the span of a request. */
type InSpan = <T>(work: () => T) => T;

const untraced: InSpan = (work) => work();

/** Paths that machines request every few seconds. */
const POLLED = /^\/(?:api\/(?:health|ready)|metrics)$/;
/**
 * Agents' polls and reports have no trace; an agent's work on a deployment continues the trace of
 * its change.
 */
const OF_AGENTS = /^\/api\/agent\//;

/**
 * Gives a request to the API a span, which ends with its answer. It continues the trace of the
 * header `traceparent`. Otherwise the trace's id is that of the request without dashes, if that is
 * a UUID: the id in an error message thus finds the trace. A path may hold secrets, so the span has
 * the route's pattern alone.
 */
export function traceRequest(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	target: RequestTarget | UnusableTarget,
	context: RequestContext,
): InSpan {
	const { traceparent } = incoming.headers;
	const parent = typeof traceparent === "string" ? traceparent : undefined;
	if (!isTracing() || !isTraced(target, parent)) return untraced;
	const method = METHODS.has(incoming.method ?? "") ? (incoming.method ?? "") : "_OTHER";
	const attributes = {
		"http.request.method": method,
		"url.scheme": context.secure ? "https" : "http",
		"http.response.header.x-request-id": [context.requestId],
	};
	const span = startSpan(method, { kind: "server", parent, traceId: traceIdOf(context.requestId), attributes });
	outgoing.once("close", () => {
		if (context.route !== undefined) {
			span?.updateName(`${method} ${context.route}`);
			span?.setAttribute("http.route", context.route);
		}
		if (outgoing.headersSent) span?.setAttribute("http.response.status_code", outgoing.statusCode);
		if (outgoing.statusCode >= 500) {
			span?.setAttribute("error.type", String(outgoing.statusCode));
			span?.setStatus({ code: 2 });
		}
		span?.end();
	});
	return (work) => withSpan(span, work);
}

/** Other methods are as many as callers make up. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function isTraced(target: RequestTarget | UnusableTarget, parent: string | undefined): boolean {
	if (isUnusable(target) || target.family === undefined || POLLED.test(target.path)) return false;
	return parent !== undefined || !OF_AGENTS.test(target.path);
}

function traceIdOf(requestId: string): string | undefined {
	const id = requestId.replaceAll("-", "").toLowerCase();
	return /^(?!0{32})[\da-f]{32}$/.test(id) ? id : undefined;
}
