import { afterEach, expect, test, vi } from "vitest";
import { HEARTBEAT_MS } from "@/lib/contract/constants";
import { eventStream } from "./event-stream";

afterEach(() => void vi.useRealTimers());

test("an idle stream sends a heartbeat that a page can hear, at its interval", async () => {
	vi.useFakeTimers();
	const end = new AbortController();
	const response = await eventStream([end.signal], async (sink) => {
		sink.begin("1:1:");
		return () => {};
	});
	await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS);
	end.abort();
	await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS);
	const heartbeat = "event: heartbeat\ndata: {}\n\n";
	expect(await response.text()).toBe(`: connected\nretry: 1000\nid: 1:1:\n\n${heartbeat}${heartbeat}`);
});
