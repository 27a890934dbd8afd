import type { Span } from "@opentelemetry/api";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Service } from "@/lib/platform/service";
import { traceFields, withSpan } from "@/lib/tracing/tracing";
import { pacedWrites } from "./paced-writes";

const service = {} as Service;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Writes that the test ends by hand. */
function writing(sizeOf?: (item: number) => number) {
	const begun: { key: string; items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
	const write = pacedWrites<number, string>(
		{ everyMs: 200, size: 3, waiting: 4, underWay: 2 },
		(_, key, items) =>
			new Promise((resolve, reject) =>
				begun.push({ key, items, end: () => resolve((index) => `${key}${items[index]}`), fail: reject }),
			),
		sizeOf,
	);
	const started = () => begun.map(({ key, items }) => [key, items]);
	const end = async (number: number) => {
		begun[number]?.end();
		await vi.advanceTimersByTimeAsync(0);
	};
	return {
		begun,
		started,
		end,
		write: (key: string, item: number, signal?: AbortSignal) => write(service, key, item, signal),
	};
}

describe("pacedWrites", () => {
	test("writes at once after a pause, and then all that came within the next while together", async () => {
		const { started, end, write } = writing();
		const written = [1, 2, 3, 4, 5].map((item) => write("a", item));
		expect(started()).toEqual([["a", [1]]]);
		await end(0);
		await vi.advanceTimersByTimeAsync(199);
		expect(started()).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(started().slice(1)).toEqual([["a", [2, 3, 4]]]);
		await end(1);
		await vi.advanceTimersByTimeAsync(200);
		expect(started().slice(2)).toEqual([["a", [5]]]);
		await end(2);
		expect(await Promise.all(written)).toEqual(["a1", "a2", "a3", "a4", "a5"]);
		await vi.advanceTimersByTimeAsync(200);
		void write("a", 6);
		expect(started().slice(3)).toEqual([["a", [6]]]);
	});

	test("a write is settled with its batch alone, however long that takes", async () => {
		const { started, end, write } = writing();
		const settled: string[] = [];
		for (const item of [1, 2]) void write("a", item).then((result) => settled.push(result));
		await vi.advanceTimersByTimeAsync(10_000);
		expect([started(), settled]).toEqual([[["a", [1]]], []]);
		await end(0);
		expect([started().length, settled]).toEqual([1, ["a1"]]);
		// The next one waits twice as long as this one took, and a second at most.
		await vi.advanceTimersByTimeAsync(999);
		expect(started()).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(started()).toHaveLength(2);
	});

	test("a full batch is followed at once by the next one, however long it took", async () => {
		const { started, end, write } = writing();
		for (const item of [1, 2, 3, 4, 5]) void write("a", item);
		await end(0);
		await vi.advanceTimersByTimeAsync(200);
		expect(started().slice(1)).toEqual([["a", [2, 3, 4]]]);
		await vi.advanceTimersByTimeAsync(10_000);
		await end(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(started().slice(2)).toEqual([["a", [5]]]);
	});

	test("few batches of all keys run at a time, and the others in their order", async () => {
		const { started, end, write } = writing();
		for (const key of ["a", "b", "c", "d"]) void write(key, 1);
		void write("c", 2);
		expect(started().map(([key]) => key)).toEqual(["a", "b"]);
		await end(1);
		expect(started().slice(2)).toEqual([["c", [1, 2]]]);
		await end(0);
		await end(2);
		expect(started().slice(3)).toEqual([["d", [1]]]);
	});

	test("batches are bounded by the sizes of their items, of which one larger is alone", async () => {
		const { started, end, write } = writing((item) => item);
		for (const item of [1, 2, 1, 5, 1]) void write("a", item);
		for (let batch = 0; batch < 4; batch += 1) {
			await end(batch);
			await vi.advanceTimersByTimeAsync(200);
		}
		expect(started().map(([, items]) => items)).toEqual([[1], [2, 1], [5], [1]]);
	});

	test("few wait, and those that nobody waits for are not written", async () => {
		const { started, end, write } = writing();
		void write("a", 1);
		const left = new AbortController();
		const outcomes = Promise.allSettled(
			[2, 3, 4, 5, 6].map((item) => write("a", item, item === 3 ? left.signal : undefined)),
		);
		left.abort(new Error("has left"));
		await end(0);
		await vi.advanceTimersByTimeAsync(200);
		await end(1);
		await vi.advanceTimersByTimeAsync(200);
		await end(2);
		expect(started().map(([, items]) => items)).toEqual([[1], [2, 4], [5]]);
		expect(await outcomes).toMatchObject([
			{ value: "a2" },
			{ reason: { message: "has left" } },
			{ value: "a4" },
			{ value: "a5" },
			{ reason: { kind: "Unavailable" } },
		]);
	});

	test("batches belong to no request", async () => {
		const fields: unknown[] = [];
		const write = pacedWrites<number, undefined>({ everyMs: 200, size: 1, waiting: 1, underWay: 1 }, async () => {
			fields.push(traceFields());
			return () => undefined;
		});
		const span = { spanContext: () => ({ traceId: "trace", spanId: "span" }) } as Span;
		const written = withSpan(span, () => Promise.all([write(service, "a", 1), write(service, "a", 2)]));
		await vi.advanceTimersByTimeAsync(200);
		await written;
		expect(fields).toEqual([{}, {}]);
	});

	test.each([undefined, "57014", "55P03"])(
		"one that cannot be written keeps no other one of its batch from it: %s",
		async (code) => {
			const { begun, end, write } = writing();
			void write("a", 1);
			await end(0);
			const outcomes = Promise.allSettled([2, 3].map((item) => write("a", item)));
			await vi.advanceTimersByTimeAsync(200);
			begun[1]?.fail(Object.assign(new Error("no"), { code }));
			await vi.advanceTimersByTimeAsync(0);
			begun[2]?.fail(Object.assign(new Error("not this one"), { code }));
			await vi.advanceTimersByTimeAsync(0);
			await end(3);
			expect(await outcomes).toMatchObject([{ reason: { message: "not this one" } }, { value: "a3" }]);
		},
	);

	test("a database that is away is not asked again for each of a batch", async () => {
		const { begun, end, write } = writing();
		void write("a", 1);
		await end(0);
		const outcomes = Promise.allSettled([2, 3].map((item) => write("a", item)));
		await vi.advanceTimersByTimeAsync(200);
		begun[1]?.fail(Object.assign(new Error("away"), { code: "ECONNREFUSED" }));
		expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		expect(begun).toHaveLength(2);
	});
});
