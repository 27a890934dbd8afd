import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { guardBody } from "@/lib/processes/server/body-guard";
import { KeepAliveResponse } from "@/lib/processes/server/keep-alive-response";
import { openSocket, parseAnswer, readUntil } from "@/lib/processes/server/testing/raw-http";

afterEach(() => vi.useRealTimers());

test.each(["close", "keep-alive"])(
	"an answer reaches a sender that goes on with its body (Connection: %s)",
	async (connection) => {
		// The sender may take its time, which is a second.
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const server = createServer((incoming, outgoing) => {
			guardBody(incoming, outgoing, undefined);
			outgoing.writeHead(413, { "Content-Length": 7 }).end("refused", () => server.emit("answered"));
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const answered = once(server, "answered");
		const connected = once(server, "connection");
		const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
		const [serving] = (await connected) as [Socket];
		socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Length: 300000\r\n\r\n`);
		await answered;
		const send = () =>
			new Promise<void>((resolve, reject) => {
				const arrived = once(serving, "data");
				socket.write("x".repeat(100_000), (error) => (error ? reject(error) : void arrived.then(() => resolve())));
			});
		// Who has not sent all does not read yet.
		for (let part = 0; part < 3; part += 1) await send();
		const [chunk] = (await once(socket, "data")) as [Buffer];
		expect(chunk.toString()).toMatch(/^HTTP\/1.1 413 .*refused$/s);
		socket.destroy();
		server.close();
		server.closeAllConnections();
	},
);

describe("a sender that is slow", () => {
	const SLOW_MS = 600;
	let read: Promise<string>;
	const server = createServer({ ServerResponse: KeepAliveResponse }, (incoming, outgoing) => {
		guardBody(incoming, outgoing, undefined, SLOW_MS);
		read = text(incoming).then(
			(body) => {
				outgoing.end(`read ${body.length}`);
				return "read";
			},
			(error: Error) => error.message,
		);
	});
	beforeAll(async () => {
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
	});
	afterAll(() => {
		server.close();
		server.closeAllConnections();
	});
	const send = async (beginning: string, length = 5) => {
		const socket = await openSocket((server.address() as AddressInfo).port);
		socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${beginning}`);
		return socket;
	};
	const TOO_SLOW = "the body came slower than 1 kB a second for 60 seconds: nothing was changed";

	test("or silent gets a 408 in words, and what it sends later changes nothing", async () => {
		const socket = await send("12");
		const answer = parseAnswer(await readUntil(socket, (sofar) => sofar.endsWith("}")));
		expect(answer).toMatchObject({ status: 408, headers: { connection: "close" } });
		expect(JSON.parse(answer.body)).toMatchObject({
			error_type: "InvalidArgument",
			message: TOO_SLOW,
		});
		socket.write("345");
		expect(await read).toBe(TOO_SLOW);
		socket.destroy();
	});

	test("by drips gets it too, though it is never silent for as long", async () => {
		const socket = await send("", 100_000);
		let dripped = 0;
		const drips = setInterval(() => socket.write("x", () => (dripped += 1)), SLOW_MS / 60);
		const answer = parseAnswer(await readUntil(socket, (sofar) => sofar.endsWith("}")));
		clearInterval(drips);
		expect(answer.status).toBe(408);
		expect(dripped).toBeGreaterThan(2);
		expect(await read).toBe(TOO_SLOW);
		socket.destroy();
	});

	test("is waited for as long as enough comes", async () => {
		const pieces = 5;
		const piece = "x".repeat(10 * SLOW_MS);
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const accepted = once(server, "connection");
		const begun = once(server, "request");
		const socket = await send("", pieces * piece.length);
		const [[serving]] = (await Promise.all([accepted, begun])) as [[Socket], unknown];
		for (let count = 0; count < pieces; count += 1) {
			// Longer in all than nothing may come for.
			vi.advanceTimersByTime(SLOW_MS / 3);
			const wanted = serving.bytesRead + piece.length;
			socket.write(piece);
			while (serving.bytesRead < wanted) await new Promise(setImmediate);
		}
		expect(await readUntil(socket, (sofar) => sofar.includes("read"))).toContain(`read ${pieces * piece.length}`);
		socket.destroy();
	});
});
