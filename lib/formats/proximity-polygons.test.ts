import fc from "fast-check";
import pointInPolygon from "point-in-polygon-hao";
import { describe, expect, test } from "vitest";
import type { FenceInput } from "@/lib/formats/fence-collector";
import { starRing } from "@/lib/formats/oracles";
import type { Ring } from "@/lib/formats/polygon-parts";
import { buildProximity } from "@/lib/formats/testing";
import { runs } from "@/lib/tools/testing/runs";

fc.configureGlobal({ seed: 20_251_121 });

const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const shift = (ring: [number, number][], by: number): [number, number][] => ring.map(([x, y]) => [x + by, y]);
const wrap = (ring: [number, number][]): [number, number][] =>
	ring.map(([x, y]) => [x > 180 ? x - 360 : x < -180 ? x + 360 : x, y]);

describe("polygons", () => {
	const starRadii = (min: number, max: number) =>
		fc.array(double(min, max), { minLength: 3, maxLength: 150, size: "max" });
	const cases = fc.record({
		longitude: fc.oneof(double(-175, 175), double(176, 180), double(-180, -176)),
		latitude: double(-80, 80),
		outer: starRadii(2, 5),
		hole: starRadii(0.2, 0.9),
		holed: fc.boolean(),
		// Plain with a jump at the antimeridian, beyond it, and a whole turn beyond it.
		writing: fc.constantFrom("jump", "beyond", "turned"),
		// Large ones go into the packed tree, small ones into the cell tree.
		scale: fc.constantFrom(1, 0.05),
		points: fc.array(fc.tuple(double(-6, 6), double(-6, 6)), { minLength: 10, maxLength: 40 }),
	});

	test("agree with point-in-polygon-hao, with holes and across the antimeridian", async () => {
		await fc.assert(
			fc.asyncProperty(cases, async ({ longitude, latitude, outer, hole, holed, writing, scale, points }) => {
				const rings = (holed ? [outer, hole] : [outer]).map((radii) =>
					starRing(
						longitude,
						latitude,
						radii.map((radius) => radius * scale),
					),
				);
				const written = rings.map((ring) => {
					if (writing === "jump") return wrap(ring);
					return writing === "beyond" ? ring : shift(ring, longitude > 0 ? -360 : 360);
				});
				const filter = await buildProximity(1, [{ set: 0, polygons: [written] }], { leafLimit: 0 });
				for (const [dx, dy] of points) {
					const x = longitude + dx * scale;
					const y = latitude + dy * scale;
					// Skip points within the rounding of the shift by 360 degrees.
					const verdicts = [0, 1e-9, -1e-9].flatMap((e) => [
						pointInPolygon([x + e, y], rings),
						pointInPolygon([x, y + e], rings),
					]);
					if (new Set(verdicts).size > 1) continue;
					const queried = x > 180 ? x - 360 : x < -180 ? x + 360 : x;
					expect(filter.match(y, queried), `${x} ${y}`).toEqual(verdicts[0] ? [0] : []);
				}
			}),
			{ numRuns: runs(200) },
		);
	});

	test("exactly one of two polygons with a shared border contains each point, border points included", async () => {
		const coordinates = fc.oneof(fc.constantFrom(-1, 0, 0.1, 0.3, 1), double(-1, 1));
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(0, 12.3, 179.9, 180, -179.7),
				fc.array(fc.tuple(double(-0.9, 0.9), coordinates), { minLength: 1, maxLength: 6 }),
				fc.array(fc.tuple(fc.nat(100), double(0, 1), coordinates), { minLength: 10, maxLength: 30 }),
				async (center, bends, samples) => {
					// A line from south to north divides a square into two halves.
					const bend = [...bends].sort((a, b) => a[1] - b[1]).filter(([, y]) => y > -1 && y < 1);
					const border: [number, number][] = [[0, -1], ...bend, [0.2, 1]];
					const west: Ring = wrap([...border, [-1, 1] as [number, number], [-1, -1] as [number, number]].map(move));
					const east: Ring = wrap(
						[...border, [1, 1] as [number, number], [1, -1] as [number, number]].map(move),
					).reverse();
					function move([x, y]: [number, number]): [number, number] {
						return [center + x, y];
					}
					const filter = await buildProximity(2, [
						{ set: 0, polygons: [[west]] },
						{ set: 1, polygons: [[east]] },
					]);
					for (const [at, t, free] of samples) {
						const a = border[at % (border.length - 1)] as [number, number];
						const b = border[(at % (border.length - 1)) + 1] as [number, number];
						const onBorder: [number, number] = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
						for (const [x, y] of wrap([onBorder, a, [free, b[1]] as [number, number]].map(move))) {
							if (y <= -1 || y >= 1 || Math.abs(free) > 0.999) continue;
							expect(filter.match(y, x), `${x} ${y}`).toHaveLength(1);
						}
					}
				},
			),
			{ numRuns: runs(200) },
		);
	});

	test("tiles of a whole world cover every point exactly once", async () => {
		const fences: FenceInput[] = [];
		for (let west = -180; west < 180; west += 60) {
			for (let south = -90; south < 90; south += 45) {
				const [east, north] = [west + 60, south + 45];
				const ring: Ring = [
					[west, south],
					[east, south],
					[east, north],
					[west, north],
				];
				fences.push({ set: fences.length, polygons: [[ring]] });
			}
		}
		const filter = await buildProximity(fences.length, fences);
		for (let longitude = -180; longitude <= 180; longitude += 7.5) {
			for (let latitude = -90; latitude <= 90; latitude += 7.5) {
				expect(filter.match(latitude, longitude), `${latitude} ${longitude}`).toHaveLength(1);
			}
		}
	});

	test("rings around the world, across two borders, and in several parts", async () => {
		const belt: Ring = [
			[-180, 10],
			[180, 10],
			[180, 20],
			[-180, 20],
			[-180, 10],
		];
		const antarctica: Ring = [
			[-180, -90],
			[180, -90],
			[180, -70],
			[60, -65],
			[-60, -75],
			[-180, -70],
			[-180, -90],
		];
		const long: Ring = [
			[-350, 40],
			[350, 40],
			[350, 41],
			[-350, 41],
		];
		const cut: Ring[][] = [
			[
				[
					[170, -10],
					[180, -10],
					[180, 0],
					[170, 0],
					[170, -10],
				],
			],
			[
				[
					[-180, -10],
					[-170, -10],
					[-170, 0],
					[-180, 0],
					[-180, -10],
				],
			],
		];
		const filter = await buildProximity(4, [
			{ set: 0, polygons: [[belt]] },
			{ set: 1, polygons: [[antarctica]] },
			{ set: 2, polygons: [[long]] },
			{ set: 3, polygons: cut },
		]);
		for (const longitude of [-180, -170, -10, 0, 60, 179, 180]) {
			expect(filter.match(15, longitude)).toEqual([0]);
			expect(filter.match(-85, longitude)).toEqual([1]);
			expect(filter.match(-90, longitude)).toEqual([1]);
			expect(filter.match(30, longitude)).toEqual([]);
			expect(filter.match(-5, longitude)).toEqual(Math.abs(longitude) > 170 ? [3] : []);
		}
	});
});
