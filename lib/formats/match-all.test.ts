import { describe, expect, test, vi } from "vitest";
import type { FenceInput } from "@/lib/formats/fence-collector";
import { Matches } from "@/lib/formats/matches";
import { destination, generator, starRing } from "@/lib/formats/oracles";
import { MOST_ENTRIES } from "@/lib/formats/point-wave";
import { beyondCircle, squaredChord, writeUnitVector } from "@/lib/formats/sphere";
import { buildAudience, buildProximity } from "@/lib/formats/testing";

const LENGTHS = [0, 1, 63, 64, 65, 1000];

/** The sets of each lookup. */
function listed({ sets, ends, count }: Matches): number[][] {
	return Array.from({ length: count }, (_, i) => Array.from(sets.subarray(i === 0 ? 0 : ends[i - 1], ends[i])));
}

describe("a batch answers like single lookups", () => {
	// Combinations of up to 128 sets are masks, those of more are lists.
	test.each([1, 50, 128, 129, 3000])("points, %i sets", async (setCount) => {
		const random = generator(setCount);
		const near = () => ({ latitude: 50 + random() * 0.1, longitude: 8 + random() * 0.1 });
		const fences: FenceInput[] = Array.from({ length: 1500 }, () => {
			const set = Math.floor(random() * setCount);
			const { latitude, longitude } = near();
			if (random() < 0.8) return { set, circle: { latitude, longitude, radius: 20 + random() * 900 } };
			const radii = Array.from({ length: 9 }, () => 0.001 + random() * 0.004);
			return { set, polygons: [[starRing(longitude, latitude, radii)]] };
		});
		fences.push(
			{ set: setCount - 1, circle: { latitude: 50, longitude: 8, radius: 800_000 } },
			{ set: 0, polygons: [[starRing(8, 50, [9, 8, 9, 8])]] },
		);
		const filter = await buildProximity(setCount, fences);
		expect(filter.meta.counts).toMatchObject({ large_circles: 1, large_polygons: 1 });
		for (const length of LENGTHS) {
			const points = Array.from({ length }, near);
			const expected = points.map(({ latitude, longitude }) => filter.match(latitude, longitude));
			expect(listed(filter.matchAll(points))).toEqual(expected);
		}
		const far = { latitude: -20, longitude: 100 };
		expect(listed(filter.matchAll([far, { latitude: 50.05, longitude: 8.05 }, far]))[2]).toEqual([]);
		expect(() => filter.matchAll([far, { latitude: 91, longitude: 0 }])).toThrow(RangeError);
	});

	test("devices, also texts that are no ids of the file's kind", async () => {
		const random = generator(3);
		const ids = Uint32Array.from({ length: 4 * 5000 }, () => random() * 2 ** 32);
		const combinations = Array.from({ length: 40 }, (_, i) => Array.from({ length: i }, (_, set) => set));
		const combination = Uint32Array.from({ length: 5000 }, () => random() * combinations.length);
		const devices = [{ ids: new Uint8Array(ids.buffer), combination }];
		const audience = await buildAudience(40, { devices, combinations });
		const text = () => {
			const hex = Buffer.from(ids.buffer, Math.floor(random() * 5000) * 16, 16).toString("hex");
			const kind = random();
			if (kind < 0.1) return "";
			if (kind < 0.2) return `${hex.slice(1)}g`;
			if (kind < 0.3) return hex.replace(/^./, "_");
			return kind < 0.4 ? `${hex}00112233` : hex;
		};
		for (const length of LENGTHS) {
			const texts = Array.from({ length }, text);
			expect(listed(audience.matchAll(texts))).toEqual(texts.map((id) => audience.match(id)));
		}
	});
});

test("points within a meter of a rim belong where the file's numbers put them", async () => {
	const random = generator(11);
	for (const setCount of [1, 1000, 3000]) {
		const circles = Array.from({ length: 60 }, (_, i) => ({
			latitude: i - 30,
			longitude: 20 * random(),
			// A degree apart, from less than the error of a record up to a circle that is still in the cells.
			radius: 0.1 * 1.2 ** i,
		}));
		const filter = await buildProximity(
			setCount,
			circles.map((circle, i) => ({ set: i % setCount, circle })),
		);
		const [center, point] = [new Float64Array(4), new Float64Array(3)];
		const seen = { inside: 0, outside: 0 };
		for (const [i, circle] of circles.entries()) {
			writeUnitVector(circle.latitude, circle.longitude, center, 0);
			center[3] = squaredChord(circle.radius);
			for (const away of [-1, -0.4, -0.01, -1e-6, 0, 1e-6, 0.01, 0.4, 1]) {
				const distance = Math.max(0, circle.radius + away);
				const place = destination(circle.latitude, circle.longitude, distance, random() * 360);
				writeUnitVector(place.latitude, place.longitude, point, 0);
				const inside = beyondCircle(center, 0, point, 0) <= 0;
				seen[inside ? "inside" : "outside"]++;
				expect(filter.match(place.latitude, place.longitude)).toEqual(inside ? [i % setCount] : []);
			}
		}
		expect(Math.min(seen.inside, seen.outside)).toBeGreaterThan(150);
	}
});

test("a place in the rims of very many circles is looked up in parts, and a failed lookup leaves no set to the next", async () => {
	const place = { latitude: 50, longitude: 8 };
	// Twice what a wave holds, each a little wider than the one before.
	const count = 2 * MOST_ENTRIES;
	const radiusOf = (i: number) => 900 + i / 1000;
	const setOf = (i: number) => Math.floor((i * 25) / count);
	const fences = Array.from({ length: count }, (_, i) => ({
		set: setOf(i),
		circle: { ...place, radius: radiusOf(i) },
	}));
	const widest = Array.from({ length: 25 }, (_, set) => radiusOf(Math.ceil(((set + 1) * count) / 25) - 1));
	const filter = await buildProximity(25, fences);
	const distances = Array.from({ length: 70 }, (_, i) => 899.95 + i / 2);
	const points = distances.map((distance) => destination(place.latitude, place.longitude, distance, 90));
	const expected = distances.map((distance) => [...widest.keys()].filter((set) => (widest[set] ?? 0) > distance));
	expect(listed(filter.matchAll(points))).toEqual(expected);

	const room = vi.spyOn(Matches.prototype, "room").mockImplementationOnce(() => {
		throw new RangeError("Array buffer allocation failed");
	});
	const [inside, outside] = [points[0], points[69]];
	if (!inside || !outside) throw new Error("no points");
	expect(() => filter.match(inside.latitude, inside.longitude)).toThrow("allocation failed");
	expect(filter.match(outside.latitude, outside.longitude)).toEqual(expected[69]);
	room.mockRestore();
});
