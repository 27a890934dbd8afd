import { describe, expect, test } from "vitest";
import { coastline } from "@/lib/tools/testing/coastline";
import { type AreaGeofence, cornerAt, cornerCount, cornerPlace, neighborsOf, withCorner } from "./corners";
import { cornersInView } from "./corners-in-view";

const square = (x: number, y: number, side: number): [number, number][] => [
	[x, y],
	[x + side, y],
	[x + side, y + side],
	[x, y + side],
	[x, y],
];
const parts: AreaGeofence = {
	type: "Feature",
	properties: { name: "A" },
	geometry: {
		type: "MultiPolygon",
		coordinates: [[square(0, 0, 10), square(2, 2, 1)], [square(20, 0, 5)]],
	},
};
const placeOf = (fence: AreaGeofence, number: number) => cornerPlace(fence, number) ?? expect.unreachable();
const made = (fence: AreaGeofence | string) => (typeof fence === "string" ? expect.unreachable(fence) : fence);

describe("the corners of a polygon with parts and holes", () => {
	test("have numbers through all rings, which end where they began", () => {
		expect(cornerCount(parts)).toBe(12);
		expect([1, 4, 5, 12].map((number) => cornerAt(parts, placeOf(parts, number)))).toEqual([
			[0, 0],
			[0, 10],
			[2, 2],
			[20, 5],
		]);
		expect([0, 13, 1.5, Number.NaN].map((number) => cornerPlace(parts, number))).toEqual([null, null, null, null]);
		expect(neighborsOf(parts, placeOf(parts, 1))).toEqual([
			[0, 10],
			[10, 0],
		]);
	});

	test("move, follow one another and go, and leave the other rings the same objects", () => {
		const moved = made(withCorner(parts, placeOf(parts, 5), { moved: [2.5, 1.123456789] }));
		expect(moved.geometry.coordinates.flat()[1]?.[0]).toEqual([2.5, 1.1234568]);
		expect(moved.geometry.coordinates.flat()[1]?.at(-1)).toEqual([2.5, 1.1234568]);
		expect(moved.geometry.coordinates[1]).toBe(parts.geometry.coordinates[1]);
		expect(moved.geometry.coordinates.flat()[0]).toBe(parts.geometry.coordinates.flat()[0]);
		expect(moved.properties).toBe(parts.properties);
		const followed = made(withCorner(parts, placeOf(parts, 12), { followed: [19, 2] }));
		expect(followed.geometry.coordinates.flat()[2]?.slice(3)).toEqual([
			[20, 5],
			[19, 2],
			[20, 0],
		]);
		const removed = made(withCorner(parts, placeOf(parts, 3), "removed"));
		expect(removed.geometry.coordinates.flat()[0]).toEqual([
			[0, 0],
			[10, 0],
			[0, 10],
			[0, 0],
		]);
	});

	test("are refused where the service would refuse the ring", () => {
		const triangle = made(withCorner(parts, placeOf(parts, 9), "removed"));
		expect(withCorner(triangle, placeOf(triangle, 9), "removed")).toBe("A polygon needs at least three corners.");
		const flat = withCorner(triangle, placeOf(triangle, 9), { moved: [22, 5] });
		expect(flat).toContain("covers nothing");
		expect(withCorner(parts, placeOf(parts, 1), { moved: [0, 91] })).toContain("atitude must be from -90 to 90");
		expect(withCorner(parts, placeOf(parts, 1), "removed")).toContain("lies outside of its outline");
	});

	test("are handles where the map looks, with the middles between them", () => {
		const seen = cornersInView(parts, [1, 1, 6, 6]) ?? [];
		expect(seen.filter(({ middle }) => !middle).map(({ position }) => position)).toEqual(square(2, 2, 1).slice(0, 4));
		expect(seen.filter(({ middle }) => middle)).toHaveLength(4);
		expect(cornersInView(parts, [361, 1, 366, 6])?.[0]?.position).toEqual([362, 2]);
	});
});

test("an edit of a large border leaves all rings but one as they are", () => {
	const border = coastline(250_000);
	const place = placeOf(border, 200_000);
	const [x, y] = cornerAt(border, place) ?? expect.unreachable();
	const moved = made(withCorner(border, place, { moved: [x + 0.001, y] }));
	const changed = moved.geometry.coordinates
		.flat()
		.filter((ring, at) => ring !== border.geometry.coordinates.flat()[at]);
	expect(changed).toHaveLength(1);
	expect(cornersInView(moved, [-180, -90, 180, 90])).toBeNull();
});
