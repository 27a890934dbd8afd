import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { needsNext } from "@/lib/http/routes/api-family";
import { COMMON_HEADERS } from "@/lib/http/routes/envelopes";
import { log, logRequest } from "@/lib/platform/log";
import { countRequest } from "@/lib/platform/metrics/metrics";
import { addPageHeaders } from "@/lib/processes/server/add-page-headers";
import { addStrictTransport } from "@/lib/processes/server/add-strict-transport";
import type { ApiServer } from "@/lib/processes/server/api-server/api-server";
import { boundedRequest, guardBody } from "@/lib/processes/server/body-guard";
import type { ProxyTest } from "@/lib/processes/server/client-address";
import type { CompressedScripts } from "@/lib/processes/server/compressed-scripts";
import { hasBody } from "@/lib/processes/server/has-body";
import type { InlineHashes } from "@/lib/processes/server/inline-hashes";
import { mendedLink } from "@/lib/processes/server/mended-link";
import { internalError, type Refusal, refuse } from "@/lib/processes/server/refuse";
import { renderPage } from "@/lib/processes/server/render-page";
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
import { traceRequest } from "@/lib/processes/server/trace-request";
import { withoutSecrets } from "@/lib/processes/server/without-secrets";

export interface ListenerOptions {
	readonly isTrusted: ProxyTest;
	readonly allowPlainHttp: boolean;
	/** The path below which the service is mounted, or empty. */
	readonly basePath: string;
	readonly apiServer: ApiServer;
	/** Absent in development, where Next compiles scripts on demand. */
	readonly scripts: CompressedScripts | undefined;
	/** Of pages that were rendered at build time. */
	readonly prerendered?: InlineHashes | undefined;
	/** The origins that may show the pages below `/embed/<organization>`; absent: none. */
	readonly embedOrigins?: (organization: string) => Promise<readonly string[]>;
	/** How long a body may come too slowly; other than a minute in tests only. */
	readonly slowBodyMs?: number;
	readonly next: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
}

/** Longest request target: all parameters of the contract's lists fit. */
export const MAX_TARGET_LENGTH = 16_384;

/**
 * Listens to all requests: gives each an id and the attributes of its caller, and normalizes its
 * path. The API server answers its routes; sign-in, pages and files go to Next, within limits that
 * Next lacks. Malformed requests are answered here.
 */
export function createRequestListener(options: ListenerOptions): RequestListener {
	return (incoming, outgoing) => {
		const context = establishContext(incoming, options.isTrusted);
		outgoing.setHeader("X-Request-Id", context.requestId);
		addStrictTransport(outgoing, context);
		const within = withoutBasePath(incoming.url ?? "", options.basePath);
		const target = within === undefined ? outside(options.basePath) : parseRequestTarget(within);
		const page = !isUnusable(target) && target.family === undefined;
		const trace = traceRequest(incoming, outgoing, target, context);
		outgoing.once("close", () => {
			// `logPageError` logs why a page failed.
			if (!page || outgoing.statusCode >= 500) trace(() => logAnswer(incoming, outgoing, target, context));
		});
		const begin = () => {
			const served = trace(() => serve(target, context, incoming, outgoing, options));
			served.catch((error: unknown) => {
				// The sender has disconnected, or has its 408.
				if (incoming.errored !== null) return;
				log.error({ err: error, request_id: context.requestId }, "a request failed in the server's entry");
				refuse(outgoing, target.family, internalError(context.requestId));
			});
		};
		if (!hasBody(incoming)) return begin();
		guardBody(incoming, outgoing, target.family, options.slowBodyMs);
		// A short body arrives with its headers and is complete by then, so the connection can be kept.
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
	if (isApi) return options.apiServer.serve(target, context, incoming, outgoing);
	return serveByNext(target, context, incoming, outgoing, options);
}

async function serveByNext(
	target: RequestTarget,
	context: RequestContext,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	{ scripts, prerendered, embedOrigins, next, allowPlainHttp, basePath, apiServer }: ListenerOptions,
): Promise<void> {
	const dev = scripts === undefined;
	const signIn = needsNext(target.segments);
	const refusal =
		refusalOfPlainHttp(target, context, allowPlainHttp) ??
		(signIn ? refusalAtSignIn(incoming, target) : undefined) ??
		// Pages accept GET only: writes go through the API. Next's development server has more methods.
		(dev || signIn ? undefined : refusalOfMethod(incoming, ["GET"]));
	if (refusal) return refuse(outgoing, target.family, refusal);
	const mended = mendedLink(target);
	if (mended !== undefined) {
		outgoing.writeHead(307, { ...COMMON_HEADERS, "Content-Length": 0, Location: basePath + mended }).end();
		return;
	}

	if (signIn) for (const [name, value] of Object.entries(COMMON_HEADERS)) outgoing.setHeader(name, value);
	else if (target.family === undefined) {
		const [first, organization = ""] = target.segments;
		const isEmbedded = first === "embed";
		// Its reader is who the page around it says, and nobody else who uses the browser.
		if (isEmbedded) delete incoming.headers.cookie;
		const ancestors = (isEmbedded && (await embedOrigins?.(organization))) || [];
		addPageHeaders(incoming, outgoing, { dev, prerendered, ancestors });
	}
	if (scripts?.(target.path, incoming, outgoing) === true) return;

	// Next serves its own error page under this path, with status 500.
	const internal = target.segments[0] === "_global-error";
	const path = target.path === "/" && basePath !== "" ? "" : target.path;
	const query = signIn ? tidySignIn(incoming, target.query) : target.query;
	incoming.url = basePath + (internal ? "/_not-found" : path + query);
	const bounded = await boundedRequest(incoming);
	if (!bounded) {
		const message = "the body is larger than this resource accepts";
		return refuse(outgoing, target.family, { status: 413, errorType: "TooLarge", message });
	}
	await renderPage(incoming, context, { apiServer, basePath }, () => next(bounded, outgoing));
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

/** RFC 9112, section 3.2: node:http uses the first; a proxy may have used another. */
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
