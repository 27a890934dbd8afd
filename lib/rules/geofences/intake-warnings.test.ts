import { expect, test } from "vitest";
import { IntakeWarnings } from "./intake-warnings";
import { normalizeFeatures } from "./parse";
import { circle, square, squareRing } from "./testing";

const polygon = (...coordinates: unknown[]) => ({
	type: "Feature",
	properties: {},
	geometry: { type: "Polygon", coordinates },
});

function warningsOf(...features: unknown[]) {
	const warnings = new IntakeWarnings();
	for (const row of normalizeFeatures(features)) {
		if (!("geofence" in row)) throw new Error(JSON.stringify(row));
		warnings.look(row.line, row);
	}
	return warnings.found;
}
const kindsOf = (...features: unknown[]) => warningsOf(...features).map(({ kind, lines }) => [kind, ...lines]);

const outline = squareRing(10, 10, 4);
/** From one longitude to another, as written. */
const span = (west: number, east: number) =>
	polygon([
		[west, 0],
		[east, 0],
		[east, 9],
		[west, 9],
		[west, 0],
	]);

test.each<[string, unknown[], string | null]>([
	["within its outline", squareRing(11, 11, 1), null],
	["that touches it", squareRing(10, 11, 1), null],
	["that touches it in a corner", [outline[0], [11, 11.5], [11.5, 11], outline[0]] as unknown[], null],
	["that reaches over it", squareRing(13, 13, 2), "hole_outside"],
	["around it", squareRing(9, 9, 6), "hole_outside"],
])("a hole %s", (_where, hole, kind) => {
	expect(kindsOf(square(0, 0, 1), polygon(outline, hole))).toEqual(kind === null ? [] : [[kind, 2]]);
});

test("holes over each other are said, holes side by side are not", () => {
	expect(kindsOf(polygon(outline, squareRing(11, 11, 2), squareRing(11.5, 11.5, 1)))).toEqual([["hole_outside", 1]]);
	expect(kindsOf(polygon(outline, squareRing(11, 11, 1), squareRing(12, 11, 1)))).toEqual([]);
});

test("a shape across the antimeridian is said, with the width that it covers", () => {
	expect(warningsOf(span(85.2, -173))).toEqual([
		{
			kind: "crosses_antimeridian",
			message: "Crosses the antimeridian: a step of more than 180° is the short way. Covers 101.8° of longitude.",
			count: 1,
			lines: [1],
			widths: [101.8],
		},
	]);
	const several = warningsOf(span(-100, 100), square(0, 0, 1), span(178, 182), span(0, 200));
	expect(several).toMatchObject([{ count: 3, lines: [1, 3, 4], widths: [160, 4, 200] }]);
	expect(several[0]?.message).toContain("Covers up to 200° of longitude");
	expect(warningsOf(span(-180, 179.99), span(170, -180))).toMatchObject([{ lines: [1, 2], widths: [0.01, 10] }]);
	expect(kindsOf(span(170, 180), span(-180, 180), span(-180, 0))).toEqual([]);
});

test("small radii, closed rings and dropped parts are said", () => {
	const rows = [
		circle(1, 1, { radius: 9.99 }),
		circle(2, 2, { radius: 10 }),
		polygon(outline.slice(0, 4)),
		polygon(squareRing(20, 20, 1), []),
	];
	expect(kindsOf(...rows)).toEqual([
		["small_radius", 1],
		["ring_closed", 3],
		["covers_nothing", 4],
	]);
});

test("a file that ends in the middle says so at its line", () => {
	const warnings = new IntakeWarnings();
	warnings.look(7, { isCutOff: true });
	expect(warnings.found).toMatchObject([{ kind: "cut_off", count: 1, lines: [7] }]);
});
