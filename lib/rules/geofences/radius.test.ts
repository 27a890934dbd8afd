import { describe, expect, test } from "vitest";
import { IntakeWarnings } from "./intake-warnings";
import { accepted, circle, collection, parseAll, refusals } from "./testing";

const GEOJSON = "application/geo+json";
const radii = (rows: Awaited<ReturnType<typeof parseAll>>) =>
	accepted(rows).map(({ properties }) => Math.round((properties as { radius: number }).radius * 1000) / 1000);

describe("units of a radius in GeoJSON", () => {
	test.each<[Record<string, unknown>, number]>([
		[{ radius: 2, radius_units: "km" }, 2_000],
		[{ radius: 5, radius_units: "mi" }, 8_046.72],
		[{ radius: "500" }, 500],
		[{ radius: "0.5 km" }, 500],
		[{ Radius: 5_000 }, 5_000],
		[{ radius_m: 300 }, 300],
		[{ radius_ft: 1_000 }, 304.8],
		[{ radiusKm: 3 }, 3_000],
		[{ buffer_meters: 70 }, 70],
		[{ store_radius: 70 }, 70],
		[{ "Radius (km, fijo)": 2 }, 2_000],
		[{ radius: 2_000, radius_km: 2 }, 2_000],
		[{ radius: null, radius_km: 2 }, 2_000],
		[{ radius: 1, radius_units: "" }, 1],
		[{ radius_nmi: 3 }, 100],
		[{ min_radius: 3, max_radius: 5 }, 100],
		[{ buffer: true }, 100],
	])("%j is %f meters", async (properties, meters) => {
		expect(radii(await parseAll(JSON.stringify(collection(circle(1, 2, properties))), GEOJSON))).toEqual([meters]);
	});

	test.each<[Record<string, unknown>, string]>([
		[{ radius: 2, radius_units: "furlongs" }, 'radius_units must be m, km, mi or ft, and is "furlongs"'],
		[{ radius: "2 km", radius_units: "mi" }, "radius names two units"],
		[{ radius: 2, radius_km: 2 }, "radius and radius_km are two different radii"],
		[{ radius: "1,500" }, "may be that of decimals or of thousands"],
		[{ radius: "far" }, '"far" is not a radius'],
		[{ radius: "5 parsecs" }, "its unit must be m, km, mi or ft"],
		[{ radius: true }, "must be a number of meters"],
		[{ radius: 5_000, radius_units: "km" }, "radius must be from 1 meter to"],
	])("%j is refused", async (properties, reason) => {
		const rows = await parseAll(JSON.stringify(circle(1, 2, properties)), GEOJSON);
		expect(refusals(rows)).toEqual([expect.stringContaining(reason)]);
	});

	test("an area needs none, whatever stands beside it", async () => {
		const ring = [[1, 1], [2, 1], [2, 2], [1, 1]]; // biome-ignore format: one ring
		const area = {
			type: "Feature",
			properties: { radius: "of 5", name: "A" },
			geometry: { type: "Polygon", coordinates: [ring] },
		};
		expect(accepted(await parseAll(JSON.stringify(area), GEOJSON))[0]?.properties).toEqual({ name: "A" });
	});
});

describe("units of a radius in tables", () => {
	test.each([
		["radius", "500 m", 500],
		["radius", "0.5km", 500],
		["Radius (km)", "2", 2_000],
		["radius_mi", "1", 1_609.344],
		["radius_ft", "100", 30.48],
		["Buffer Meters", "40", 40],
		["radius in km", "1.5", 1_500],
	])("%s %s is %f meters", async (heading, cell, meters) => {
		expect(radii(await parseAll(`lat,lon,${heading}\n1,2,${cell}\n`, "text/csv"))).toEqual([meters]);
	});

	test("a column of units", async () => {
		const rows = await parseAll("lat,lon,radius,radius_units\n1,2,3,km\n1,2,3,\n1,2,3,parsecs\n", "text/csv");
		expect(radii(rows)).toEqual([3_000, 3]);
		expect(refusals(rows)).toEqual(['4: Radius_units must be m, km, mi or ft, and is "parsecs".']);
	});

	test.each([
		["10,25;10,5;1.500", "may be that of decimals or of thousands"],
		["10;10;10.000", "may be that of decimals or of thousands"],
		["10,25;10,5;1.500.000", "may be that of decimals or of thousands"],
		["10,25;10,5;1,500", "may be that of decimals or of thousands"],
	])("%s is ambiguous", async (row, reason) => {
		expect(refusals(await parseAll(`lat;lon;radius\n${row}\n`, "text/csv"))).toEqual([expect.stringContaining(reason)]);
	});

	test("decimal points beside a radius decide it, and so does a comma between fields", async () => {
		expect(radii(await parseAll("lat;lon;radius\n10.25;10.5;1.500\n", "text/csv"))).toEqual([1.5]);
		expect(radii(await parseAll("lat,lon,radius\n10,10,1.500\n", "text/csv"))).toEqual([1.5]);
	});

	test.each(["radius_nmi", "radius class", "Radiuskm"])("the warning names %s, which is not taken", async (heading) => {
		const warnings = new IntakeWarnings();
		for (const row of await parseAll(`lat,lon,${heading}\n1,2,3\n`, "text/csv")) {
			if ("geofence" in row) warnings.look(row.line, row);
		}
		expect(warnings.found[0]?.message).toContain(`"${heading}" looks like a radius and was not taken`);
	});
});
