import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { createHttpServer } from "./http-server";

/** More than a connection's buffers hold. */
const LARGE = Buffer.alloc(64_000_000);
const CALL = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

async function serve(silentMs: number) {
	const server = await createHttpServer({ TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined }, undefined, silentMs);
	server.on("request", (_incoming, outgoing) => outgoing.end(LARGE));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return { server, port: (server.address() as AddressInfo).port };
}

test("a client that never reads its answer loses its connection", async () => {
	const { server, port } = await serve(300);
	const accepted = once(server, "connection");
	const client = connect(port, "127.0.0.1").on("error", () => undefined);
	client.pause().write(CALL);
	const [socket] = (await accepted) as [Socket];
	await once(socket, "close");
	expect(client.bytesRead).toBeLessThan(LARGE.length);
	client.destroy();
	server.close();
});
