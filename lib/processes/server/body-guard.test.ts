import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { guardBody } from "@/lib/processes/server/body-guard";

test.each(["close", "keep-alive"])(
	"an answer reaches a sender that goes on with its body (Connection: %s)",
	async (connection) => {
		const server = createServer((incoming, outgoing) => {
			guardBody(incoming, outgoing);
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
