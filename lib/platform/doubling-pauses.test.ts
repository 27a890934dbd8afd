import { expect, test } from "vitest";
import { DoublingPauses } from "./doubling-pauses";

test("a pause doubles with each failure, for each key, up to the longest, and ends with a success", () => {
	let now = 1_000;
	const pauses = new DoublingPauses({ firstMs: 10, longestMs: 35 }, () => now);
	expect(pauses.isPaused("a")).toBe(false);
	for (const ms of [10, 20, 35, 35]) {
		pauses.begin("a");
		expect(pauses.isPaused("b")).toBe(false);
		now += ms - 1;
		expect(pauses.isPaused("a")).toBe(true);
		now += 1;
		expect(pauses.isPaused("a")).toBe(false);
	}
	pauses.begin("a");
	pauses.end("a");
	expect(pauses.isPaused("a")).toBe(false);
	pauses.begin("a");
	now += 10;
	expect(pauses.isPaused("a")).toBe(false);
});
