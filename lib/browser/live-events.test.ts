import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HEARTBEAT_EVENT, HEARTBEAT_MS, RESET_EVENT } from "@/lib/contract/constants";
import { read } from "./api";
import { segmentsQuery } from "./audience-sources";
import { deploymentQuery } from "./deployment-work";
import { deploymentsQuery } from "./deployments";
import { designQuery, designsQuery } from "./designs";
import { setGeofencesQuery } from "./geofences";
import { type EventStream, followLiveEvents, liveState, unlessLive } from "./live-events";
import { previewQuery } from "./preview";
import { queueQuery } from "./queue";
import { refreshSoon } from "./refresh";
import { targetsQuery } from "./targets";

const ID = "11111111-1111-4111-8111-111111111111";

class Stream extends EventTarget implements EventStream {
	readyState = 0;
	continues = false;
	close() {
		this.readyState = 2;
	}
	open() {
		this.readyState = 1;
		this.dispatchEvent(new Event("open"));
	}
	/** `refused`: the browser stops; otherwise it reconnects. */
	fail({ refused = false } = {}) {
		this.readyState = refused ? 2 : 0;
		this.dispatchEvent(new Event("error"));
	}
	beat() {
		this.dispatchEvent(new Event(HEARTBEAT_EVENT));
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

/** Mounts a query, as a page does. */
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
	show("deployments", deploymentsQuery({}).queryKey);
	show("designs", designsQuery({}).queryKey);
	show("targets", targetsQuery().queryKey);
	const following = follow();
	stream().open();
	await pass(1_000);
	expect(counts).toEqual({ deployments: 1, designs: 1, targets: 1 });
	await pass(5_000);
	expect(counts, "what was loaded before the stream is loaded again").toEqual({
		deployments: 2,
		designs: 2,
		targets: 2,
	});
	for (const name of Object.keys(counts)) counts[name] = 1;
	return following;
}

describe("while the stream is open", () => {
	test("nothing is loaded again where it continues from what came with the document", async () => {
		show("designs", designsQuery({}).queryKey);
		follow();
		stream().continues = true;
		stream().open();
		await pass(10_000);
		expect(counts).toEqual({ designs: 1 });
		stream().say({ type: "design", id: ID, revision: 2 });
		await pass(200);
		expect(counts).toEqual({ designs: 2 });
	});

	test("an event refetches its object alone, and nothing polls", async () => {
		await shown();
		expect(unlessLive(5_000)).toBe(false);
		stream().say({ type: "target_agents", id: ID, revision: null });
		await pass(200);
		expect(counts).toEqual({ deployments: 2, designs: 1, targets: 2 });
	});

	test("the events that follow a decision are read with its results, and what shows it is left", async () => {
		await shown();
		show("decided", previewQuery(ID).queryKey);
		await pass(1_000);
		refreshSoon(client, ID);
		stream().say({ type: "deployment", id: ID, revision: 3 });
		stream().say({ type: "target_agents", id: ID, revision: null });
		await pass(1_000);
		expect(counts).toEqual({ deployments: 1, designs: 1, targets: 1, decided: 1 });
		await pass(2_000);
		expect(counts).toEqual({ deployments: 2, designs: 2, targets: 2, decided: 1 });
		stream().say({ type: "deployment", id: ID, revision: 4 });
		await pass(1_000);
		expect(counts).toEqual({ deployments: 3, designs: 3, targets: 3, decided: 2 });
	});

	test("reports of agents reach lists, designs with their stages, and of single deployments that which they are about", async () => {
		await shown();
		const other = "00000000-0000-4000-8000-00000000000a";
		show("own", deploymentQuery(ID).queryKey);
		show("other", deploymentQuery(other).queryKey);
		show("queue", queueQuery({}).queryKey);
		await pass(1_000);
		stream().say({ type: "deployment_agents", id: ID, revision: null });
		await pass(1_000);
		expect(counts).toEqual({ deployments: 2, designs: 2, targets: 2, own: 2, other: 1, queue: 1 });
		for (const id of [ID, other]) stream().say({ type: "target_agents", id, revision: null });
		await pass(1_000);
		expect(counts.queue, "the queue is read soon, and once").toBe(1);
		await pass(2_000);
		expect(counts.queue).toBe(2);
	});

	test("a change of an inventory source reaches its pages and the builder of audiences; geofences are never fetched twice", async () => {
		show("sources", read("GET /api/inventory-sources").queryKey);
		show("segments", segmentsQuery("acme").queryKey);
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

	test("events close together cause one refetch", async () => {
		await shown();
		for (let n = 0; n < 50; n += 1) stream().say({ type: "design", id: ID, revision: n + 1 });
		await pass(5_000);
		expect(counts).toEqual({ deployments: 1, designs: 2, targets: 1 });
	});

	test("a change during a refetch causes another", async () => {
		await shown();
		let answer = () => {};
		show("slow", designQuery(ID).queryKey, () => new Promise((resolve) => (answer = () => resolve(1))));
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

	test("an answer that is older than a change is not the last one: a first load is asked again", async () => {
		const answers: ((value: unknown) => void)[] = [];
		show("list", deploymentsQuery({}).queryKey, () => new Promise((resolve) => answers.push(resolve)));
		follow();
		stream().open();
		stream().say({ type: "deployment", id: ID, revision: 2 });
		await pass(200);
		expect(counts.list).toBe(2);
		answers[0]?.("before");
		answers[1]?.("after");
		await pass(10);
		expect(client.getQueryData(deploymentsQuery({}).queryKey)).toBe("after");
	});

	test("a query that does not answer holds up the others for five seconds at most", async () => {
		await shown();
		show("stuck", read("GET /api/targets/[target_id]", { target_id: ID }).queryKey, () => new Promise(() => {}));
		stream().say({ type: "target_agents", id: ID, revision: null });
		await pass(1_000);
		stream().say({ type: "target_agents", id: ID, revision: null });
		await pass(5_000);
		expect(counts).toMatchObject({ deployments: 3, targets: 3 });
	});

	test("queries of one change are refetched together, so that a page does not contradict itself", async () => {
		await shown();
		stream().say({ type: "deployment", id: ID, revision: 2 });
		await pass(150);
		expect(counts).toEqual({ deployments: 2, designs: 2, targets: 2 });
		stream().say({ type: "target_agents", id: ID, revision: null });
		await pass(150);
		stream().say({ type: "design", id: ID, revision: 3 });
		await pass(100);
		expect(counts, "none goes ahead").toEqual({ deployments: 2, designs: 2, targets: 2 });
		await pass(300);
		expect(counts).toEqual({ deployments: 3, designs: 3, targets: 3 });
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

describe("when the stream breaks", () => {
	test("the pages refetch at once and poll until it reconnects", async () => {
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

	test("a refused stream is reopened with increasing delays, and everything is refetched", async () => {
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

describe("when the stream dies without a word", () => {
	test("with heartbeats it is live", async () => {
		await shown();
		for (let beat = 0; beat < 20; beat += 1) {
			await pass(HEARTBEAT_MS);
			stream().beat();
		}
		expect(liveState()).toBe("live");
		expect(streams).toHaveLength(1);
		expect(counts.designs).toBe(1);
	});

	test("after three missed heartbeats the pages poll, and a new stream refetches everything", async () => {
		await shown();
		const before = stream();
		await pass(3 * HEARTBEAT_MS + 1_000);
		expect(liveState()).toBe("reconnecting");
		expect(before.readyState).toBe(2);
		expect(unlessLive(5_000)).toBe(5_000);
		expect(counts.designs).toBe(2);
		await pass(2_000);
		expect(streams).toHaveLength(2);
		stream().open();
		await pass(1_000);
		expect(liveState()).toBe("live");
		expect(counts).toEqual({ deployments: 3, designs: 3, targets: 3 });
		before.beat();
		before.say({ type: "design", id: ID, revision: 2 });
		await pass(1_000);
		expect(counts.designs, "what the dead stream still says is of no use").toBe(3);
	});

	test("a stream that never opens is replaced, too", async () => {
		follow();
		await pass(60_000);
		expect(streams).toHaveLength(2);
		expect(liveState()).toBe("reconnecting");
	});
});

describe("when the browser loses its network", () => {
	test("the state changes at once, and everything is refetched when the network returns", async () => {
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

	test("a service that is still reachable, as on the same machine, is reconnected soon", async () => {
		const { lose } = await shown();
		lose();
		await pass(2_100);
		expect(streams).toHaveLength(2);
		stream().open();
		await pass(10);
		expect(liveState()).toBe("live");
	});
});

describe("a hidden tab", () => {
	test("fetches nothing until it is visible", async () => {
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

	test("closes its connection after a while, and refetches everything when it is visible again", async () => {
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

test("a stopped stream is not reopened", async () => {
	const { stop } = await shown();
	stream().fail({ refused: true });
	stop();
	await pass(60_000);
	expect(streams).toHaveLength(1);
	expect(liveState()).toBe("connecting");
});
