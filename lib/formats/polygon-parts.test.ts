import { expect, test } from "vitest";
import { toPolygonParts } from "./polygon-parts";

/** A second; a minute and more where the crossings so far are copied at each of them. Thirty seconds leave room for other work. */
const PATIENCE_MS = 30_000;

test("a ring that crosses the antimeridian at every step takes no longer for each of them, however many they are", () => {
	const steps = 100_000;
	const ring = Array.from({ length: steps }, (_, step) =>
		step % 2 === 0 ? [179, -80] : [-179, -80 + (step % 100) / 100],
	);
	const began = performance.now();
	const parts = toPolygonParts([[...ring, [179, -80]]]);
	expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
	expect(parts.map(({ chains }) => chains.length)).toEqual([steps + 1, steps / 2]);
});
