import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { eventStream } from "@/lib/http/routes/event-stream";
import { streamResponse } from "./api-server/stream-response";
import { type CONNECTION_TIMES, createHttpServer } from "./http-server";
import { openSocket, parseAnswer, readUntil } from "./testing/raw-http";

/** More than a connection's buffers hold. */
const LARGE = Buffer.alloc(64_000_000);
const CALL = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const UNREAD_MS = 300;

let close = () => {};
afterEach(() => close());

async function serve(times: Partial<typeof CONNECTION_TIMES>, listener: RequestListener) {
	const server = await createHttpServer({ TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined }, times);
	close = () => {
		server.close();
		server.closeAllConnections();
	};
	server.on("request", listener);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return { server, port: (server.address() as AddressInfo).port };
}

/** A body without an end. */
function endlessBody(onClosed: () => void): Response {
	return new Response(
		new ReadableStream<Uint8Array>({
			pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
			cancel: onClosed,
		}),
	);
}

/** Events without an end, which are more than the buffers hold. */
function endlessEvents(onClosed: () => void): Promise<Response> {
	return eventStream([], async (sink) => {
		const flood = setInterval(() => sink.begin("x".repeat(500_000)), 5);
		return () => {
			clearInterval(flood);
			onClosed();
		};
	});
}

test("a client that never reads its answer loses its connection", async () => {
	const { server, port } = await serve({ unreadMs: UNREAD_MS }, (_incoming, outgoing) => outgoing.end(LARGE));
	const accepted = once(server, "connection");
	const client = connect(port, "127.0.0.1").on("error", () => undefined);
	client.pause().write(CALL);
	const [socket] = (await accepted) as [Socket];
	await once(socket, "close");
	expect(client.bytesRead).toBeLessThan(LARGE.length);
	client.destroy();
});

test.each([
	["an export or a file", endlessBody],
	["an event stream", endlessEvents],
])("a client that never reads %s loses its connection, and the source is closed", async (_what, open) => {
	let closed = 0;
	const response = await open(() => (closed += 1));
	const { server, port } = await serve({ unreadMs: UNREAD_MS }, (_incoming, outgoing) => {
		void streamResponse(response, outgoing, { requestId: "test", head: false });
	});
	const accepted = once(server, "connection");
	const client = connect(port, "127.0.0.1").on("error", () => undefined);
	client.pause().write(CALL);
	const [socket] = (await accepted) as [Socket];
	await once(socket, "close");
	await expect.poll(() => closed).toBe(1);
	client.destroy();
});

test("a client that reads slowly gets all of its answer", async () => {
	// The system's buffers are between the two, so no clock can be moved. A machine that stands still
	// for so long would serve nothing else either.
	const unreadMs = 5_000;
	const { port } = await serve({ unreadMs }, (_incoming, outgoing) => outgoing.end(LARGE));
	const client = connect(port, "127.0.0.1");
	client.write(CALL.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
	const began = performance.now();
	let [read, sincePause] = [0, 0];
	for await (const chunk of client as AsyncIterable<Buffer>) {
		read += chunk.length;
		sincePause += chunk.length;
		if (sincePause < LARGE.length / 8) continue;
		// Time itself is what is tested: longer in all than nothing may be read for.
		await delay(unreadMs / 5);
		sincePause = 0;
	}
	const taken = performance.now() - began;
	expect(taken).toBeGreaterThan(unreadMs);
	expect(read).toBeGreaterThan(LARGE.length);
});

test("headers by drips get a 408 within their time, however many come", async () => {
	const { port } = await serve({ headersMs: 300 }, (_incoming, outgoing) => outgoing.end("served"));
	const socket = await openSocket(port);
	socket.write("GET / HTTP/1.1\r\n");
	const drips = setInterval(() => socket.write("X-Drip: 1\r\n"), 20);
	const answer = parseAnswer(await readUntil(socket, () => false));
	clearInterval(drips);
	expect(answer).toMatchObject({ status: 408, headers: { connection: "close" } });
	expect(JSON.parse(answer.body)).toMatchObject({ message: "the request's headers did not come in time" });
	socket.destroy();
});

test("a connection that sends nothing is closed as well", async () => {
	const { port } = await serve({ headersMs: 300 }, (_incoming, outgoing) => outgoing.end("served"));
	const socket = await openSocket(port);
	expect(await readUntil(socket, () => false)).toMatch(/^HTTP\/1.1 408 /);
});
