import { expect, test } from "vitest";
import { uploadPatienceMs } from "./s3-patience";

const LONGEST_TIMER_MS = 2_147_483_647;

test.each([
	["a small file", 1_000, 61_000],
	["2 GB", 2_000_000_000, 2_000_060_000],
	["more milliseconds than a timer can wait", 2_147_423_648, LONGEST_TIMER_MS],
	["3 GB", 3_000_000_000, LONGEST_TIMER_MS],
	["5 GB", 5_000_000_000, LONGEST_TIMER_MS],
])("an upload of %s is given up no sooner than its size allows", (_, size, milliseconds) => {
	expect(uploadPatienceMs(size, 20_000)).toBe(milliseconds);
});
