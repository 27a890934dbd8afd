import { afterEach, expect, test, vi } from "vitest";
import { HEARTBEAT_EVENT, RESET_EVENT } from "@/lib/contract/constants";
import { eventually } from "@/lib/tools/testing/eventually";
import type { EventStream } from "./live-events";
import { shareStream } from "./shared-stream";

class Source extends EventTarget implements EventStream {
	readyState = 0;
	close() {
		this.readyState = 2;
	}
	open() {
		this.readyState = 1;
		this.dispatchEvent(new Event("open"));
	}
	fail(readyState: 0 | 2) {
		this.readyState = readyState;
		this.dispatchEvent(new Event("error"));
	}
	say(name: string, data: string) {
		this.dispatchEvent(new MessageEvent(name, { data }));
	}
}

/** One lock, as a browser has it for all its tabs: given to one after the other, in order. */
function oneLock() {
	let last: Promise<unknown> = Promise.resolve();
	const request = async (_name: string, { signal }: LockOptions, work: () => unknown) => {
		const before = last;
		let free = () => {};
		last = new Promise<void>((resolve) => (free = resolve));
		await before;
		try {
			if (signal?.aborted === true) throw signal.reason;
			return await work();
		} finally {
			free();
		}
	};
	return { request } as unknown as Pick<LockManager, "request">;
}

let close: (() => void)[] = [];
afterEach(() => {
	for (const one of close) one();
	close = [];
});

let browsers = 0;
function browser() {
	browsers += 1;
	const name = `events of browser ${browsers}`;
	const locks = oneLock();
	const sources: Source[] = [];
	const tab = (since?: number) => {
		const stream = shareStream({
			name,
			locks,
			since,
			open: () => {
				const source = new Source();
				sources.push(source);
				return source;
			},
		});
		close.push(() => stream.close());
		const events: string[] = [];
		for (const kind of ["open", "error", "message", RESET_EVENT, HEARTBEAT_EVENT]) {
			stream.addEventListener(kind, (event) =>
				events.push(event instanceof MessageEvent && event.data ? `${kind} ${event.data}` : kind),
			);
		}
		return { stream, events };
	};
	return { tab, sources };
}

test("ten tabs have one stream, and each of them all its events", async () => {
	const { tab, sources } = browser();
	const first = tab();
	await eventually(() => expect(sources).toHaveLength(1));
	sources[0]?.open();
	const others = Array.from({ length: 9 }, () => tab());
	await eventually(() => expect(others.map(({ events }) => events)).toEqual(others.map(() => ["open"])));
	sources[0]?.say("message", "one");
	sources[0]?.say(HEARTBEAT_EVENT, "{}");
	for (const { events, stream } of [first, ...others]) {
		await eventually(() => expect(events).toEqual(["open", "message one", `${HEARTBEAT_EVENT} {}`]));
		expect(stream.readyState).toBe(1);
	}
	expect(sources).toHaveLength(1);
});

test("a tab that comes hears what was sent since its document was asked for", async () => {
	const { tab, sources } = browser();
	const first = tab(Date.now());
	await eventually(() => expect(sources).toHaveLength(1));
	sources[0]?.open();
	expect(first.stream.continues).toBe(true);
	const openedAt = Date.now();
	sources[0]?.say("message", "one");
	const [later, earlier, unknown] = [tab(openedAt + 1), tab(openedAt - 10_000), tab()];
	await eventually(() => expect(unknown.events).toEqual(["open"]));
	expect(later.stream.continues).toBe(true);
	expect([earlier, unknown].map(({ stream, events }) => [stream.continues, events])).toEqual([
		[false, ["open"]],
		[false, ["open"]],
	]);
	vi.useFakeTimers({ toFake: ["Date"], now: openedAt + 2 });
	sources[0]?.say("message", "two");
	const last = tab(openedAt + 1);
	await eventually(() => expect(last.events).toEqual(["open", "message two"]));
	vi.useRealTimers();
});

test("when the tab with the stream closes, another one opens a stream, and all refetch what they missed", async () => {
	const { tab, sources } = browser();
	const [first, second, third] = [tab(), tab(), tab()];
	await eventually(() => expect(sources).toHaveLength(1));
	sources[0]?.open();
	await eventually(() => expect(third.events).toEqual(["open"]));
	first.stream.close();
	expect(sources[0]?.readyState).toBe(2);
	await eventually(() => expect(sources).toHaveLength(2));
	sources[1]?.open();
	await eventually(() => expect(third.events).toEqual(["open", "open", RESET_EVENT]));
	expect(second.events).toEqual(["open", "open", RESET_EVENT]);
	expect(first.events).toEqual(["open"]);
});

test("the browser's own reconnection has missed nothing", async () => {
	const { tab, sources } = browser();
	const [first, second] = [tab(), tab()];
	await eventually(() => expect(sources).toHaveLength(1));
	sources[0]?.open();
	sources[0]?.fail(0);
	sources[0]?.open();
	await eventually(() => expect(second.events).toEqual(["open", "error", "open"]));
	expect(first.events).toEqual(second.events);
});

test("a refused stream is over for the tab that kept it, and the next one tries", async () => {
	const { tab, sources } = browser();
	const [first, second] = [tab(), tab()];
	await eventually(() => expect(sources).toHaveLength(1));
	sources[0]?.fail(2);
	expect(first.stream.readyState).toBe(2);
	await eventually(() => expect(second.events).toEqual(["error"]));
	expect(second.stream.readyState).toBe(0);
	first.stream.close();
	await eventually(() => expect(sources).toHaveLength(2));
	sources[1]?.open();
	await eventually(() => expect(second.events).toEqual(["error", "open"]));
});

test("a tab that closes before it has the lock never opens a stream", async () => {
	const { tab, sources } = browser();
	const [first, second, third] = [tab(), tab(), tab()];
	await eventually(() => expect(sources).toHaveLength(1));
	second.stream.close();
	first.stream.close();
	await eventually(() => expect(sources).toHaveLength(2));
	sources[1]?.open();
	expect(third.events).toEqual(["open"]);
});
