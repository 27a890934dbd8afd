import { afterEach, expect, test, vi } from "vitest";
import { HEARTBEAT_MS } from "@/lib/contract/constants";
import type { ChangeEvent } from "@/lib/contract/event";
import { type EventSink, eventStream, MOST_WAITING_BYTES } from "./event-stream";

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

/** A stream whose sink the test writes to, with what its cleanup has seen. */
async function opened(...signals: AbortSignal[]) {
	const state = { ends: 0 };
	let sink: EventSink | undefined;
	const response = await eventStream(signals, async (own) => {
		sink = own;
		return () => {
			state.ends += 1;
		};
	});
	return { sink: sink as EventSink, response, state };
}

test("changes and resets are written with their positions, until the stream is closed", async () => {
	const { sink, response, state } = await opened();
	sink.send({ id: "2:1:", event: { type: "design" } as unknown as ChangeEvent });
	sink.send({ id: "3:1:", reset: true });
	sink.close();
	sink.send({ id: "4:1:", reset: true });
	expect(await response.text()).toBe('id: 2:1:\ndata: {"type":"design"}\n\nevent: reset\nid: 3:1:\ndata: {}\n\n');
	expect(state.ends).toBe(1);
});

test("a stream ends once, by whichever signal, also one that fired while it was opened", async () => {
	const [one, other] = [new AbortController(), new AbortController()];
	const { sink, response, state } = await opened(one.signal, other.signal);
	one.abort();
	other.abort();
	sink.send({ id: "4:1:", reset: true });
	expect([await response.text(), state.ends]).toEqual(["", 1]);
	const early = await opened(AbortSignal.abort());
	expect([await early.response.text(), early.state.ends]).toEqual(["", 1]);
	const { response: left, state: leaving } = await opened();
	await left.body?.cancel();
	expect(leaving.ends).toBe(1);
});

test("a reader who takes nothing is disconnected, and an error of the opening stops the heartbeat", async () => {
	const { sink, state } = await opened();
	const message = { id: "x".repeat(MOST_WAITING_BYTES), reset: true } as const;
	sink.send(message);
	sink.send(message);
	expect(state.ends).toBe(1);
	vi.useFakeTimers();
	const failing = eventStream([], () => Promise.reject(new Error("too many streams")));
	await expect(failing).rejects.toThrow("too many streams");
	expect(vi.getTimerCount()).toBe(0);
});
