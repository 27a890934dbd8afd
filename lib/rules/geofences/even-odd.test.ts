import { expect, test } from "vitest";
import { shortWork, trapezoidsOf } from "./even-odd";

test("a shape of edges that all cross each other costs a bounded number of steps", () => {
	const zigzag = Array.from({ length: 50_000 }, (_, corner) => [
		(corner % 2) * 10 + corner / 100_000,
		((corner * 7_919) % 50_000) / 1_000,
	]);
	const work = shortWork();
	const most = work.left;
	expect(trapezoidsOf([zigzag.flat()], work)).toBeNull();
	expect(work.left).toBeLessThan(0);
	// One step at most looks at all edges at once.
	expect(most - work.left).toBeLessThan(most + zigzag.length);
});
