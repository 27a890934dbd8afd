import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { array, assert, asyncProperty, constantFrom, integer, record, subarray } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { PlainGetServer } from "@/lib/agent/http/plain-get-server";

const TYPE = "application/json; charset=utf-8";
const REFUSAL = "HTTP/1.1 400 Bad Request\r\n\r\n";
const LARGE = `"${"x".repeat(100_000)}"`;
const bodyOf = (target: string) =>
	target === "/large" ? LARGE : target.startsWith("/found") ? JSON.stringify([target]) : null;
const listener: RequestListener = (request, response) => {
	const body = bodyOf(request.url ?? "");
	const text = body ?? `{"error":"${request.method}"}`;
	response.writeHead(body === null ? 404 : 200, { "Content-Type": TYPE, "Content-Length": text.length });
	response.end(text);
};

let plain: Server;
let reference: Server;
const ports = new Map<Server, number>();
let answeredPlainly = 0;

beforeAll(async () => {
	plain = new PlainGetServer({}, listener, (target) => {
		answeredPlainly++;
		return bodyOf(target);
	});
	reference = createServer({ keepAliveTimeout: 65_000 }, listener);
	for (const server of [plain, reference]) {
		server.on("clientError", (_error, socket) => socket.end(REFUSAL));
		ports.set(server, Number(new URL(await listen(server, "127.0.0.1", 0)).port));
	}
});

afterAll(() => Promise.all([plain, reference].map((server) => closeServer(server, 100))));

/** Sends chunks over one connection and gives all that comes back, without dates. */
async function exchange(server: Server, chunks: readonly string[]): Promise<string> {
	const socket = connect({ port: ports.get(server) as number, host: "127.0.0.1", allowHalfOpen: true }).setNoDelay();
	let answer = "";
	socket.setEncoding("latin1").on("data", (text: string) => {
		answer += text;
	});
	socket.on("error", () => undefined);
	for (const chunk of chunks) {
		socket.write(chunk, "latin1");
		await new Promise((resolve) => setImmediate(resolve));
	}
	socket.end();
	await once(socket, "close");
	return answer.replaceAll(/Date: [^\r]+/g, "Date: now");
}

const HEADERS = [
	"Accept: */*",
	"connection: keep-alive",
	"Connection: close",
	"Connection: keep-alive, x",
	"Proxy-Connection: close",
	"Content-Length: 3",
	"content-length: 0",
	"Transfer-Encoding: chunked",
	"Transfer-Encoding : chunked",
	"Expect: 100-continue",
	"Upgrade: h2c",
	"X-Name: \u00e9\t \u00ff",
	"X-Empty:",
	" folded: x",
	"no colon",
	"b\u00e4d: x",
	"X: a\nY: b",
	"X: a\0b",
	"Host: second",
];
const request = record({
	line: constantFrom(
		...["GET /found?a=1 HTTP/1.1", "GET /found?a=2 HTTP/1.1", "GET /found HTTP/1.1", "GET /missing HTTP/1.1"],
		...["HEAD /found HTTP/1.1", "POST /found HTTP/1.1", "GET /found HTTP/1.0", "GET http://a/found HTTP/1.1"],
		...[
			"get /found HTTP/1.1",
			"GET  /found HTTP/1.1",
			"GET /found\u00e9 HTTP/1.1",
			"GET /found HTTP/1.1 ",
			"GET /a b HTTP/1.1",
		],
	),
	host: constantFrom("Host: a", "host:a", "Host: a", "X: y"),
	headers: subarray(HEADERS, { maxLength: 2 }),
	end: constantFrom("\r\n\r\n", "\r\n\r\n", "\r\n\r\nabc", "\r\n\r\n0\r\n\r\n", "\n\n", "\r\n"),
});
const asText = ({ line, host, headers, end }: { line: string; host: string; headers: string[]; end: string }) =>
	[line, host, ...headers].join("\r\n") + end;

/** Sends the same to both, cut into pieces of these lengths. */
async function compare(text: string, cuts: readonly number[]): Promise<[answer: string, expected: string]> {
	const pieces: string[] = [];
	let at = 0;
	for (const length of [...cuts, text.length]) {
		pieces.push(text.slice(at, at + length));
		at += length;
	}
	const chunks = pieces.filter((piece) => piece !== "");
	return [await exchange(plain, chunks), await exchange(reference, chunks)];
}
const cuts = array(integer({ min: 1, max: 200 }), { maxLength: 3 });

test("any request is answered to the byte as node:http answers it, in whatever pieces", async () => {
	const before = answeredPlainly;
	const alone = asyncProperty(request, constantFrom("\r\n\r\n", "\n\n", "\r\n"), cuts, async (one, end, at) => {
		const [answer, expected] = await compare(asText({ ...one, end }), at);
		expect(answer).toBe(expected);
	});
	await assert(alone, { numRuns: 150 });
	expect(answeredPlainly).toBeGreaterThan(before);
});

test("any requests of one connection are answered in their order, up to what node:http cannot read", async () => {
	const several = asyncProperty(array(request, { minLength: 2, maxLength: 4 }), cuts, async (all, at) => {
		const both = await compare(all.map(asText).join(""), at);
		const refused = both.some((text) => text.endsWith(REFUSAL));
		// Node:http may drop answers that it has not sent when it meets that.
		const sent = both.map((text) => text.replace(REFUSAL, ""));
		const length = refused ? Math.min(...sent.map((text) => text.length)) : Infinity;
		expect(sent[0]?.slice(0, length)).toBe(sent[1]?.slice(0, length));
	});
	await assert(several, { numRuns: 50 });
});

test("a connection goes on after a request that is not plain", async () => {
	const get = "GET /found HTTP/1.1\r\nHost: a\r\n\r\n";
	const post = "POST /found HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n[]";
	const answer = await exchange(plain, [get + get, get, post, get, get.slice(0, 9), get.slice(9)]);
	expect(answer.match(/\["\/found"\]/g)).toHaveLength(6);
});

test("a client that sends without reading waits, and gets every answer", async () => {
	const accepted = once(plain, "connection");
	const socket = connect(ports.get(plain) as number, "127.0.0.1")
		.setNoDelay()
		.pause();
	const [served] = (await accepted) as [Socket];
	const requests = 150;
	for (let i = 0; i < requests; i++) socket.write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
	await expect.poll(() => served.isPaused()).toBe(true);
	let length = 0;
	socket.on("data", (chunk: Buffer) => {
		length += chunk.length;
	});
	socket.resume().end();
	await once(socket, "close");
	expect(length).toBeGreaterThan(requests * LARGE.length);
});

test("closing ends connections that wait for a request", async () => {
	const server = new PlainGetServer({}, listener, bodyOf);
	const { port } = new URL(await listen(server, "127.0.0.1", 0));
	const socket = connect(Number(port), "127.0.0.1").resume();
	socket.write("GET /found HTTP/1.1\r\nHost: a\r\n\r\n");
	await once(socket, "data");
	const ended = once(socket, "close");
	await closeServer(server, 60_000);
	await ended;
	expect(server.listening).toBe(false);
});
