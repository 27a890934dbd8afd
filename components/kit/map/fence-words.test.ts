import { expect, test } from "vitest";
import { positionInWords } from "./fence-words";

test("a position is written with the longitude that it is known by, also across the antimeridian", () => {
	expect(positionInWords([8.54321, 47.12345])).toBe("47.12345, 8.54321");
	expect(positionInWords([180.25, -17])).toBe("-17.00000, -179.75000");
	expect(positionInWords([-180.25, -17])).toBe("-17.00000, 179.75000");
	expect(positionInWords([180, 0])).toBe("0.00000, 180.00000");
});
