import type { IncomingResponse } from "@/lib/agent/outbound/http-client";

// Decides whether an answer comes from the service. Portals, proxies and firewalls answer with any
// status, so only the service's envelope, or bytes under the digest of the file, count as its
// answer.

/** The service refuses. */
export class ServiceAnswerError extends Error {
	override name = "ServiceAnswerError";
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/** Version of the service's envelopes (docs/contract.md, Envelopes). */
const ENVELOPE_VERSION = 4;
const LONGEST_MESSAGE = 300;

/**
 * Reads the envelope by which the service accepts a request.
 * @param path that was asked for
 * @param onPiece called as the body arrives
 * @throws the error of `refusalOf` for any other answer
 */
export async function acceptanceOf(
	response: IncomingResponse,
	path: string,
	onPiece?: () => void,
): Promise<Readonly<Record<string, unknown>>> {
	const body = await readEnvelope(response, onPiece);
	const isAccepted = response.statusCode >= 200 && response.statusCode < 300 && body?.status === "OK";
	if (isAccepted && typeof body.response === "object" && body.response !== null) return body;
	throw refusalBy(body, response, path);
}

/**
 * Whether the service answers with bytes of this file, or that it has none from the requested
 * position on.
 */
export function isOfFile({ statusCode, headers }: IncomingResponse, sha256: string): boolean {
	return [200, 206, 416].includes(statusCode) && headers.etag?.includes(sha256) === true;
}

/**
 * Words why an answer is not the requested one: the service refuses, has moved, or did not answer
 * itself.
 * @param path that was asked for
 */
export async function refusalOf(response: IncomingResponse, path: string): Promise<Error> {
	return refusalBy(await readEnvelope(response), response, path);
}

/** Whether a browser would show the answer: neither the service nor its file store sends such. */
export function isPage({ headers }: IncomingResponse): boolean {
	return headers["content-type"]?.includes("html") === true;
}

/** Words an answer that does not come from the addressed party. */
export function answeredInFront(of: string, response: IncomingResponse): Error {
	const how = isPage(response) ? "with a page" : "in its place";
	return new Error(`something in front of ${of} answered ${how} (${response.statusCode})`);
}

function refusalBy(envelope: Record<string, unknown> | null, response: IncomingResponse, path: string): Error {
	const { statusCode: status, headers } = response;
	if (status >= 400 && envelope?.status === "error" && typeof envelope.message === "string") {
		const detail = envelope.message.length <= LONGEST_MESSAGE ? `: ${envelope.message}` : "";
		const isOfKey = status === 401 || status === 403;
		const message = isOfKey
			? `the service rejected the agent key (${status}${detail}): check AGENT_KEY, or the file of --key-file`
			: `the service answered with status ${status}${detail}`;
		return new ServiceAnswerError(status, message);
	}
	const moved = status >= 300 && status < 400 ? originOf(headers.location, path) : null;
	if (moved === null) return answeredInFront("the service", response);
	return new Error(`the service is at another address (${status}): --server must be that of ${moved}`);
}

/** Where the same path leads elsewhere; a portal leads to a path of its own. */
function originOf(location: string | undefined, path: string): string | null {
	if (location === undefined || !URL.canParse(location)) return null;
	const { origin, pathname } = new URL(location);
	return pathname === path.replace(/\?.*$/, "") ? origin : null;
}

/** The service's envelope; null for a body that is none. */
async function readEnvelope(response: IncomingResponse, onPiece?: () => void): Promise<Record<string, unknown> | null> {
	if (!response.headers["content-type"]?.includes("json")) {
		response.destroy();
		return null;
	}
	const pieces: Buffer[] = [];
	for await (const piece of response as AsyncIterable<Buffer>) {
		onPiece?.();
		pieces.push(piece);
	}
	try {
		const body: unknown = JSON.parse(Buffer.concat(pieces).toString());
		const isEnvelope = typeof body === "object" && body !== null && "version" in body;
		return isEnvelope && body.version === ENVELOPE_VERSION ? (body as Record<string, unknown>) : null;
	} catch {
		return null;
	}
}
