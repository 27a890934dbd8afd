import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RESET_EVENT } from "@/lib/contract/constants";
import { setGeofencesQuery } from "./geofences";
import { type EventStream, followLiveEvents, liveState, unlessLive } from "./live-events";
import { audienceSourceKeys, deploymentKeys, designKeys, inventoryKeys, targetKeys } from "./query-keys";

const ID = "11111111-1111-4111-8111-111111111111";

class Stream extends EventTarget implements EventStream {
	readyState = 0;
	close() {
		this.readyState = 2;
	}
	open() {
		this.readyState = 1;
		this.dispatchEvent(new Event("open"));
	}
	/** `refused`: the browser gives up; otherwise it tries again by itself. */
	fail({ refused = false } = {}) {
		this.readyState = refused ? 2 : 0;
		this.dispatchEvent(new Event("error"));
	}
	say(data: unknown) {
		this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(data) }));
	}
}

let streams: Stream[] = [];
let visible = true;
let client: QueryClient;
let counts: Record<string, number>;
let end: (() => void)[] = [];

/** A page that shows what the key holds. */
function show(name: string, queryKey: readonly unknown[], answer: () => Promise<unknown> = async () => name) {
	counts[name] = 0;
	const observer = new QueryObserver(client, {
		queryKey: [...queryKey],
		queryFn: () => {
			counts[name] = (counts[name] ?? 0) + 1;
			return answer();
		},
	});
	end.push(observer.subscribe(() => {}));
}

function follow() {
	const following = followLiveEvents({
		client,
		open: () => {
			const stream = new Stream();
			streams.push(stream);
			return stream;
		},
		isVisible: () => visible,
	});
	end.push(following.stop);
	return following;
}

const stream = () => streams.at(-1) as Stream;
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
	vi.useFakeTimers();
	streams = [];
	visible = true;
	counts = {};
	end = [];
	client = new QueryClient();
});
afterEach(() => {
	for (const one of end) one();
	vi.useRealTimers();
});

async function shown() {
	show("deployments", deploymentKeys.list({}));
	show("designs", designKeys.list({}));
	show("targets", targetKeys.list());
	const following = follow();
	stream().open();
	await pass(1_000);
	expect(counts).toEqual({ deployments: 1, designs: 1, targets: 1 });
	return following;
}

describe("while the stream is open", () => {
	test("what an event names is fetched anew, the rest is left alone, and nothing polls", async () => {
		await shown();
		expect(unlessLive(5_000)).toBe(false);
		stream().say({ type: "target_agents", id: ID, revision: null });
		await pass(200);
		expect(counts).toEqual({ deployments: 2, designs: 1, targets: 2 });
	});

	test("a change of an inventory source reaches its pages and the builder of audiences; geofences are never fetched twice", async () => {
		show("sources", inventoryKeys.list({}));
		show("segments", audienceSourceKeys.segments("acme", ""));
		const { staleTime, queryKey } = setGeofencesQuery(ID, ID, 1);
		const fetchFences = vi.fn(async () => ({ type: "FeatureCollection" as const, features: [] }));
		const fences = new QueryObserver(client, { queryKey, queryFn: fetchFences, ...(staleTime && { staleTime }) });
		end.push(fences.subscribe(() => {}));
		follow();
		stream().open();
		await pass(1_000);
		stream().say({ type: "inventory_source", id: ID, revision: 2 });
		stream().say({ type: "design", id: ID, revision: 2 });
		await pass(1_000);
		expect(counts).toEqual({ sources: 2, segments: 2 });
		stream().dispatchEvent(new Event(RESET_EVENT));
		await pass(1_000);
		expect(counts).toEqual({ sources: 3, segments: 3 });
		expect(fetchFences).toHaveBeenCalledTimes(1);
	});

	test("a burst is one", async () => {
		await shown();
		for (let n = 0; n < 50; n += 1) stream().say({ type: "design", id: ID, revision: n + 1 });
		await pass(5_000);
		expect(counts).toEqual({ deployments: 1, designs: 2, targets: 1 });
	});

	test("what changes while the answer is on its way is asked for again", async () => {
		await shown();
		let answer = () => {};
		show("slow", designKeys.detail(ID), () => new Promise((resolve) => (answer = () => resolve(1))));
		answer();
		await pass(10);
		stream().say({ type: "design", id: ID, revision: 2 });
		await pass(200);
		stream().say({ type: "design", id: ID, revision: 3 });
		await pass(5_000);
		expect(counts.slow).toBe(2);
		answer();
		await pass(600);
		expect(counts.slow).toBe(3);
	});

	test.each([
		["reset", () => stream().dispatchEvent(new Event("reset"))],
		["a kind that this page does not know", () => stream().say({ type: "moon", id: ID, revision: 1 })],
	])("%s: everything is", async (_name, happen) => {
		await shown();
		happen();
		await pass(200);
		expect(counts).toEqual({ deployments: 2, designs: 2, targets: 2 });
	});
});

describe("when it is cut", () => {
	test("the pages are told, look at once, and poll until it is back", async () => {
		await shown();
		stream().fail();
		expect(liveState()).toBe("reconnecting");
		expect(unlessLive(5_000)).toBe(5_000);
		await pass(200);
		expect(counts).toEqual({ deployments: 2, designs: 2, targets: 2 });
		stream().fail();
		await pass(2_000);
		expect(counts.designs).toBe(2);
		stream().open();
		await pass(2_000);
		expect(liveState()).toBe("live");
		expect(streams).toHaveLength(1);
		expect(counts.designs, "the browser has named the last event").toBe(2);
	});

	test("one that was refused is opened anew, ever more seldom, and everything is fetched then", async () => {
		await shown();
		stream().fail({ refused: true });
		await pass(2_100);
		expect(streams).toHaveLength(2);
		stream().fail({ refused: true });
		await pass(2_100);
		expect(streams).toHaveLength(2);
		await pass(2_000);
		expect(streams).toHaveLength(3);
		stream().open();
		await pass(200);
		expect(counts.designs).toBe(3);
	});
});

describe("when the browser loses its network", () => {
	test("the pages are told at once, and everything is read anew when it is back", async () => {
		const { look, lose } = await shown();
		const before = stream();
		lose();
		expect(liveState()).toBe("reconnecting");
		expect(before.readyState).toBe(2);
		await pass(200);
		expect(counts.designs).toBe(2);
		look();
		expect(streams).toHaveLength(2);
		stream().open();
		await pass(1_000);
		expect(liveState()).toBe("live");
		expect(counts).toEqual({ deployments: 3, designs: 3, targets: 3 });
	});

	test("a service that is there all the same, as on the same machine, is heard again soon", async () => {
		const { lose } = await shown();
		lose();
		await pass(2_100);
		expect(streams).toHaveLength(2);
		stream().open();
		await pass(10);
		expect(liveState()).toBe("live");
	});
});

describe("a tab that nobody looks at", () => {
	test("fetches nothing until somebody does", async () => {
		const { look } = await shown();
		visible = false;
		look();
		stream().say({ type: "design", id: ID, revision: 2 });
		await pass(1_000);
		expect(counts.designs).toBe(1);
		visible = true;
		look();
		await pass(10);
		expect(counts.designs).toBe(2);
		expect(streams).toHaveLength(1);
	});

	test("gives its connection back after a while, and reads everything when it is looked at again", async () => {
		const { look } = await shown();
		visible = false;
		look();
		await pass(30_000);
		expect(stream().readyState).toBe(2);
		visible = true;
		look();
		expect(streams).toHaveLength(2);
		stream().open();
		await pass(10);
		expect(counts).toEqual({ deployments: 2, designs: 2, targets: 2 });
	});
});

test("once it is ended, nothing is opened any more", async () => {
	const { stop } = await shown();
	stream().fail({ refused: true });
	stop();
	await pass(60_000);
	expect(streams).toHaveLength(1);
	expect(liveState()).toBe("connecting");
});
