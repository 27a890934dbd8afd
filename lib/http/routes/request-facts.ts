/**
 * What the server knows about a request and a route handler cannot see in a `Request`. The server's own entry sets these
 * headers on every request, after removing any that came from outside, so a handler may believe them.
 */
export const FACT_HEADERS = {
	requestId: "x-ts-request-id",
	clientAddress: "x-ts-client-ip",
	secure: "x-ts-secure",
	local: "x-ts-local",
	origin: "x-ts-origin",
} as const;

/** Every header name that starts like this belongs to the server. */
export const FACT_HEADER_PREFIX = "x-ts-";

export interface RequestFacts {
	/** What `X-Request-Id` of the response says, for log lines and for answers to unknown errors. */
	readonly requestId: string;
	/** The caller's IP address, through trusted proxies; IPv4 is never written as IPv6. */
	readonly clientAddress: string;
	/** TLS here or at a trusted proxy, or a caller on this machine (design.md section 4, item 13). */
	readonly secure: boolean;
	/** A program on this machine that calls for itself: no proxy, trusted or not, says that it speaks for somebody else. */
	readonly local: boolean;
	/** Scheme, host and port as the caller's browser shows them, for comparison with `Origin`; empty without a host. */
	readonly origin: string;
}

/** Reads the facts that the server attached to a request. Without them (a handler called by a test), the least trust. */
export function requestFacts(request: Request): RequestFacts {
	const { headers } = request;
	return {
		requestId: headers.get(FACT_HEADERS.requestId) ?? "",
		clientAddress: headers.get(FACT_HEADERS.clientAddress) ?? "",
		secure: headers.get(FACT_HEADERS.secure) === "1",
		local: headers.get(FACT_HEADERS.local) === "1",
		origin: headers.get(FACT_HEADERS.origin) ?? "",
	};
}

const callers = new WeakMap<Request, string>();

/** Notes who made a request, for its log line. Takes an identifier, never a credential. */
export function noteCaller(request: Request, callerId: string): void {
	callers.set(request, callerId);
}

/** Who made a request, when its handler has noted it. */
export function callerOf(request: Request): string | undefined {
	return callers.get(request);
}
