import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { type Service, setService } from "@/lib/platform/service";
import { prepareNext } from "./next-app";

test("in development the web socket of hot reloading opens: pages wait for it before they can be used", async () => {
	// As the server does before it starts Next, which would open the service of the working
	// directory otherwise.
	setService({} as Service);
	const server = createServer();
	const next = await prepareNext({ dev: true, hostname: "localhost", port: 0 });
	try {
		server.on("request", (incoming, outgoing) => void next.handle(incoming, outgoing));
		next.attach(server);
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const { port } = server.address() as AddressInfo;
		// What a browser asks for first: Next listens to web sockets from the first request on.
		await (await fetch(`http://127.0.0.1:${port}/samples/berlin-landmarks.csv`)).text();

		for (const host of ["127.0.0.1", "localhost"]) {
			const status = await new Promise((resolve, reject) => {
				const asked = request({
					host: "127.0.0.1",
					port,
					path: "/_next/hmr?id=test",
					headers: {
						Host: `${host}:${port}`,
						Origin: `http://${host}:${port}`,
						Connection: "Upgrade",
						Upgrade: "websocket",
						"Sec-WebSocket-Version": "13",
						"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
					},
				});
				asked.on("upgrade", ({ statusCode }, socket) => {
					socket.destroy();
					resolve(statusCode);
				});
				asked.on("response", ({ statusCode }) => resolve(statusCode));
				asked.on("error", reject);
				asked.end();
			});
			expect(status, host).toBe(101);
		}
	} finally {
		setService(undefined);
		await next.close();
		server.closeAllConnections();
		server.close();
	}
});
