import fc from "fast-check";
import { expect, test } from "vitest";
import { cosDegrees, sinAcute, sinDegrees } from "@/lib/formats/trigonometry";

fc.configureGlobal({ seed: 20_251_121 });

const angles = fc.double({ min: -360, max: 360, noNaN: true });

test("sines and cosines agree with Math.sin and Math.cos within the precision of radians", () => {
	fc.assert(
		fc.property(angles, (degrees) => {
			const radians = (degrees * Math.PI) / 180;
			expect(Math.abs(sinDegrees(degrees) - Math.sin(radians))).toBeLessThan(1e-15);
			expect(Math.abs(cosDegrees(degrees) - Math.cos(radians))).toBeLessThan(1e-15);
			const acute = Math.abs(radians) / 4;
			expect(Math.abs(sinAcute(acute) - Math.sin(acute))).toBeLessThan(3e-16);
		}),
		{ numRuns: 2000 },
	);
});

test("multiples of 90 degrees are exact", () => {
	expect([-360, -270, -180, -90, 0, 90, 180, 270, 360].map((degrees) => sinDegrees(degrees) + 0)).toEqual([
		0, 1, 0, -1, 0, 1, 0, -1, 0,
	]);
	expect([-360, -270, -180, -90, 0, 90, 180, 270, 360].map((degrees) => cosDegrees(degrees) + 0)).toEqual([
		1, 0, -1, 0, 1, 0, -1, 0, 1,
	]);
});
