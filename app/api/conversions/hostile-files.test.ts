import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as listTargets } from "@/app/api/targets/route";
import { type StartedGdal, startGdal } from "@/lib/engine/conversion/gdal";
import { zipOf } from "@/lib/engine/conversion/testing";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";
import { POST } from "./route";

let service: TestService;
let headers: { authorization: string };
let directory: string;
let gdal: StartedGdal["gdal"];
let packages = 0;
beforeAll(async () => {
	service = await createTestService(undefined, { CONVERSION_MAX_BYTES: "100000000" });
	headers = { authorization: `Bearer ${await issueKey(service, (await createWorld(service)).designer, ["manage"])}` };
	directory = await mkdtemp(join(tmpdir(), "hostile-"));
	({ gdal } = await startGdal(directory, 1e9));
});
afterAll(async () => {
	setService(undefined);
	await rm(directory, { recursive: true, force: true });
	await service.drop();
});

/** While one file was converted; a quick conversion may leave time for one alone. */
let mostReads = 0;

/** Sends a file, and reads from the service until that is answered. */
async function send(body: Uint8Array<ArrayBuffer>, limits: Partial<TestService["settings"]> = {}, query = "") {
	setService({ ...service, settings: { ...service.settings, ...limits } });
	let isAnswered = false;
	const sent = callRoute(POST, { method: "POST", url: `/api/conversions${query}`, body, headers }).finally(() => {
		isAnswered = true;
	});
	let reads = 0;
	for (; !isAnswered; reads += 1) {
		expect((await callRoute(listTargets, { url: "/api/targets", headers })).status).toBe(200);
		await new Promise(setImmediate);
	}
	const { status, body: answer } = await sent;
	mostReads = Math.max(mostReads, reads);
	expect(await readdir(await service.files.workDirectory())).toEqual([]);
	return [status, answer.message ?? answer];
}

/** A GeoPackage with a table of one point, and a view that is listed as a layer. */
async function geoPackageWith(view: string): Promise<Uint8Array<ArrayBuffer>> {
	packages += 1;
	const name = `hostile${packages}`;
	const source = join(directory, "point.geojson");
	const feature = { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [8, 47] } };
	await writeFile(source, JSON.stringify(feature));
	const [dataset] = (await gdal.open(source, [])).datasets;
	if (dataset === undefined) throw new Error("GDAL cannot read its sample");
	const { real } = await gdal.ogr2ogr(dataset, ["-f", "GPKG", "-nln", "points"], name);
	const listed = `
		CREATE VIEW hostile AS ${view};
		INSERT INTO gpkg_contents (table_name, identifier, data_type, srs_id)
			VALUES ('hostile', 'hostile', 'features', 4326);
		INSERT INTO gpkg_geometry_columns VALUES ('hostile', 'geom', 'POINT', 4326, 0, 0)`;
	const opening = ["-doo", `PRELUDE_STATEMENTS=${listed}`];
	await gdal.ogr2ogr(dataset, ["-update", "-append", "-f", "GPKG", "-nln", "points", ...opening], name);
	return new Uint8Array(await readFile(real));
}

test("an archive that unpacks to a thousand times its size", async () => {
	const bomb = zipOf({ "doc.kml": Buffer.alloc(70_000_000, " ") });
	expect(await send(new Uint8Array(bomb))).toEqual([
		413,
		`the zip archive of ${bomb.length.toLocaleString("en-US")} bytes unpacks to more than 67,108,864 bytes`,
	]);
});

test("JSON of which the parts need far more memory than its text", async () => {
	const lists = Buffer.from(`{"features":[${"[],".repeat(6_000_000)}[]]}`);
	expect(await send(new Uint8Array(lists), {}, "?json=esri")).toEqual([
		413,
		'Esri JSON that does not begin with its list of "fields" has at most 16,000,000 bytes',
	]);
});

const NUMBERS = (most: string) =>
	`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n ${most}) SELECT i AS fid, geom FROM n, points`;

test("a view of a GeoPackage with more rows than its file could hold", async () => {
	const file = await geoPackageWith(NUMBERS("LIMIT 100000"));
	expect(await send(file, { CONVERSION_MAX_BYTES: 1_000_000 })).toEqual([
		413,
		"the file is converted to more than 1,000,000 bytes: divide it, or leave parts of it out",
	]);
});

test("a view without an end", async () => {
	const file = await geoPackageWith(NUMBERS(""));
	expect(await send(file, { CONVERSION_TIMEOUT_SECONDS: 2 })).toEqual([
		503,
		"converting the file takes more than 2 seconds: convert it to GeoJSON, or divide it",
	]);
});

test("KML whose document type defines entities: these stay as they are written", async () => {
	const placemark = (name: string) =>
		`<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>${name}</name><Point><coordinates>8,47</coordinates></Point></Placemark></Document></kml>`;
	const kml = (entities: string, name: string) =>
		new Uint8Array(Buffer.from(`<?xml version="1.0"?><!DOCTYPE kml [${entities}]>${placemark(name)}`));
	const levels = Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
	expect(await send(kml(`<!ENTITY e0 "ha">${levels.join("")}`, "&e12;"))).toMatchObject([
		200,
		{ properties: { name: "&e12;" } },
	]);
	expect(await send(kml(`<!ENTITY file SYSTEM "file:///etc/passwd">`, "a&file;b"))).toMatchObject([
		200,
		{ properties: { name: "a&file;b" } },
	]);
});

test("others were answered meanwhile", () => {
	expect(mostReads).toBeGreaterThan(1);
});
