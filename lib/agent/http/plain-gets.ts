/** Longer headers are left to node:http and its limits. */
const HEADERS_LIMIT = 8 * 1024;

/**
 * The headers of a plain request, from the end of its request line on: each on one line of ASCII, and none that
 * announces a body or concerns the connection. So there is no doubt where the request ends.
 */
const PLAIN_HEADERS =
	/^(?:\r\n(?:connection: keep-alive(?=\r)|(?!(?:connection|proxy-connection|content-length|transfer-encoding|upgrade|expect):)[!#$%&'*+.^_`|~0-9a-z-]+:[\t -~]*))+\r\n\r\n$/i;
const HOSTS = /\r\nhost:/gi;

/** Gives the body for a target in ASCII; null to leave the request to node:http. */
export type PlainAnswer = (target: string) => string | null;

/** The plain GET requests of one connection. */
export class PlainGets {
	readonly #answer: PlainAnswer;
	readonly #keepAlive: string;
	/** Those of the last request: most clients repeat them. */
	#headers = "";

	/** @param keepAlive value of the header Keep-Alive */
	constructor(answer: PlainAnswer, keepAlive: string) {
		this.#answer = answer;
		this.#keepAlive = keepAlive;
	}

	/**
	 * Answers the requests of a chunk, as node:http would.
	 * @returns the answers to send, and what is left to node:http from there on; null for nothing
	 */
	take(chunk: Buffer): { answers: string; rest: Buffer | null } {
		const text = chunk.toString("latin1");
		let answers = "";
		for (let at = 0; at < text.length; ) {
			const lineEnd = text.indexOf("\r\n", at);
			const headers = this.#headersAt(text, lineEnd);
			const body = headers === null ? null : this.#answerLine(text.slice(at, lineEnd));
			if (headers === null || body === null) return { answers, rest: chunk.subarray(at) };
			answers += `${STATUS_AND_TYPE}Content-Length: ${body.length}\r\nDate: ${dateOfNow()}\r\nConnection: keep-alive\r\nKeep-Alive: ${this.#keepAlive}\r\n\r\n${body}`;
			at = lineEnd + headers.length;
		}
		return { answers, rest: null };
	}

	/** Checks headers once where the next request has the same. */
	#headersAt(text: string, at: number): string | null {
		if (at === -1) return null;
		if (this.#headers !== "" && text.startsWith(this.#headers, at)) return this.#headers;
		const end = text.indexOf("\r\n\r\n", at);
		if (end === -1 || end - at > HEADERS_LIMIT) return null;
		const headers = text.slice(at, end + 4);
		if (!PLAIN_HEADERS.test(headers) || headers.match(HOSTS)?.length !== 1) return null;
		this.#headers = headers;
		return headers;
	}

	#answerLine(line: string): string | null {
		const target = /^GET (\/[!-~]*) HTTP\/1\.1$/.exec(line)?.[1];
		return target === undefined ? null : this.#answer(target);
	}
}

const STATUS_AND_TYPE = "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n";

let date = "";
let dateUntil = 0;

/** Composed once a second. */
function dateOfNow(): string {
	const now = Date.now();
	if (now >= dateUntil) {
		dateUntil = now - (now % 1000) + 1000;
		date = new Date(now).toUTCString();
	}
	return date;
}
