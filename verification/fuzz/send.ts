import { type Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import type { Step } from "./draft";

/** What a request was answered. */
export interface Received {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	/** Of an event stream, what came first. */
	readonly body: Buffer;
}

/** A request without an answer; the message says why. */
export class Unanswered extends Error {}

/** How long an event stream is read. */
const STREAM_MS = 30;

/**
 * Sends a request and reads the whole answer.
 * @param limitMs the time for all of it
 * @throws Unanswered
 */
export function send(port: number, agent: Agent, step: Step, limitMs: number): Promise<Received> {
	return new Promise((resolve, reject) => {
		const headers = step.headers.flat();
		if (!step.headers.some(([name]) => name === "Host")) headers.push("Host", `127.0.0.1:${port}`);
		if (step.body !== undefined) headers.push("Content-Length", String(step.body.length));
		const outgoing = httpRequest({ port, host: "127.0.0.1", agent, method: step.method, path: step.target, headers });
		const timer = setTimeout(() => {
			reject(new Unanswered(`had no whole answer within ${limitMs} ms`));
			outgoing.destroy();
		}, limitMs);
		const fail = (error: Error) => {
			clearTimeout(timer);
			reject(new Unanswered(`was not answered: ${error.message}`));
		};
		outgoing.on("error", fail);
		outgoing.on("response", (incoming) => {
			read(incoming).then((body) => {
				clearTimeout(timer);
				resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
			}, fail);
		});
		outgoing.end(step.body);
	});
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	if (incoming.headers["content-type"]?.startsWith("text/event-stream")) {
		incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
		incoming.on("error", () => undefined);
		await new Promise((resolve) => setTimeout(resolve, STREAM_MS));
		incoming.destroy();
		return Buffer.concat(chunks);
	}
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	const body = Buffer.concat(chunks);
	return incoming.headers["content-encoding"] === "gzip" && body.length > 0 ? gunzipSync(body) : body;
}

/** The request as a line for a shell. */
export function asCurl({ method, target, headers, body }: Step): string {
	const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
	const given = headers.map(([name, value]) => ` -H ${quoted(`${name}: ${shortened(value)}`)}`).join("");
	const data = body === undefined ? "" : ` --data-binary ${quoted(shortened(body.toString()))}`;
	return `curl -X ${method} --path-as-is ${quoted(shortened(`http://127.0.0.1:3000${target}`))}${given}${data}`;
}

const LONGEST = 2_000;
const shortened = (text: string): string =>
	text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
