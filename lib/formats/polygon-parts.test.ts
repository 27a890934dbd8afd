import { expect, test } from "vitest";
import { toPolygonParts } from "./polygon-parts";

/** Takes about a second; a quadratic algorithm takes over a minute. */
const TIMEOUT_MS = 30_000;

test("a ring that crosses the antimeridian at every step takes linear time", () => {
	const steps = 100_000;
	const ring = Array.from({ length: steps }, (_, step) =>
		step % 2 === 0 ? [179, -80] : [-179, -80 + (step % 100) / 100],
	);
	const began = performance.now();
	const parts = toPolygonParts([[...ring, [179, -80]]]);
	expect(performance.now() - began).toBeLessThan(TIMEOUT_MS);
	expect(parts.map(({ chains }) => chains.length)).toEqual([steps + 1, steps / 2]);
});
