import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { streamResponse } from "./stream-response";

test("what a client asked for who left before it began is cancelled, not left open", async () => {
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
