import { expect, test } from "vitest";
import { sparklinePath } from "./sparkline-path";

const box = { width: 100, height: 20 };

test("runs from left to right, the largest value on top", () => {
	expect(sparklinePath([0, 10, 5], box)).toEqual({ line: "M2 18L50 2L98 10", end: { x: 98, y: 10 } });
});

test("a missing value leaves a gap", () => {
	expect(sparklinePath([4, null, 4, 2], box).line).toBe("M2 2M66 2L98 10");
});

test("nothing, one value and equal values", () => {
	expect(sparklinePath([], box)).toEqual({ line: "", end: null });
	expect(sparklinePath([null, null], box)).toEqual({ line: "", end: null });
	expect(sparklinePath([7], box)).toEqual({ line: "M98 2", end: { x: 98, y: 2 } });
	expect(sparklinePath([0, 0], box).line).toBe("M2 18L98 18");
	expect(sparklinePath([3, 3], { ...box, fromZero: false }).line).toBe("M2 10L98 10");
});
