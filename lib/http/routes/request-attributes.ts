/**
 * Attributes of a request that its `Request` does not carry. The server sets these headers on every
 * request after removing any that came from outside, so handlers may trust them.
 */
export const ATTRIBUTE_HEADERS = {
	requestId: "x-ts-request-id",
	clientAddress: "x-ts-client-ip",
	secure: "x-ts-secure",
	origin: "x-ts-origin",
} as const;

/** Every header with this prefix is reserved for the server. */
export const ATTRIBUTE_HEADER_PREFIX = "x-ts-";

export interface RequestAttributes {
	/** The response's `X-Request-Id`, for log lines and unexpected errors. */
	readonly requestId: string;
	/** The caller's IP address behind trusted proxies; IPv4 is never written as IPv6. */
	readonly clientAddress: string;
	/** TLS here or at a trusted proxy, or a caller on this machine (docs/contract.md, HTTPS). */
	readonly secure: boolean;
	/**
	 * Scheme, host and port in the caller's browser, for comparison with `Origin`; empty without a
	 * host.
	 */
	readonly origin: string;
}

/** Reads the server's attributes of a request; without them (in tests) the least trusted values. */
export function requestAttributes(request: Request): RequestAttributes {
	const { headers } = request;
	return {
		requestId: headers.get(ATTRIBUTE_HEADERS.requestId) ?? "",
		clientAddress: headers.get(ATTRIBUTE_HEADERS.clientAddress) ?? "",
		secure: headers.get(ATTRIBUTE_HEADERS.secure) === "1",
		origin: headers.get(ATTRIBUTE_HEADERS.origin) ?? "",
	};
}

const callers = new WeakMap<Request, string>();

/** Notes the caller's identifier, never a credential, for the log line. */
export function noteCaller(request: Request, callerId: string): void {
	callers.set(request, callerId);
}

/** Gives the caller's identifier, once its handler has noted it. */
export function callerOf(request: Request): string | undefined {
	return callers.get(request);
}
