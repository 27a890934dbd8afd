import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardBody } from "@/lib/processes/server/body-guard";
import { KeepAliveResponse } from "@/lib/processes/server/keep-alive-response";
import { openSocket, parseAnswer, readUntil } from "@/lib/processes/server/testing/raw-http";

test.each(["close", "keep-alive"])(
	"an answer reaches a sender that goes on with its body (Connection: %s)",
	async (connection) => {
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

describe("a sender that is silent", () => {
	const SILENT_MS = 600;
	let read: Promise<string>;
	const server = createServer({ ServerResponse: KeepAliveResponse }, (incoming, outgoing) => {
		guardBody(incoming, outgoing, undefined, SILENT_MS);
		read = text(incoming).then(
			(body) => {
				outgoing.end(`read ${body}`);
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
	const send = async (beginning: string) => {
		const socket = await openSocket((server.address() as AddressInfo).port);
		socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n${beginning}`);
		return socket;
	};

	test("gets a 408 in words, and what it sends later changes nothing", async () => {
		const socket = await send("12");
		const answer = parseAnswer(await readUntil(socket, (sofar) => sofar.endsWith("}")));
		expect(answer).toMatchObject({ status: 408, headers: { connection: "close" } });
		expect(JSON.parse(answer.body)).toMatchObject({
			error_type: "InvalidArgument",
			message: "the body did not go on for 60 seconds: nothing was changed",
		});
		socket.write("345");
		expect(await read).toBe("the body did not go on for 60 seconds: nothing was changed");
		socket.destroy();
	});

	test("is waited for however slow it is, as long as it goes on", async () => {
		const socket = await send("");
		const sent = performance.now();
		for (const letter of "12345") {
			// Time itself is what is tested: longer in all than the server is silent for.
			await delay(SILENT_MS / 3);
			socket.write(letter);
		}
		expect(performance.now() - sent).toBeGreaterThan(SILENT_MS);
		expect(await readUntil(socket, (sofar) => sofar.includes("12345"))).toContain("read 12345");
		socket.destroy();
	});
});
