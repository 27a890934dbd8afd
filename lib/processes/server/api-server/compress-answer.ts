import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

/** Below this, the headers of a compressed answer cost more than it saves. */
const SMALLEST_BYTES = 2_048;

/**
 * Compresses a whole JSON answer to a page of the service; others stay as they are. Answers to
 * other sites' requests stay uncompressed: the length of a compressed answer would reveal contents
 * to them.
 */
export async function compressAnswer(incoming: IncomingMessage, response: Response): Promise<Response> {
	const { headers, status } = response;
	if (!isAskedByPage(incoming) || !isCompressible(headers)) return response;
	const body = Buffer.from(await response.arrayBuffer());
	const init = { status, headers: new Headers(headers) };
	if (body.length < SMALLEST_BYTES) return new Response(body, init);
	init.headers.set("Content-Encoding", "gzip");
	init.headers.append("Vary", "Accept-Encoding");
	init.headers.delete("Content-Length");
	return new Response(await compress(body), init);
}

function isAskedByPage({ method, headers }: IncomingMessage): boolean {
	const accepted = String(headers["accept-encoding"] ?? "");
	return (
		method === "GET" && headers["sec-fetch-site"] === "same-origin" && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted)
	);
}

/** An entity tag names the bytes of one form. */
function isCompressible(headers: Headers): boolean {
	return (
		(headers.get("content-type") ?? "").startsWith("application/json") &&
		!headers.has("etag") &&
		!headers.has("content-encoding")
	);
}
