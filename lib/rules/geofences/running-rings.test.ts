import { expect, test } from "vitest";
import type { Position } from "./geofence";
import { isPlain, runningRings } from "./running-rings";

const box = (west: number, south: number, east: number, north: number): Position[] => [
	[west, south],
	[east, south],
	[east, north],
	[west, north],
	[west, south],
];

test("a hole lies where its outline runs on to, if it fits there", () => {
	expect(runningRings([])).toEqual([]);
	const outline = box(170, 0, 190, 10);
	const across = outline.map(
		([longitude, latitude]): Position => [longitude > 180 ? longitude - 360 : longitude, latitude],
	);
	const [running, moved, elsewhere] = runningRings([across, box(-178, 2, -174, 4), box(10, 2, 12, 4)]);
	expect(running).toEqual(outline);
	expect(moved).toEqual(box(182, 2, 186, 4));
	expect(elsewhere).toEqual(box(10, 2, 12, 4));
});

test.each([
	["an outline", [box(0, 0, 10, 10)], true],
	["with a hole", [box(0, 0, 10, 10), box(2, 2, 4, 4)], true],
	["with a hole beyond it", [box(0, 0, 10, 10), box(8, 2, 12, 4)], false],
	[
		"one that crosses itself",
		[
			[
				[0, 0],
				[10, 10],
				[10, 0],
				[0, 10],
				[0, 0],
			] satisfies Position[],
		],
		false,
	],
	["one around the world and more", [box(-200, 0, 200, 10)], false],
	["nothing", [], true],
] as const)("%s: what anybody draws alike is %s", (_, rings, plain) => {
	expect(isPlain(rings as readonly Position[][])).toBe(plain);
});
