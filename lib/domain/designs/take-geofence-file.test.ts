import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workbookOf, zipOf } from "@/lib/engine/conversion/testing";
import { readGeofences } from "@/lib/engine/geofences/chunks";
import { InvalidArgumentError } from "@/lib/rules/errors";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { inPieces } from "@/lib/rules/geofences/testing";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { createDesign } from "./create-design";
import { importGeofences } from "./import-geofences";
import { findSetGeofences } from "./read-set-geofences";

let service: TestService;
let world: World;
let path: { designId: string; setId: string };

beforeAll(async () => {
	service = await createTestService("embedded");
	world = await createWorld(service);
	const design = await createDesign(service, world.designer, {
		name: "Places",
		type: "proximity",
		sets: [{ set_name: "Shops" }],
	});
	path = { designId: design.id, setId: design.set_ids[0] ?? "" };
});
afterAll(() => service.drop());

const upload = (body: string | Uint8Array, signal?: AbortSignal) =>
	importGeofences(service, world.designer, path, {
		contentType: "application/octet-stream",
		body: inPieces(body, 1_000),
		...(signal === undefined ? {} : { signal }),
	});

async function stored(): Promise<Geofence[]> {
	const found: Geofence[] = [];
	for await (const geofence of readGeofences(await findSetGeofences(service, world.designer, path)))
		found.push(geofence);
	return found;
}

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Client</name><Folder><name>Berlin</name>
<Placemark><name>Mitte</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
13.3,52.5,0 13.5,52.5,0 13.5,52.6,0 13.3,52.6,0 13.3,52.5,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
<Placemark><name>Way</name><LineString><coordinates>13,52 14,53</coordinates></LineString></Placemark>
</Folder></Document></kml>`;

test("KML is converted, and refused rows are listed as those of any file", async () => {
	const answer = await upload(KML);
	expect(answer).toMatchObject({ accepted_row_count: 1, refused_row_count: 1, refused: [{ line: 2 }] });
	expect(await stored()).toMatchObject([{ geometry: { type: "Polygon" }, properties: { name: "Mitte" } }]);
});

test("a workbook: the sheet with the columns is taken, and its lines are those of the sheet", async () => {
	const answer = await upload(
		workbookOf({
			Notes: [["About"], ["shops"]],
			Shops: [
				["Shop", "Latitude (deg)", "Longitude", "Radius (km)", "Name"],
				["1", 52.5, 13.4, 0.5, "A"],
				[null, null, null, null, null],
				["3", "52,25", "13,5", "0,25", "B"],
				["4", 95, 13, 1, "C"],
			],
		}),
	);
	expect(answer).toMatchObject({ accepted_row_count: 2, refused: [{ line: 5 }] });
	expect(await stored()).toMatchObject([
		{ geometry: { coordinates: [13.4, 52.5] }, properties: { radius: 500, name: "A" } },
		{ geometry: { coordinates: [13.5, 52.25] }, properties: { radius: 250, name: "B" } },
	]);
	const none = upload(
		workbookOf({
			One: [
				["a", "b"],
				[1, 2],
			],
			Two: [
				["lat", "c"],
				[1, 2],
			],
		}),
	);
	await expect(none).rejects.toThrow(
		'no sheet has the columns latitude and longitude, or WKT (wkt, geometry) in its first row: "One" has "a", "b"; "Two" has "lat", "c"',
	);
	const both = upload(
		workbookOf({
			One: [
				["lat", "lon"],
				[1, 2],
			],
			Two: [
				["lat", "lon"],
				[1, 2],
			],
		}),
	);
	await expect(both).rejects.toThrow('in several sheets, "One", "Two": leave one of them');
});

test("GeoJSON that names its system after its features is transformed; one that is not known is refused", async () => {
	const collection = (name: string) =>
		JSON.stringify({
			type: "FeatureCollection",
			features: Array.from({ length: 100 }, (_, index) => ({
				type: "Feature",
				properties: { name: `n${index}`, radius: 50 },
				geometry: { type: "Point", coordinates: [391_779 + index, 5_820_072] },
			})),
			crs: { type: "name", properties: { name } },
		});
	expect(await upload(collection("urn:ogc:def:crs:EPSG::25833"))).toMatchObject({ accepted_row_count: 100 });
	const [first, ...others] = await stored();
	expect(others).toHaveLength(99);
	expect(first).toMatchObject({
		geometry: { coordinates: [expect.closeTo(13.405, 4), expect.closeTo(52.52, 4)] },
		properties: { radius: 50, name: "n0" },
	});
	await expect(upload(collection("EPSG:999999"))).rejects.toThrow("crs not found");
	expect(await stored()).toHaveLength(100);
});

test("a table within a zip archive is read as it is; a bomb and a cancelled import change nothing", async () => {
	expect(await upload(zipOf({ "shops.csv": "lat,lon,radius\n1,2,30\n" }))).toMatchObject({ accepted_row_count: 1 });
	await expect(upload(zipOf({ "a.kml": "<kml>", "b.kml": "x" }).subarray(0, 60))).rejects.toThrow(InvalidArgumentError);
	const gone = new AbortController();
	const cancelled = upload(KML, gone.signal);
	gone.abort();
	await expect(cancelled).rejects.toThrow("aborted");
	expect(await stored()).toHaveLength(1);
	expect(await service.prisma.geofenceCollection.count()).toBe(1);
	expect(await readdir(await service.files.workDirectory())).toEqual([]);
});
