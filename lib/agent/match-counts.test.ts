import { expect, test } from "vitest";
import { countMatch, type MatchCounter } from "@/lib/agent/count-match";
import { MatchCounts } from "@/lib/agent/match-counts";

const KEPT: ReadonlySet<string> = new Set(["a", "b"]);
const count = (counts: MatchCounts, id: string, times: number) => {
	for (let i = 0; i < times; i++) countMatch(counts.countersOf(id)[0] as MatchCounter);
};

test("a batch is repeated until it is acknowledged, and what follows is another one", () => {
	const counts = new MatchCounts(0);
	count(counts, "a", 2);
	const first = counts.next(KEPT, 0);
	expect(first).toEqual({
		run_id: expect.any(String),
		number: 1,
		counts: [{ deployment_id: "a", matches: 2 }],
	});
	count(counts, "a", 3);
	count(counts, "b", 1);
	expect(counts.next(KEPT, 1)).toBe(first);
	counts.acknowledge(first);
	const second = counts.next(KEPT, 2);
	expect(second).toEqual({
		run_id: first.run_id,
		number: 2,
		counts: [
			{ deployment_id: "a", matches: 3 },
			{ deployment_id: "b", matches: 1 },
		],
	});
	// A late answer to the first one.
	counts.acknowledge(first);
	expect(counts.next(KEPT, 3)).toBe(second);
	counts.acknowledge(second);
	expect(counts.next(KEPT, 4)).toEqual({ run_id: first.run_id, number: 2, counts: [] });
});

test("first matches are reported at once, later ones after the interval", () => {
	const counts = new MatchCounts(60_000);
	const report = (now: number) => {
		const batch = counts.next(KEPT, now);
		counts.acknowledge(batch);
		return Object.fromEntries(batch.counts.map(({ deployment_id, matches }) => [deployment_id, matches]));
	};
	count(counts, "a", 1);
	expect(report(0)).toEqual({ a: 1 });
	count(counts, "a", 5);
	count(counts, "b", 1);
	expect(report(10_000)).toEqual({ b: 1 });
	count(counts, "b", 1);
	expect(report(59_999)).toEqual({});
	expect(report(60_000)).toEqual({ a: 5, b: 1 });
});

test("a deployment that left is forgotten once its matches are reported, and counted again when it returns", () => {
	const counts = new MatchCounts(0);
	const counters = counts.countersOf("gone");
	count(counts, "gone", 4);
	const batch = counts.next(KEPT, 0);
	expect(batch.counts).toEqual([{ deployment_id: "gone", matches: 4 }]);
	counts.acknowledge(batch);
	expect(counts.countersOf("gone")).toBe(counters);
	counts.next(KEPT, 1);
	expect(counts.countersOf("gone")).not.toBe(counters);
	count(counts, "gone", 1);
	expect(counts.next(KEPT, 2).counts).toEqual([{ deployment_id: "gone", matches: 1 }]);
});

test("more deployments than fit into a batch wait for the next one, all of them counted once", () => {
	const counts = new MatchCounts(60_000);
	const ids = Array.from({ length: 25_000 }, (_, index) => `d${index}`);
	for (const id of ids) count(counts, id, 1);
	const kept = new Set(ids);
	const batches = [0, 1, 2, 3].map((now) => {
		const batch = counts.next(kept, now);
		counts.acknowledge(batch);
		return batch.counts.map(({ deployment_id }) => deployment_id);
	});
	expect(batches.map(({ length }) => length)).toEqual([10_000, 10_000, 5_000, 0]);
	expect(new Set(batches.flat()).size).toBe(25_000);
});
