import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { needsNext } from "@/lib/http/routes/api-family";
import { COMMON_HEADERS } from "@/lib/http/routes/envelopes";
import { log, logRequest } from "@/lib/platform/log";
import { countRequest } from "@/lib/platform/metrics/metrics";
import type { ApiServer } from "@/lib/processes/server/api-server/api-server";
import { boundedRequest, guardBody } from "@/lib/processes/server/body-guard";
import type { ProxyTest } from "@/lib/processes/server/client-address";
import type { CompressedScripts } from "@/lib/processes/server/compressed-scripts";
import { hasBody } from "@/lib/processes/server/has-body";
import { addPageHeaders } from "@/lib/processes/server/page-headers";
import { internalError, type Refusal, refuse } from "@/lib/processes/server/refuse";
import { establishContext, type RequestContext } from "@/lib/processes/server/request-context";
import {
	isUnusable,
	parseRequestTarget,
	type RequestTarget,
	type UnusableTarget,
	withoutBasePath,
} from "@/lib/processes/server/request-target";
import { refusalAtSignIn, refusalOfMethod, refusalOfPlainHttp } from "@/lib/processes/server/sign-in-gate";
import { tidySignIn } from "@/lib/processes/server/tidy-sign-in";
import { withoutSecrets } from "@/lib/processes/server/without-secrets";

export interface ListenerOptions {
	readonly isTrusted: ProxyTest;
	readonly allowPlainHttp: boolean;
	/** The path below which the service is, or nothing. */
	readonly basePath: string;
	/** Serves the API. */
	readonly apiServer: ApiServer;
	/** Answers for scripts and style sheets of the pages; absent in development, where Next compiles them on demand. */
	readonly scripts: CompressedScripts | undefined;
	/** How long a sender may be silent in the middle of a body; other than a minute in tests alone. */
	readonly silentMs?: number;
	/** Next's own handler. */
	readonly next: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
}

/** Longest request target: everything that the contract's lists can be asked, with room. */
const MAX_TARGET_LENGTH = 16_384;

/**
 * What every request meets first: an id, the attributes about its caller, one spelling of its path. Then the API server answers
 * for its routes, and sign-in, pages and files go to Next, in bounds that Next does not know. What is malformed is answered here.
 */
export function createRequestListener(options: ListenerOptions): RequestListener {
	return (incoming, outgoing) => {
		const context = establishContext(incoming, options.isTrusted);
		outgoing.setHeader("X-Request-Id", context.requestId);
		const within = withoutBasePath(incoming.url ?? "", options.basePath);
		const target = within === undefined ? outside(options.basePath) : parseRequestTarget(within);
		const page = !isUnusable(target) && target.family === undefined;
		outgoing.once("close", () => {
			// Why a page failed is logged apart (logPageError).
			if (!page || outgoing.statusCode >= 500) logAnswer(incoming, outgoing, target, context);
		});
		const begin = () => {
			serve(target, context, incoming, outgoing, options).catch((error: unknown) => {
				// The sender has left, or fell silent and has its answer.
				if (incoming.errored !== null) return;
				log.error({ err: error, request_id: context.requestId }, "a request failed in the server's entry");
				refuse(outgoing, target.family, internalError(context.requestId));
			});
		};
		if (!hasBody(incoming)) return begin();
		guardBody(incoming, outgoing, target.family, options.silentMs);
		// A short body has come with its headers, and is read by then: its connection can be kept.
		queueMicrotask(begin);
	};
}

async function serve(
	target: RequestTarget | UnusableTarget,
	context: RequestContext,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	options: ListenerOptions,
): Promise<void> {
	const malformed = malformationOf(incoming);
	if (malformed) return refuse(outgoing, target.family, malformed);
	if (isUnusable(target)) {
		const { status, problem: message } = target;
		const errorType = status === 400 ? "InvalidArgument" : "NotFound";
		return refuse(outgoing, target.family, { status, errorType, message });
	}
	const isApi = target.family !== undefined && !needsNext(target.segments);
	if (isApi) return options.apiServer(target, context, incoming, outgoing);
	return serveByNext(target, context, incoming, outgoing, options);
}

async function serveByNext(
	target: RequestTarget,
	context: RequestContext,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	{ scripts, next, allowPlainHttp, basePath }: ListenerOptions,
): Promise<void> {
	const dev = scripts === undefined;
	const signIn = needsNext(target.segments);
	const refusal =
		refusalOfPlainHttp(target, context, allowPlainHttp) ??
		(signIn ? refusalAtSignIn(incoming, target) : undefined) ??
		// Pages are read; what changes anything goes through the API. Next's development server has methods of its own.
		(dev || signIn ? undefined : refusalOfMethod(incoming, ["GET"]));
	if (refusal) return refuse(outgoing, target.family, refusal);

	if (scripts?.(target.path, incoming, outgoing) === true) return;

	// Next's own page for its failures is a page like any other to it, with status 500.
	const internal = target.segments[0] === "_global-error";
	const path = target.path === "/" && basePath !== "" ? "" : target.path;
	const query = signIn ? tidySignIn(incoming, target.query) : target.query;
	incoming.url = basePath + (internal ? "/_not-found" : path + query);
	const bounded = await boundedRequest(incoming);
	if (!bounded) {
		const message = "the body is larger than this resource accepts";
		return refuse(outgoing, target.family, { status: 413, errorType: "TooLarge", message });
	}
	if (signIn) for (const [name, value] of Object.entries(COMMON_HEADERS)) outgoing.setHeader(name, value);
	else if (target.family === undefined) addPageHeaders(bounded, outgoing, { dev });
	await next(bounded, outgoing);
}

function outside(basePath: string): UnusableTarget {
	return { status: 404, problem: `resource not found: this service is below ${basePath}`, family: undefined };
}

function malformationOf(incoming: IncomingMessage): Refusal | undefined {
	if (incoming.url !== undefined && incoming.url.length > MAX_TARGET_LENGTH) {
		const message = `the address is longer than ${MAX_TARGET_LENGTH} characters`;
		return { status: 414, errorType: "TooLarge", message };
	}
	if (incoming.headers.host === undefined && incoming.httpVersion !== "1.0") {
		return { status: 400, errorType: "InvalidArgument", message: "the Host header is missing" };
	}
	if (hasTwoHosts(incoming.rawHeaders)) {
		const message = "the Host header is given more than once";
		return { status: 400, errorType: "InvalidArgument", message, headers: { Connection: "close" } };
	}
	return undefined;
}

/** RFC 9112, section 3.2: node:http keeps the first, a proxy in front may have gone by another. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
	let hosts = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index] ?? "";
		if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
	}
	return hosts > 1;
}

function logAnswer(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	target: RequestTarget | UnusableTarget,
	context: RequestContext,
): void {
	const status = outgoing.headersSent ? outgoing.statusCode : 0;
	const milliseconds = performance.now() - context.startedAt;
	countRequest(context.route, status, milliseconds);
	logRequest({
		method: incoming.method ?? "",
		path: () => (isUnusable(target) ? "(malformed)" : withoutSecrets(target.path)),
		route: context.route,
		status,
		milliseconds,
		requestId: context.requestId,
		clientAddress: context.clientAddress,
		caller: context.caller,
	});
}
