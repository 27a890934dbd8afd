import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { TooLargeError } from "@/lib/rules/errors";
import { boundsOf } from "@/lib/rules/geofences/bounds";
import { bareGeofence } from "@/lib/rules/geofences/further-properties";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { normalizeFeatures, parseGeofences } from "@/lib/rules/geofences/parse";
import { accepted, circle, inPieces, square } from "@/lib/rules/geofences/testing";
import {
	encodeGeofenceChunks,
	type GeofenceChunk,
	readBareGeofenceTexts,
	readGeofences,
	readStoredGeofences,
} from "./chunks";
import { bareText, type StoredGeofence, wholeGeofence } from "./stored-geofence";
import { takeGeofences } from "./take-geofences";

const take = (...features: unknown[]): Geofence[] => accepted([...normalizeFeatures(features)]);

async function encode(geofences: Iterable<Geofence>): Promise<GeofenceChunk[]> {
	const chunks: GeofenceChunk[] = [];
	for await (const chunk of encodeGeofenceChunks(geofences)) chunks.push(chunk);
	return chunks;
}

async function read(chunks: GeofenceChunk[]): Promise<Geofence[]> {
	const geofences: Geofence[] = [];
	for await (const geofence of readGeofences(chunks.map((chunk) => chunk.content))) geofences.push(geofence);
	return geofences;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
	const found: Item[] = [];
	for await (const item of items) found.push(item);
	return found;
}

describe("chunks", () => {
	test("hold a thousand geofences each, in order, and come back as they were", async () => {
		const geofences = take(
			...Array.from({ length: 2_500 }, (_, index) =>
				index % 3 === 0
					? square(index / 100, -3, 0.25, { name: `Plätz\n${index}` })
					: circle(index / 100, 4, { radius: index + 1 }),
			),
		);
		const chunks = await encode(geofences);
		expect(chunks.map(({ position, geofenceCount }) => [position, geofenceCount])).toEqual([
			[0, 1000],
			[1, 1000],
			[2, 500],
		]);
		expect(
			gunzipSync(chunks[0]?.content ?? "")
				.toString()
				.split("\n"),
		).toHaveLength(1001);
		expect(await read(chunks)).toEqual(geofences);
	});

	test("are read with their geometries as texts, whatever ids and properties say", async () => {
		const said = '"geometry":{"type":"}\\\\","properties":{}';
		const named = (feature: Geofence) =>
			({
				...feature,
				id: said,
				properties: { ...feature.properties, geometry: said, name: said },
			}) as unknown as Geofence;
		const geofences = [named(circle(1, 2, { radius: 5 }) as Geofence), named(take(square(1, 2, 3))[0] as Geofence)];
		const chunks = (await encode(geofences)).map(({ content }) => content);
		const stored = await all(readStoredGeofences(chunks));
		expect(stored.map(wholeGeofence)).toEqual(geofences.map(({ id: _, ...geofence }) => geofence));
		const [texts = ""] = await all(readBareGeofenceTexts(chunks));
		expect(JSON.parse(`[${texts}]`)).toEqual(geofences.map(bareGeofence));
		expect(JSON.parse(bareText(stored[0] as StoredGeofence, { change: "kept" })).properties).toEqual({
			radius: 5,
			name: said,
			change: "kept",
		});
	});

	test("end early where geofences are large", async () => {
		const ring = Array.from({ length: 9_999 }, (_, index): [number, number] => [
			index / 1e4 + 0.123456789,
			(index % 9) / 7,
		]);
		const feature = {
			type: "Feature",
			properties: {},
			geometry: { type: "Polygon", coordinates: [[...ring, ring[0]]] },
		};
		const chunks = await encode(take(...Array.from({ length: 50 }, () => feature)));
		expect(chunks.length).toBeGreaterThan(1);
		expect(chunks.reduce((sum, chunk) => sum + chunk.geofenceCount, 0)).toBe(50);
	});

	test("nothing makes no chunk", async () => {
		expect(await encode([])).toEqual([]);
	});

	test("more geofences than a set may have are refused", async () => {
		const [geofence] = take(circle(1, 2));
		function* many(): Generator<Geofence> {
			for (let count = 0; count < 1_000_001; count += 1) yield geofence as Geofence;
		}
		await expect(
			(async () => {
				for await (const _chunk of encodeGeofenceChunks(many()));
			})(),
		).rejects.toThrow(TooLargeError);
	});
});

describe("bounds", () => {
	const metresPerDegree = (6_371_008.8 * Math.PI) / 180;
	test.each<[string, unknown, number[]]>([
		["a circle at the equator", circle(10, 0, { radius: metresPerDegree / 2 }), [9.5, -0.5, 10.5, 0.5]],
		["a square", square(-5, 50, 2), [-5, 50, -3, 52]],
		["a circle over the antimeridian", circle(179.9, 0, { radius: metresPerDegree / 2 }), [-180, -0.5, 180, 0.5]],
		["a circle over the pole", circle(10, 89.9, { radius: metresPerDegree / 2 }), [-180, 89.4, 180, 90]],
	])("%s", (_what, feature, expected) => {
		const bounds = boundsOf(take(feature)[0] as Geofence);
		for (const [index, value] of expected.entries()) expect(bounds[index]).toBeCloseTo(value, 4);
	});

	test("a circle's box is wider than its radius in degrees of longitude, poleward of its centre", () => {
		const [west, , east] = boundsOf(take(circle(0, 80, { radius: 100_000 }))[0] as Geofence);
		expect((east - west) / 2).toBeGreaterThan(100_000 / metresPerDegree / Math.cos((80 * Math.PI) / 180));
	});

	test("two polygons on both sides of the antimeridian, and one across it", () => {
		const across = square(0, 0, 1);
		across.geometry.coordinates = [
			[
				[179, 0],
				[-179, 0],
				[-179, 1],
				[179, 1],
				[179, 0],
			],
		];
		expect(boundsOf(take(across)[0] as Geofence)).toEqual([-180, 0, 180, 1]);
	});
});

describe("an import", () => {
	test("of 10,000 fences stores ten chunks and lists what it refused", async () => {
		const lines = ["latitude,longitude,radius,name"];
		for (let row = 0; row < 10_020; row += 1) {
			lines.push(
				row % 501 === 500
					? "x,y,z,bad"
					: `${(row % 900) / 10 - 45},${(row % 3600) / 10 - 180},${100 + row},Shop ${row}`,
			);
		}
		const stored: GeofenceChunk[] = [];
		const intake = await takeGeofences(parseGeofences(inPieces(lines.join("\n"))), async (chunk) => {
			stored.push(chunk);
		});
		expect(intake).toMatchObject({ accepted: 10_000, refusedCount: 20 });
		expect(intake.refused[0]).toEqual({ line: 502, reason: '"x" is not a latitude.' });
		expect(intake.bounds?.[1]).toBeLessThan(-45);
		expect(stored).toHaveLength(10);
		const names = (await read(stored)).map((geofence) => geofence.properties.name);
		expect(names[9_999]).toBe("Shop 10018");
	});

	test("counts all refusals and lists the first thousand", async () => {
		const body = `lat,lon\n${"x,y\n".repeat(1_500)}`;
		const intake = await takeGeofences(parseGeofences(inPieces(body)), async () => {});
		expect(intake).toMatchObject({ accepted: 0, refusedCount: 1_500, bounds: null });
		expect(intake.refused).toHaveLength(1_000);
	});

	test("waits for the store, and stops when it fails", async () => {
		const geofences = take(...Array.from({ length: 3_000 }, (_, index) => circle(index / 100, 1)));
		const rows = geofences.map((geofence, index) => ({ line: index + 1, geofence }));
		let calls = 0;
		const failing = takeGeofences(rows, async () => {
			calls += 1;
			throw new Error("disk full");
		});
		await expect(failing).rejects.toThrow("disk full");
		expect(calls).toBe(1);
	});
});
