import fc from "fast-check";
import { expect, test } from "vitest";
import { Prisma } from "@/lib/generated/prisma/client";
import { priceCpmOf } from "./price";

test.each([
	["0.0000", "0.00"],
	["2.1000", "2.10"],
	["100.0000", "100.00"],
	["2.1250", "2.125"],
	["0.0001", "0.0001"],
	["99999999.9999", "99999999.9999"],
])("the price %s is written as %s", (amount, base) => {
	expect(priceCpmOf(amount)).toEqual({ base });
	expect(priceCpmOf(new Prisma.Decimal(amount))).toEqual({ base });
});

test("a price keeps its value and at least two decimals, as a string and as a decimal", () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (tenThousandths) => {
			const text = new Prisma.Decimal(tenThousandths).div(10_000).toFixed(4);
			const { base } = priceCpmOf(text) ?? { base: "" };
			expect(priceCpmOf(new Prisma.Decimal(text))).toEqual({ base });
			expect(Number(base)).toBe(Number(text));
			expect(base).toMatch(/^\d+\.\d{2}(\d{0,1}[1-9])?$/);
		}),
	);
});
