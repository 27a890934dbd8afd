import { expect, test } from "vitest";
import { nextAttempt, parseRetryAfter } from "./back-off";

const START = new Date(Date.UTC(2026, 0, 5, 9));

/** Seconds from the beginning to each attempt of a receiver that never answers. */
function attempts(random: number): number[] {
	const times: number[] = [];
	let now = START;
	for (let failures = 1; ; failures += 1) {
		const next = nextAttempt({ failures, startedAt: START, wishMs: null }, now, random);
		if (next === null) return times;
		times.push((next.getTime() - START.getTime()) / 1_000);
		now = next;
	}
}

test("pauses grow, and end after three days", () => {
	const times = attempts(0.5);
	expect(times.slice(0, 5)).toEqual([5, 35, 155, 755, 2_555]);
	for (const random of [0, 0.5, 1]) {
		const last = attempts(random).at(-1) ?? 0;
		expect(last).toBeGreaterThan(60 * 3_600);
		expect(last).toBeLessThanOrEqual(72 * 3_600);
	}
});

test("pauses vary by a fifth, so that receivers are not met by a wave", () => {
	const pause = (random: number) =>
		(nextAttempt({ failures: 3, startedAt: START, wishMs: null }, START, random)?.getTime() ?? 0) - START.getTime();
	expect([pause(0), pause(1)]).toEqual([96_000, 144_000]);
});

test("a wish of the receiver is a pause that is not shortened", () => {
	const next = (wishMs: number) => nextAttempt({ failures: 1, startedAt: START, wishMs }, START, 0.5);
	expect(next(60_000)).toEqual(new Date(START.getTime() + 60_000));
	expect(next(1)).toEqual(new Date(START.getTime() + 5_000));
});

test.each([
	[null, null],
	["", null],
	["30", 30_000],
	["0", null],
	["-5", null],
	["soon", null],
	["999999999", 6 * 3_600_000],
	["99999999999999999999", null],
	["Mon, 05 Jan 2026 09:01:00 GMT", 60_000],
	["Mon, 05 Jan 2026 08:00:00 GMT", null],
	["Mon, 05 Jan 2036 08:00:00 GMT", 6 * 3_600_000],
])("Retry-After %j is a pause of %j ms", (value, milliseconds) => {
	expect(parseRetryAfter(value, START)).toBe(milliseconds);
});
