import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeServer } from "./stop";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("a request that takes long is refused before its connection is cut", async () => {
	let refuse = () => {};
	const server = createServer((_request, response) => {
		refuse = () => void response.writeHead(503).end("stopping");
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const answer = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	await once(server, "request");
	const part = { name: "slow", refuse: vi.fn(async () => refuse()), stop: async () => undefined };
	const closed = closeServer(server, [part, { name: "quick", stop: async () => undefined }]);
	await vi.advanceTimersByTimeAsync(3_900);
	expect(part.refuse).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(200);
	expect(await (await answer).text()).toBe("stopping");
	await vi.advanceTimersByTimeAsync(100);
	await closed;
});

test("a request that nothing ends is cut, so that the service ends in time", async () => {
	const server = createServer(() => {});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const answer = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).catch((error: unknown) => error);
	await once(server, "request");
	const closed = closeServer(server, []);
	await vi.advanceTimersByTimeAsync(6_100);
	await closed;
	expect(await answer).toBeInstanceOf(TypeError);
});
