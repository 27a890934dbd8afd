import { expect, test } from "vitest";
import { fenceHolds } from "@/components/kit/map/fence-index";
import { fenceInputOf } from "@/lib/engine/build-threads/fence-input-of";
import { decodeGeofenceChunk, type GeofenceChunk } from "@/lib/engine/geofences/chunks";
import { intakeGeofences } from "@/lib/engine/geofences/intake-geofences";
import { openTargetingFile, type ProximityFilter } from "@/lib/formats/open";
import { proximityBytes } from "@/lib/formats/testing";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { inPieces } from "@/lib/rules/geofences/testing";
import { coastline } from "@/lib/tools/testing/coastline";

/** Bytes of a position on disk, packed, and in a targeting file with its index. */
const STORED_BYTES = 12;
const FILE_BYTES = 20;

test("a border of 250,000 positions is imported as it is, and built to a file of its size that answers alike", async () => {
	const border = coastline(250_000);
	const chunks: GeofenceChunk[] = [];
	const body = inPieces(JSON.stringify(border), 65_536);
	const taken = await intakeGeofences({ maxBytes: 16e6 }, body, async (chunk) => void chunks.push(chunk));
	expect(taken).toMatchObject({ accepted: 1, refusedCount: 0, polygonCount: 1, vertexCount: 250_000, warnings: [] });
	const [chunk, another] = chunks as [GeofenceChunk, GeofenceChunk?];
	expect(another).toBeUndefined();
	expect(chunk.content.length).toBeLessThan(250_000 * STORED_BYTES);
	const [stored] = (await decodeGeofenceChunk(chunk.content)) as [Geofence];
	expect(stored.geometry.coordinates.flat(2)).toHaveLength(250_000);

	const bytes = await proximityBytes(1, [fenceInputOf(0, stored)]);
	expect(bytes.length).toBeLessThan(250_000 * FILE_BYTES);
	const file = openTargetingFile(bytes) as ProximityFilter;
	const found = { inside: 0, outside: 0 };
	for (let sample = 0; sample < 200; sample += 1) {
		const [longitude, latitude] = [8.9 + ((sample * 0.618) % 1) * 9, 49.6 + ((sample * 0.755) % 1) * 5.7];
		const inside = file.match(latitude, longitude).length === 1;
		expect(inside, `${longitude}, ${latitude}`).toBe(fenceHolds(border, [longitude, latitude]));
		found[inside ? "inside" : "outside"] += 1;
	}
	expect(Math.min(found.inside, found.outside)).toBeGreaterThan(20);
});
