import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { StorageError } from "@/lib/platform/files/storage-problem";
import { log } from "@/lib/platform/log";
import { streamResponse } from "./stream-response";

test("a stream whose client disconnected before it began is cancelled", async () => {
	let cancelled = false;
	let finish = () => {};
	const finished = new Promise<void>((resolve) => {
		finish = resolve;
	});
	const server = createServer(async (incoming, outgoing) => {
		client.destroy();
		await once(incoming.socket, "close");
		const body = new ReadableStream<Uint8Array>({
			pull: (controller) => controller.enqueue(new Uint8Array(10)),
			cancel: () => {
				cancelled = true;
			},
		});
		await streamResponse(new Response(body), outgoing, { requestId: "test", head: false });
		finish();
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const client = request({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
	client.on("error", () => undefined).end();
	await finished;
	expect(cancelled).toBe(true);
	server.close();
});

test("a body that fails for a store or a database that is away cuts the connection, and the log says so", async () => {
	const told = vi.spyOn(log, "error").mockImplementation(() => undefined);
	const server = createServer((_incoming, outgoing) => {
		const pieces = [new Uint8Array(10)];
		const body = new ReadableStream<Uint8Array>({
			pull: (controller) => {
				const piece = pieces.pop();
				if (piece === undefined)
					controller.error(new StorageError("the file store cannot be used now", "it fell silent"));
				else controller.enqueue(piece);
			},
		});
		void streamResponse(new Response(body), outgoing, { requestId: "test", head: false });
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	await expect(fetch(url).then((answer) => answer.arrayBuffer())).rejects.toThrow();
	const fields = { cause: expect.stringContaining("it fell silent"), request_id: "test" };
	expect(told.mock.calls).toEqual([[fields, "the body of an answer failed"]]);
	told.mockRestore();
	server.close();
});

test.each([5, 15])(
	"a body of %i bytes where 10 were announced cuts the connection, and nobody waits for the rest",
	async (length) => {
		const told = vi.spyOn(log, "error").mockImplementation(() => undefined);
		const server = createServer((_incoming, outgoing) => {
			const pieces = [new Uint8Array(length - 4), new Uint8Array(4)];
			const body = new ReadableStream<Uint8Array>({
				pull: (controller) => {
					const piece = pieces.pop();
					if (piece === undefined) controller.close();
					else controller.enqueue(piece);
				},
			});
			const headers = { "Content-Length": "10" };
			void streamResponse(new Response(body, { headers }), outgoing, { requestId: "test", head: false });
		}).listen(0, "127.0.0.1");
		await once(server, "listening");
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		await expect(fetch(url).then((answer) => answer.arrayBuffer())).rejects.toThrow();
		const err = expect.objectContaining({ message: expect.stringContaining("and 10 were announced") });
		expect(told.mock.calls).toEqual([[{ err, request_id: "test" }, "the body of an answer failed"]]);
		told.mockRestore();
		server.closeAllConnections();
		server.close();
	},
);
