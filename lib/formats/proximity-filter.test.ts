import fc from "fast-check";
import Flatbush from "flatbush";
import { describe, expect, test } from "vitest";
import type { FenceInput } from "@/lib/formats/fence-collector";
import { destination, generator, haversine } from "@/lib/formats/oracles";
import type { Ring } from "@/lib/formats/polygon-parts";
import { circleBoxes } from "@/lib/formats/sphere";
import { buildProximity } from "@/lib/formats/testing";

fc.configureGlobal({ seed: 20_251_121 });

type CircleFence = Extract<FenceInput, { circle: unknown }>;

const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const latitudes = fc.oneof(
	{ weight: 4, arbitrary: double(-90, 90) },
	{ weight: 2, arbitrary: double(89, 90) },
	{ weight: 1, arbitrary: double(-90, -89.9) },
	{ weight: 1, arbitrary: fc.constantFrom(-90, 0, 90) },
);
const longitudes = fc.oneof(
	{ weight: 3, arbitrary: double(-180, 180) },
	{ weight: 2, arbitrary: double(179.5, 180) },
	{ weight: 2, arbitrary: double(-180, -179.5) },
	{ weight: 1, arbitrary: fc.constantFrom(-180, 0, 180) },
);
const radii = fc.oneof(double(0.5, 2000), double(1e4, 1e6), double(1e6, 2.1e7));

const circles = (sets: number): fc.Arbitrary<CircleFence> =>
	fc.record({
		set: fc.nat(sets - 1),
		circle: fc.record({ latitude: latitudes, longitude: longitudes, radius: radii }),
	});

describe("circles", () => {
	test("agree with the haversine distance everywhere on the globe", async () => {
		const sets = 100;
		const cases = fc.record({
			fences: fc.array(circles(sets), { minLength: 1, maxLength: 60 }),
			probes: fc.array(fc.record({ of: fc.nat(), at: double(0, 1.5), bearing: double(0, 360) }), { maxLength: 40 }),
			anywhere: fc.array(fc.record({ latitude: latitudes, longitude: longitudes }), { maxLength: 20 }),
		});
		await fc.assert(
			fc.asyncProperty(cases, async ({ fences, probes, anywhere }) => {
				const filter = await buildProximity(sets, fences);
				const around = probes.map(({ of, at, bearing }) => {
					const { circle } = fences[of % fences.length] as CircleFence;
					return destination(circle.latitude, circle.longitude, circle.radius * at, bearing);
				});
				for (const point of [...around, ...anywhere]) {
					const expected = new Set<number>();
					const atRim = new Set<number>();
					for (const { set, circle } of fences) {
						const distance = haversine(point.latitude, point.longitude, circle.latitude, circle.longitude);
						// Near the antipode the haversine is precise to a few decimeters.
						const tolerance = Math.max(circle.radius * 1e-6, distance > 1.9e7 ? 5 : 1e-6);
						if (Math.abs(distance - circle.radius) <= tolerance) atRim.add(set);
						else if (distance < circle.radius) expected.add(set);
					}
					const answer = filter.match(point.latitude, point.longitude);
					expect(answer).toEqual([...new Set(answer)].sort((a, b) => a - b));
					const undecided = [...atRim].filter((set) => !expected.has(set));
					expect(answer.filter((set) => !undecided.includes(set))).toEqual([...expected].sort((a, b) => a - b));
				}
			}),
			{ numRuns: 80 },
		);
	});

	test("a large clustered filter agrees with flatbush and exact tests", async () => {
		const random = generator(7);
		const sets = 300;
		const fences: CircleFence[] = Array.from({ length: 20_000 }, () => {
			const city = Math.floor(random() * 20);
			return {
				set: Math.floor(random() * sets),
				circle: {
					latitude: 40 + city * 0.5 + (random() - 0.5) * 0.2,
					longitude: -180 + city * 18.5 + (random() - 0.5) * 0.2 + (city === 0 ? 0.11 : 0),
					radius: 50 + random() * 1500,
				},
			};
		});
		const filter = await buildProximity(sets, fences);
		const boxes = fences.flatMap(({ set, circle }) =>
			circleBoxes(circle.latitude, circle.longitude, circle.radius).map((box) => ({ set, circle, box })),
		);
		const index = new Flatbush(boxes.length);
		for (const { box } of boxes) index.add(box.west, box.south, box.east, box.north);
		index.finish();
		let matches = 0;
		for (let i = 0; i < 5000; i++) {
			const city = Math.floor(random() * 20);
			const latitude = 40 + city * 0.5 + (random() - 0.5) * 0.25;
			const longitude = Math.max(-180, -180 + city * 18.5 + (random() - 0.5) * 0.25);
			const expected = new Set<number>();
			for (const hit of index.search(longitude, latitude, longitude, latitude)) {
				const { set, circle } = boxes[hit] as (typeof boxes)[number];
				if (haversine(latitude, longitude, circle.latitude, circle.longitude) <= circle.radius) expected.add(set);
			}
			matches += expected.size;
			expect(filter.match(latitude, longitude)).toEqual([...expected].sort((a, b) => a - b));
		}
		expect(matches).toBeGreaterThan(10_000);
	});

	test("at the antimeridian, over the poles, and half around the Earth", async () => {
		const filter = await buildProximity(5, [
			{ set: 0, circle: { latitude: -16.5, longitude: 179.999, radius: 1000 } },
			{ set: 1, circle: { latitude: 89.9, longitude: 20, radius: 20_000 } },
			{ set: 2, circle: { latitude: -90, longitude: 0, radius: 5 } },
			{ set: 3, circle: { latitude: 10, longitude: 20, radius: 3e7 } },
			{ set: 4, circle: { latitude: 0, longitude: 180, radius: 10 } },
		]);
		expect(filter.match(-16.5, -179.995)).toEqual([0, 3]);
		expect(filter.match(-16.5, 179.995)).toEqual([0, 3]);
		expect(filter.match(-16.5, -179.98)).toEqual([3]);
		expect(filter.match(90, 133)).toEqual([1, 3]);
		expect(filter.match(89.95, -160)).toEqual([1, 3]);
		expect(filter.match(-90, 77)).toEqual([2, 3]);
		expect(filter.match(-10, -160)).toEqual([3]);
		expect(filter.match(0, -180)).toEqual([3, 4]);
		expect(filter.match(0, 180)).toEqual([3, 4]);
	});
});

describe("sets and input", () => {
	test("a fence may be in several sets, and matches list each set once, ascending", async () => {
		const circle = { latitude: 48.8584, longitude: 2.2945, radius: 500 };
		const square: Ring = [
			[2.2, 48.8],
			[2.4, 48.8],
			[2.4, 48.9],
			[2.2, 48.9],
		];
		const fences: FenceInput[] = [];
		for (let set = 199; set >= 0; set -= 3) {
			fences.push(
				{ set, circle },
				{ set, circle },
				{ set: set - 1, polygons: [[square]] },
				{ set, polygons: [[square]] },
			);
		}
		const filter = await buildProximity(200, fences);
		const expected = Array.from({ length: 200 }, (_, set) => set).filter((set) => set % 3 !== 2);
		expect(filter.match(48.8584, 2.2945)).toEqual(expected);
		expect(filter.match(48.81, 2.21)).toEqual(expected);
		expect(filter.match(48.7, 2.2)).toEqual([]);
		expect(filter.meta.counts).toMatchObject({ fences: fences.length, circles: 134, polygons: 134 });
	});

	test("a filter without fences matches nothing", async () => {
		const filter = await buildProximity(1, []);
		expect(filter.match(0, 0)).toEqual([]);
	});

	test.each([
		[NaN, 0],
		[90.1, 0],
		[0, 180.1],
		[0, NaN],
		[Infinity, 0],
	])("latitude %s, longitude %s is rejected", async (latitude, longitude) => {
		const filter = await buildProximity(1, []);
		expect(() => filter.match(latitude, longitude)).toThrow(RangeError);
	});

	const good = { set: 0, circle: { latitude: 0, longitude: 0, radius: 1 } };
	test.each<[string, FenceInput]>([
		["set .* is 1", { ...good, set: 1 }],
		["set .* is -1", { ...good, set: -1 }],
		["radius .* is 0", { set: 0, circle: { ...good.circle, radius: 0 } }],
		["radius .* is NaN", { set: 0, circle: { ...good.circle, radius: NaN } }],
		["latitude .* is 91", { set: 0, circle: { ...good.circle, latitude: 91 } }],
		["longitude .* is -181", { set: 0, circle: { ...good.circle, longitude: -181 } }],
		["polygons must not be empty", { set: 0, polygons: [] }],
		["a polygon must have at least one ring", { set: 0, polygons: [[]] }],
		[
			"at least three corners",
			{
				set: 0,
				polygons: [
					[
						[
							[0, 0],
							[1, 1],
							[0, 0],
						],
					],
				],
			},
		],
		[
			"latitude .* is 95",
			{
				set: 0,
				polygons: [
					[
						[
							[0, 0],
							[1, 95],
							[0, 1],
						],
					],
				],
			},
		],
		["longitude .* is undefined", { set: 0, polygons: [[[[0, 0], [], [0, 1]]]] }],
		[
			"round a pole",
			{
				set: 0,
				polygons: [
					[
						[
							[0, 80],
							[100, 80],
							[-160, 80],
							[-80, 80],
						],
					],
				],
			},
		],
	])("a fence is rejected: %s", async (message, fence) => {
		await expect(buildProximity(1, [good, fence])).rejects.toThrow(new RegExp(`^geofence 2: .*${message}`));
	});
});
