import { expect, test } from "vitest";
import { toPolygonParts } from "./polygon-parts";

test("a ring that crosses the antimeridian at every step is cut at each", () => {
	const steps = 100_000;
	const ring = Array.from({ length: steps }, (_, step) =>
		step % 2 === 0 ? [179, -80] : [-179, -80 + (step % 100) / 100],
	);
	const parts = toPolygonParts([[...ring, [179, -80]]]);
	expect(parts.map(({ chains }) => chains.length)).toEqual([steps + 1, steps / 2]);
});
