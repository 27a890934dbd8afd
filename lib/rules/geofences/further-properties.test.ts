import { expect, test } from "vitest";
import { csvRow } from "@/lib/rules/text/csv-row";
import { furtherProperties } from "./further-properties";
import type { Geofence } from "./geofence";
import { IntakeWarnings } from "./intake-warnings";
import { accepted, circle, collection, parseAll, square } from "./testing";

const read = async (body: unknown) =>
	accepted(await parseAll(typeof body === "string" ? body : JSON.stringify(body), ""));
const detailsOf = (geofences: Geofence[]) =>
	geofences.map((each) => [each.id, Object.fromEntries(furtherProperties(each))]);

async function warningsOf(body: unknown) {
	const warnings = new IntakeWarnings();
	for (const row of await parseAll(typeof body === "string" ? body : JSON.stringify(body), "")) {
		if ("geofence" in row) warnings.look(row.line, row);
	}
	return warnings.found.map(({ kind, message, lines }) => [kind, message, ...lines]);
}

const at = (properties: Record<string, unknown>, id?: unknown) => ({
	...circle(1, 2, { radius: 100, ...properties }),
	...(id === undefined ? {} : { id }),
});

test.each<[string, object, unknown]>([
	["the Feature's id", at({}, "S-1"), ["S-1", {}]],
	["a number as text", at({}, 17), ["17", {}]],
	["the property", at({ id: " S-2 " }), ["S-2", {}]],
	["the property in other letters", at({ ID: 7 }), ["7", {}]],
	["the Feature's before the property", at({ id: 7, city: "Bern" }, "S-1"), ["S-1", { id: 7, city: "Bern" }]],
	["both, where they say the same", at({ id: 7 }, "7"), ["7", {}]],
	["none of several in other letters", at({ ID: 7, Id: 8 }), [undefined, { ID: 7, Id: 8 }]],
	["the property, where the Feature's is none", at({ id: 7 }, { a: 1 }), ["7", {}]],
	["nothing blank", at({ id: " ", a: "", b: null, c: " " }), [undefined, {}]],
	["texts, numbers, true and false", at({ a: " x ", b: -1.5, c: false }), [undefined, { a: "x", b: -1.5, c: false }]],
	["no radius and no unit", at({ radius_km: 0.1, radius_units: "", area: "R" }), [undefined, { area: "R" }]],
	["a radius that is not taken", at({ min_radius: 5 }), [undefined, { min_radius: 5 }]],
	["no name in other letters, which is the name", at({ NAME: "A" }), [undefined, {}]],
	["a name in other letters beside the name", at({ name: "A", Name: "B" }), [undefined, { Name: "B" }]],
])("of GeoJSON is kept: %s", async (_what, feature, details) => {
	expect(detailsOf(await read(collection(feature)))).toEqual([details]);
});

test("no property takes the place of the radius or the name, however a file calls it", async () => {
	const table = "latitude,longitude,radius,name,property:radius,property:name\n2,1,100,Shop,30000000,Elsewhere\n";
	const [geofence] = await read(table);
	expect(geofence?.properties).toEqual({ radius: 100, name: "Shop" });
	const left = '"radius" (a geofence has one of its own), "name" (a geofence has one of its own)';
	expect(await warningsOf(table)).toEqual([["property_left_out", expect.stringContaining(left), 2]]);
	const [spaced] = await read(collection(at({ name: "Shop", " name ": 5, " radius ": true })));
	expect(spaced?.properties).toEqual({ radius: 100, name: "Shop" });
});

test("of an area a radius is dropped, and what may be another size is kept", async () => {
	const area = square(1, 1, 1, { radius: "drawn by hand", radius_m: 5, store_radius: 70, name: "A" });
	expect(await read(collection(area))).toEqual([square(1, 1, 1, { name: "A", store_radius: 70 })]);
});

test("all parts of a Feature have its id and properties", async () => {
	const points = {
		...at({ city: "Bern" }, "S"),
		geometry: {
			type: "MultiPoint",
			coordinates: [
				[1, 2],
				[3, 4],
			],
		},
	};
	expect(detailsOf(await read(points))).toEqual([
		["S", { city: "Bern" }],
		["S", { city: "Bern" }],
	]);
	expect(await warningsOf(points)).toEqual([]);
	expect(await warningsOf(collection(points, at({}, "S")))).toEqual([
		["duplicate", expect.any(String), 1],
		["duplicate_id", 'Same id as an earlier row: "S".', 1],
	]);
});

test("what cannot be kept is left out by name, and the geofence is taken", async () => {
	const many = Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`p${index}`, index]));
	const bad = { tags: ["a"], text: "x".repeat(501), ["n".repeat(101)]: 1, " a ": 1, a: 2, nul: "\0" };
	const features = [at(many), at(JSON.parse(`{"__proto__":{"x":1}}`)), at(bad), at({}, "i".repeat(201))];
	const geofences = await read(collection(...features));
	expect(geofences).toHaveLength(4);
	expect(detailsOf(geofences).map(([, further]) => Object.keys(further as object).length)).toEqual([20, 0, 1, 0]);
	expect((await warningsOf(collection(...features))).filter(([kind]) => kind === "property_left_out")).toEqual([
		[
			"property_left_out",
			`Properties that cannot be kept were left out: "p20" (more than 20 properties), "p21" (more than 20 properties), "__proto__" (its name is not valid text), "tags" (neither text, number, true nor false), "text" (more than 500 characters) and others.`,
			1,
			1,
			1,
			1,
		],
	]);
});

test("other columns of a table are properties, as texts; marks of formulas are removed", async () => {
	const rows = [
		["ID", "name", "lat", "lon", "radius_km", "store_radius", "city", "", "note", "refused_because", "property:lat"],
		["0012", "=A", 1, 2, 0.5, 70, " Bern ", "x", "=1+1", "why", "north"],
		["-7", null, 1, 2, null, null, null, null, "'a;=b", null, null],
	];
	expect(await read(rows.map(csvRow).join(""))).toEqual([
		{
			...circle(2, 1, { radius: 500, name: "=A", store_radius: "70", city: "Bern", note: "=1+1", lat: "north" }),
			id: "0012",
		},
		{ ...circle(2, 1, { radius: 100, note: "'a;=b" }), id: "-7" },
	]);
	expect(await warningsOf("lat,lon,a,a\n1,2,x,y\n")).toContainEqual([
		"property_left_out",
		'Properties that cannot be kept were left out: "a" (it is there twice).',
		2,
	]);
});
