import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
	ATTRIBUTE_HEADER_PREFIX,
	ATTRIBUTE_HEADERS,
	type RequestAttributes,
} from "@/lib/http/routes/request-attributes";
import { noteUnlistedProxy } from "@/lib/platform/unlisted-proxies";
import { type Client, FORWARDING_HEADERS, identifyClient, type ProxyTest } from "@/lib/processes/server/client-address";

/** Attributes of a request in progress. */
export interface RequestContext extends RequestAttributes {
	/** Milliseconds of `performance.now()`. */
	readonly startedAt: number;
	/** For the log line: the route and the caller, once known. */
	route?: string;
	caller?: string;
}

/** Headers that are removed unless a trusted proxy sent them. */
const PROXY_HEADERS: ReadonlySet<string> = new Set([...FORWARDING_HEADERS, "x-request-id"]);
/** Headers that are rewritten, as next-auth takes the service's own address from them. */
const RESTATED: ReadonlySet<string> = new Set(["x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"]);
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

/**
 * Determines the attributes of a request and writes them into its headers for handlers. Removes
 * such headers of the sender, and forwarding headers of untrusted peers.
 */
export function establishContext(incoming: IncomingMessage, isTrusted: ProxyTest): RequestContext {
	const { headers, socket } = incoming;
	const encrypted = "encrypted" in socket && socket.encrypted === true;
	const client = identifyClient(socket.remoteAddress, encrypted, headers, isTrusted);
	if (client.speaksFor !== undefined) noteUnlistedProxy(client.address, client.speaksFor, !client.throughProxy);
	const offered = client.throughProxy ? headers["x-request-id"] : undefined;
	const requestId = typeof offered === "string" && REQUEST_ID.test(offered) ? offered : randomUUID();
	const { scheme, host } = askedOf(incoming, encrypted, client);

	removeHeaders(
		incoming,
		(name) => name.startsWith(ATTRIBUTE_HEADER_PREFIX) || (client.throughProxy ? RESTATED : PROXY_HEADERS).has(name),
	);
	if (client.throughProxy && host !== undefined) {
		addHeader(incoming, "x-forwarded-proto", scheme);
		addHeader(incoming, "x-forwarded-host", host);
	}
	const origin = host === undefined ? "" : `${scheme}://${host}`;
	addHeader(incoming, ATTRIBUTE_HEADERS.requestId, requestId);
	addHeader(incoming, ATTRIBUTE_HEADERS.clientAddress, client.address);
	addHeader(incoming, ATTRIBUTE_HEADERS.secure, client.secure ? "1" : "0");
	addHeader(incoming, ATTRIBUTE_HEADERS.origin, origin);
	const { address: clientAddress, secure } = client;
	return { requestId, clientAddress, secure, origin, startedAt: performance.now() };
}

/**
 * node:http has headers twice: as a list, of which `Request` objects are made, and as a dictionary.
 */
function removeHeaders(incoming: IncomingMessage, unwanted: (name: string) => boolean): void {
	const { rawHeaders, headers } = incoming;
	let kept = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const rawName = rawHeaders[index] ?? "";
		const name = rawName.toLowerCase();
		if (unwanted(name)) {
			delete headers[name];
			continue;
		}
		rawHeaders[kept++] = rawName;
		rawHeaders[kept++] = rawHeaders[index + 1] ?? "";
	}
	rawHeaders.length = kept;
}

function addHeader(incoming: IncomingMessage, name: string, value: string): void {
	incoming.rawHeaders.push(name, value);
	incoming.headers[name] = value;
}

/** Scheme and host of the caller's request, here or at a trusted proxy. */
function askedOf(
	{ headers }: IncomingMessage,
	encrypted: boolean,
	{ asked = { scheme: encrypted ? "https" : "http", host: headers.host } }: Client,
): { scheme: string; host: string | undefined } {
	return { scheme: asked.scheme.toLowerCase(), host: asked.host?.toLowerCase() };
}
