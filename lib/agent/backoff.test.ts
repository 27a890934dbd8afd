import { describe, expect, test } from "vitest";
import { backoffDelay, waitFor } from "@/lib/agent/backoff";

describe("backoffDelay", () => {
	const bounds = { baseMs: 1000, maxMs: 30_000 };

	test("doubles up to the maximum", () => {
		const delays = [1, 2, 3, 4, 5, 6, 1000].map((failures) => backoffDelay(failures, bounds, () => 1));
		expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
	});

	test("subtracts up to half at random", () => {
		expect(backoffDelay(2, bounds, () => 0)).toBe(1000);
	});
});

describe("waitFor", () => {
	test("ends with the signal, also with one that was aborted before", async () => {
		const stop = new AbortController();
		const waiting = waitFor(1e6, stop.signal);
		stop.abort();
		await waiting;
		await waitFor(1e6, stop.signal);
		expect(stop.signal.aborted).toBe(true);
	});
});
