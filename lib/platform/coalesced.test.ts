import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Service } from "@/lib/platform/service";
import { coalesced } from "./coalesced";

const service = {} as Service;

/** Queries that the test answers by hand, one after the other. */
function asking(everyMs?: number) {
	const asked: { key: string; items: readonly number[]; answer: () => void; fail: () => void }[] = [];
	const ask = coalesced<number, string>(
		(_, key, items) =>
			new Promise((resolve, reject) =>
				asked.push({
					key,
					items,
					answer: () => resolve((index) => `${key}${items[index]}`),
					fail: () => reject(new Error("no answer")),
				}),
			),
		everyMs,
	);
	return { asked, ask: (key: string, item: number) => ask(service, key, item) };
}

describe("coalesced", () => {
	test("queries at once; later requests share the next query, and each gets its own result", async () => {
		const { asked, ask } = asking();
		const answers = [1, 2, 3].map((item) => ask("a", item));
		expect(asked.map(({ items }) => items)).toEqual([[1]]);
		asked[0]?.answer();
		await expect(answers[0]).resolves.toBe("a1");
		expect(asked.map(({ items }) => items)).toEqual([[1], [2, 3]]);
		asked[1]?.answer();
		await expect(Promise.all(answers)).resolves.toEqual(["a1", "a2", "a3"]);
		const later = ask("a", 4);
		expect(asked.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
		asked[2]?.answer();
		await expect(later).resolves.toBe("a4");
	});

	test("does not merge requests with different keys", () => {
		const { asked, ask } = asking();
		for (const key of ["a", "b", "a"]) void ask(key, 0);
		expect(asked.map(({ key }) => key)).toEqual(["a", "b"]);
	});

	describe("with a pace", () => {
		beforeEach(() => vi.useFakeTimers());
		afterEach(() => vi.useRealTimers());

		test("requests wait for the next batch also where none is under way", async () => {
			const { asked, ask } = asking(30);
			const first = ask("a", 1);
			asked[0]?.answer();
			await first;
			for (const item of [2, 3]) void ask("a", item);
			await vi.advanceTimersByTimeAsync(29);
			expect(asked.map(({ items }) => items)).toEqual([[1]]);
			await vi.advanceTimersByTimeAsync(1);
			expect(asked.map(({ items }) => items)).toEqual([[1], [2, 3]]);
		});

		test("a slow batch leaves no second row of batches behind", async () => {
			const { asked, ask } = asking(60);
			void ask("a", 1);
			// Longer than others wait for a batch.
			await vi.advanceTimersByTimeAsync(61);
			for (const item of [2, 3]) void ask("a", item);
			expect(asked.map(({ items }) => items)).toEqual([[1], [2]]);
			for (const { answer } of asked) answer();
			await vi.advanceTimersByTimeAsync(59);
			expect(asked).toHaveLength(2);
			await vi.advanceTimersByTimeAsync(1);
			expect(asked.map(({ items }) => items)).toEqual([[1], [2], [3]]);
		});

		test("requests behind a batch that hangs are taken when an older one ends", async () => {
			const { asked, ask } = asking(60);
			void ask("a", 1);
			await vi.advanceTimersByTimeAsync(61);
			for (const item of [2, 3]) void ask("a", item);
			// The second one never ends.
			asked[0]?.answer();
			await vi.advanceTimersByTimeAsync(60);
			expect(asked.map(({ items }) => items)).toEqual([[1], [2], [3]]);
		});
	});

	test("a failure rejects the requests of its batch alone", async () => {
		const { asked, ask } = asking();
		const [first, second, third] = [1, 2, 3].map((item) => ask("a", item));
		asked[0]?.fail();
		await expect(first).rejects.toThrow("no answer");
		asked[1]?.fail();
		await expect(second).rejects.toThrow("no answer");
		await expect(third).rejects.toThrow("no answer");
		const later = ask("a", 4);
		asked[2]?.answer();
		await expect(later).resolves.toBe("a4");
	});

	test("an unanswered query does not delay later requests", async () => {
		const clock = vi.spyOn(performance, "now").mockReturnValue(0);
		const { asked, ask } = asking();
		void ask("a", 1);
		const waiting = ask("a", 2);
		clock.mockReturnValue(51);
		const late = ask("a", 3);
		expect(asked.map(({ items }) => items)).toEqual([[1], [2, 3]]);
		asked[1]?.answer();
		await expect(Promise.all([waiting, late])).resolves.toEqual(["a2", "a3"]);
		clock.mockRestore();
	});
});
