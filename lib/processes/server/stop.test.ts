import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkReadiness } from "@/lib/domain/overview/check-readiness";
import { resetProcessState } from "@/lib/platform/process-state";
import { UnavailableError } from "@/lib/rules/errors";
import { eventually } from "@/lib/tools/testing/eventually";
import { KeepAliveResponse } from "./keep-alive-response";
import { closeServer } from "./stop";
import { openSocket, parseAnswer, readUntil } from "./testing/raw-http";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => {
	vi.useRealTimers();
	resetProcessState();
});

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
	await vi.advanceTimersByTimeAsync(4_900);
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
	await vi.advanceTimersByTimeAsync(7_100);
	await closed;
	expect(await answer).toBeInstanceOf(TypeError);
});

test("during its notice a service is not ready, serves on, and keeps no connection until shortly before its end", async () => {
	const server = createServer({ ServerResponse: KeepAliveResponse }, (_request, response) => response.end("served"));
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	const call = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
	const idle = await openSocket(port);
	idle.write(call);
	const before = parseAnswer(await readUntil(idle, (text) => text.endsWith("served")));
	expect(before.headers.connection).toBe("keep-alive");
	const closed = closeServer(server, [], 3_000);
	await vi.advanceTimersByTimeAsync(1_900);
	const prisma = {} as never;
	await expect(checkReadiness({ prisma })).rejects.toThrow(UnavailableError);
	idle.write(call);
	const fresh = await openSocket(port);
	fresh.write(call);
	for (const socket of [idle, fresh]) {
		// To the end of the connection, which is the server's.
		const answer = parseAnswer(await readUntil(socket, () => false));
		expect(answer).toMatchObject({ status: 200, headers: { connection: "close" } });
		expect(answer.body).toMatch(/served$/);
	}
	await vi.advanceTimersByTimeAsync(200);
	const kept = await openSocket(port);
	kept.write(call);
	const late = parseAnswer(await readUntil(kept, (text) => text.endsWith("served")));
	expect(late.headers.connection).toBe("keep-alive");
	expect(server.listening).toBe(true);
	await vi.advanceTimersByTimeAsync(1_000);
	await eventually(() => expect(server.listening).toBe(false));
	await vi.advanceTimersByTimeAsync(600);
	await closed;
});

test("a request that has arrived when idle connections are closed is answered", async () => {
	const server = createServer({ ServerResponse: KeepAliveResponse }, (_request, response) => response.end("served"));
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	const call = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
	const kept = await openSocket(port);
	kept.write(call);
	await readUntil(kept, (text) => text.endsWith("served"));
	const closed = closeServer(server, [], 3_000);
	await vi.advanceTimersByTimeAsync(3_100);
	await eventually(() => expect(server.listening).toBe(false));
	// Time passes before the process reads, as it does where others have the processor.
	kept.write(call);
	vi.advanceTimersByTime(600);
	expect((await readUntil(kept, () => false)).split("HTTP/1.1 200 OK")).toHaveLength(2);
	await vi.advanceTimersByTimeAsync(100);
	await closed;
});
