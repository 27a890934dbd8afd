import { expect, test } from "vitest";
import { memoryLimit, shareOfMemory } from "./memory-limit.mjs";

const GIBIBYTE = 1_073_741_824;

test.each([
	["a limit of the container", 512_000_000, 512_000_000],
	["none, as cgroup v1 says it", 18_446_744_073_709_552_000, 8 * GIBIBYTE],
	["none, as cgroup v2 says it", 0, 8 * GIBIBYTE],
	["a limit above the machine's memory", 16 * GIBIBYTE, 8 * GIBIBYTE],
])("the memory is %s", (_, constrained, expected) => {
	expect(memoryLimit(constrained, 8 * GIBIBYTE)).toBe(expected);
});

test("a build takes a quarter, with a least and a most", () => {
	const shares = [0.25, 1, 2, 64].map((gibibytes) => shareOfMemory(1_024, gibibytes * GIBIBYTE));
	expect(shares).toEqual([128, 256, 512, 1_024]);
});
