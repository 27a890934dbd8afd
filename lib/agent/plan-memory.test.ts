import { describe, expect, test } from "vitest";
import { planMemory } from "@/lib/agent/plan-memory";

const file = (sha256: string, size: number) => ({ sha256, size });

describe("planMemory", () => {
	test("refuses a file that does not fit, naming both sizes, and admits smaller ones after it", () => {
		expect(planMemory([file("a", 600)], [file("b", 500), file("c", 400)], 1000)).toEqual([
			{ fits: false, reason: "the file needs 500 bytes of memory and 400 of the limit of 1000 bytes are free" },
			{ fits: true },
		]);
	});

	test("admits exactly the limit", () => {
		expect(planMemory([], [file("a", 1000), file("b", 1)], 1000).map(({ fits }) => fits)).toEqual([true, false]);
	});

	test("counts a shared file once", () => {
		const shared = file("a", 600);
		expect(planMemory([shared, shared], [shared, file("b", 400)], 1000)).toEqual([{ fits: true }, { fits: true }]);
	});

	test("reports 0 free bytes when a lowered limit is exceeded", () => {
		expect(planMemory([file("a", 600)], [file("b", 1)], 500)).toEqual([
			{ fits: false, reason: "the file needs 1 bytes of memory and 0 of the limit of 500 bytes are free" },
		]);
	});
});
