import { z } from "zod";
import { designDetail } from "@/lib/contract/design";
import { workbookOf, zipOf } from "@/lib/engine/conversion/testing";
import { ApiClient } from "../support/api-client";
import { buildDesign, createTarget, decide, requestDeployment } from "../support/deployed";
import { expect, test } from "../support/test";

/** ETRS89 / UTM zone 32N, as surveyors in Germany write it beside their files. */
const UTM_32 =
	'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],' +
	'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],' +
	'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

const ints = (write: "writeInt32BE" | "writeInt32LE", numbers: readonly number[]) => {
	const bytes = Buffer.alloc(numbers.length * 4);
	for (const [place, number] of numbers.entries()) bytes[write](number, place * 4);
	return bytes;
};
const big = (...numbers: number[]) => ints("writeInt32BE", numbers);
const little = (...numbers: number[]) => ints("writeInt32LE", numbers);
const doubles = (...numbers: number[]) => Buffer.from(new Float64Array(numbers).buffer);

/** A zipped Shapefile of one square with the name "Mitte", in meters of UTM zone 32N. */
function shapefile(west: number, south: number, side: number): Buffer {
	const [east, north] = [west + side, south + side];
	const box = doubles(west, south, east, north);
	const ring = doubles(west, south, west, north, east, north, east, south, west, south);
	const shape = Buffer.concat([little(5), box, little(1, 5, 0), ring]);
	const head = (bytes: number) =>
		Buffer.concat([big(9994, 0, 0, 0, 0, 0, bytes / 2), little(1000, 5), box, doubles(0, 0, 0, 0)]);
	const field = Buffer.alloc(32);
	field.write("NAME\0\0\0\0\0\0\0C");
	field.writeUInt8(10, 16);
	const table = Buffer.alloc(32);
	table.set([3, 126, 1, 1]);
	table.writeUInt32LE(1, 4);
	table.writeUInt16LE(65, 8);
	table.writeUInt16LE(11, 10);
	return zipOf({
		"city/area.shp": Buffer.concat([head(108 + shape.length), big(1, shape.length / 2), shape]),
		"city/area.shx": Buffer.concat([head(108), big(50, shape.length / 2)]),
		"city/area.dbf": Buffer.concat([table, field, Buffer.from("\r Mitte     \x1a")]),
		"city/area.prj": UTM_32,
	});
}

const KML = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Shop</name>
	<Point><coordinates>8.55,47.37,0</coordinates></Point></Placemark></Document></kml>`;

test("a client's KML, a city's Shapefile and an Excel list become answers on an agent", async ({
	service,
	startAgent,
}) => {
	const api = new ApiClient(service, service.seed.designer.key);
	const places = [
		{ code: "KML", bytes: Buffer.from(KML), at: [47.37, 8.55] },
		{ code: "SHAPEFILE", bytes: shapefile(499_000, 5_537_630, 2_000), at: [50, 9] },
		{
			code: "EXCEL",
			bytes: workbookOf({
				Stores: [
					["name", "latitude", "longitude", "radius"],
					["Kiosk", 48.2, 16.37, 300],
				],
			}),
			at: [48.2, 16.37],
		},
	] as const;
	const sets = places.map(({ code }) => ({ set_name: code, targeting_code: code }));
	const body = JSON.stringify({ name: "Brought files", type: "proximity", sets });
	const { id, name, set_ids } = await api.send(designDetail, "POST", "/api/designs", body);
	for (const [place, { bytes }] of places.entries()) {
		const path = `/api/designs/${id}/sets/${set_ids[place]}/geofences`;
		const taken = await api.send(z.looseObject({}), "PUT", path, new Uint8Array(bytes), "application/octet-stream");
		expect(taken).toMatchObject({ accepted_row_count: 1, refused_row_count: 0 });
	}
	const target = await createTarget(service, "Brought files");
	const build = await buildDesign(service, { id, name, setId: set_ids[0] ?? "" });
	await decide(service, await requestDeployment(service, build, target), "activate");
	const agent = await startAgent(target.key);
	const answers = () =>
		Promise.all(
			places.map(async ({ at: [latitude, longitude] }) =>
				(await agent.lookup(latitude, longitude)).map(({ targetingCode }) => targetingCode),
			),
		);
	await expect.poll(answers).toEqual([["KML"], ["SHAPEFILE"], ["EXCEL"]]);
	expect(await agent.lookup(47.4, 8.55)).toEqual([]);
});
