import { afterEach, expect, test, vi } from "vitest";
import { growthOf, printGrowth } from "./growth";
import type { Figure } from "./requests";

const figure = (name: string, who: string, value: number, unit: Figure["unit"] = "ms"): Figure => ({
	...{ group: "lists", name, who, unit },
	values: [value],
});
const SIZES = [
	{
		designs: 10_000,
		figures: [
			figure("steady", "operator", 5),
			figure("linear", "operator", 4),
			figure("linear", "designer", 6),
			figure("decisions", "operator", 400, "/s"),
			figure("gone", "operator", 9),
		],
	},
	{
		designs: 1_000_000,
		figures: [
			figure("steady", "operator", 5),
			figure("linear", "operator", 400),
			figure("linear", "designer", 60),
			figure("decisions", "operator", 40, "/s"),
		],
	},
];

afterEach(() => void vi.restoreAllMocks());

test("the exponent is that of the cost, and a single size has none", () => {
	const exponents = growthOf(SIZES).map(({ name, who, exponent }) => [name, who, exponent]);
	expect(exponents).toEqual([
		["steady", "operator", 0],
		["linear", "operator", expect.closeTo(1)],
		["linear", "designer", expect.closeTo(0.5)],
		["decisions", "operator", expect.closeTo(0.5)],
		["gone", "operator", null],
	]);
});

test("of several callers the slowest at the largest size is printed, and what grows is named", () => {
	const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
	printGrowth(SIZES, false);
	const printed = write.mock.calls.map(([text]) => String(text).replace(/ +/g, " "));
	expect(printed).toHaveLength(2);
	expect(printed[0]).toContain("| linear | operator | 4.0 ms | 400 ms | 1.00 |");
	expect(printed[0]).not.toContain("designer");
	expect(printed[1]).toMatch(/over 20 ms and growing.*\| linear \| operator .*\| linear \| designer /s);
	expect(printed[1]).not.toContain("steady");
});
