import { expect, test } from "vitest";
import { uploadTimeoutMs } from "./s3-timeouts";

const LONGEST_TIMER_MS = 2_147_483_647;

test.each([
	["a small file", 1_000, 61_000],
	["2 GB", 2_000_000_000, 2_000_060_000],
	["more milliseconds than a timer can wait", 2_147_423_648, LONGEST_TIMER_MS],
	["3 GB", 3_000_000_000, LONGEST_TIMER_MS],
	["5 GB", 5_000_000_000, LONGEST_TIMER_MS],
])("the timeout of an upload of %s grows with its size", (_, size, milliseconds) => {
	expect(uploadTimeoutMs(size, 20_000)).toBe(milliseconds);
});
