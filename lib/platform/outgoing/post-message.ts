import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { isOutOfTime, OutgoingProblem, problemOf } from "./outgoing-problem";
import { judgeConnection, type Reachable, reachableLookup, requireReachableLiteral } from "./reachable-connection";

export interface Message {
	/** `POST` unless stated; a `GET` has no body. */
	readonly method?: "GET" | "POST";
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

export interface PostOptions extends Reachable {
	readonly timeoutMs: number;
	/** Bytes of the answer that are kept; the rest is not read. */
	readonly answerBytes: number;
	readonly signal: AbortSignal;
}

/** The answer of a receiver: its status counts also where the body did not come to its end. */
export interface Answer {
	readonly status: number;
	readonly retryAfter: string | null;
	readonly contentType: string | null;
	readonly body: string;
}

/**
 * Posts a message to an address that a customer chose (docs/contract.md, Webhooks). It checks each
 * address at the connection, so that a name cannot lead elsewhere after the check. It follows no
 * redirect, keeps no cookie, and has one time limit for everything.
 * @throws OutgoingProblem in words for the sender; the reason of `signal` when that was aborted
 */
export async function postMessage(message: Message, options: PostOptions): Promise<Answer> {
	const timeout = AbortSignal.timeout(options.timeoutMs);
	const signal = AbortSignal.any([timeout, options.signal]);
	try {
		requireReachableLiteral(message.url, options);
		return await exchange(message, options, signal);
	} catch (thrown) {
		if (options.signal.aborted) throw options.signal.reason;
		if (timeout.aborted || isOutOfTime(thrown)) {
			throw new OutgoingProblem(`no answer within ${options.timeoutMs / 1_000} seconds`);
		}
		throw problemOf(thrown);
	}
}

function exchange(message: Message, options: PostOptions, signal: AbortSignal): Promise<Answer> {
	const { method = "POST", url, headers, body } = message;
	return new Promise((resolve, reject) => {
		const { request } = url.protocol === "https:" ? https : http;
		const sent = request(url, {
			method,
			headers: method === "GET" ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) },
			// A connection of its own: none is left open, and none is taken over unjudged.
			agent: false,
			lookup: reachableLookup(url.protocol, options),
			signal,
			maxHeaderSize: 16_384,
		});
		sent.on("error", reject);
		sent.on("response", (response) => {
			// From here on the status decides, and an error is the end of the body.
			sent.off("error", reject).on("error", () => undefined);
			void readAnswer(sent, response, options.answerBytes).then(resolve, reject);
		});
		judgeConnection(sent, url.protocol, options);
		sent.end(body);
	});
}

/** Reads the beginning of an answer; one that ends early, or never, is its beginning alone. */
async function readAnswer(sent: ClientRequest, response: IncomingMessage, limit: number): Promise<Answer> {
	const parts: Buffer[] = [];
	let length = 0;
	try {
		for await (const part of response) {
			parts.push(part);
			length += part.length;
			if (length >= limit) break;
		}
	} catch {
		// The status has come, and decides.
	} finally {
		sent.destroy();
	}
	const { statusCode = 0, headers } = response;
	const body = Buffer.concat(parts).subarray(0, limit).toString("utf8");
	const { "retry-after": retryAfter = null, "content-type": contentType = null } = headers;
	return { status: statusCode, retryAfter, contentType, body };
}
