import type { IncomingMessage } from "node:http";
import { RequestError } from "@/lib/agent/http/request-error";

/** Limit of a request body in bytes: 1,000 points take about 80,000. */
export const BODY_LIMIT = 1024 * 1024;

/** Limit of points or ids per request (docs/contract.md, Lookups). */
export const BATCH_LIMIT = 1000;

/** Reads a body. @throws RequestError 413 above BODY_LIMIT bytes, 415 for a compressed one */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
	const encoding = request.headers["content-encoding"];
	if (encoding !== undefined && encoding !== "identity")
		throw new RequestError(415, "the body must not have a Content-Encoding", { "Accept-Encoding": "identity" });
	return readBytes(request);
}

/**
 * Parses a JSON array.
 * @throws RequestError 400 for anything but UTF-8, JSON and an array of at most BATCH_LIMIT items
 */
export function parseBatch(bytes: Buffer): unknown[] {
	let items: unknown;
	try {
		items = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		throw new RequestError(400, "the body must be a JSON array in UTF-8");
	}
	if (!Array.isArray(items)) throw new RequestError(400, "the body must be a JSON array");
	if (items.length > BATCH_LIMIT)
		throw new RequestError(400, `the body must have at most ${BATCH_LIMIT} items, and has ${items.length}`);
	return items;
}

/** What is wrong with a place; null for nothing. */
export function degreesProblem({ latitude, longitude }: Readonly<Record<string, unknown>>): string | null {
	return problemOf(latitude, 90, "latitude") ?? problemOf(longitude, 180, "longitude");
}

function problemOf(value: unknown, limit: number, name: string): string | null {
	if (typeof value === "number" && value >= -limit && value <= limit) return null;
	return `${name} ${value === undefined ? "is missing: give" : "must be"} a number from ${-limit} to ${limit}`;
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
	// Drain the rest: closing would reset the connection before the response is read.
	const tooLarge = () => new RequestError(413, `the body must have at most ${BODY_LIMIT} bytes`);
	if (Number(request.headers["content-length"] ?? 0) > BODY_LIMIT) return Promise.reject(tooLarge());
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let length = 0;
		request.on("data", (chunk: Buffer) => {
			length += chunk.length;
			if (length > BODY_LIMIT) {
				chunks.length = 0;
				reject(tooLarge());
			} else chunks.push(chunk);
		});
		request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
		request.on("error", reject);
		request.on("close", () => reject(new RequestError(400, "the request ended before its body was complete")));
	});
}
