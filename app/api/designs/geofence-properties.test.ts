import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as changedRoute } from "@/app/api/deployments/[deployment_id]/changes/geofences/route";
import { GET as builtRoute } from "@/app/api/deployments/[deployment_id]/sets/[set_id]/geofences/route";
import { POST as columnsRoute } from "@/app/api/geofence-columns/route";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { PUT as importRoute, GET as readRoute } from "./[design_id]/sets/[set_id]/geofences/route";
import { GET as csvRoute } from "./[design_id]/sets/[set_id]/geofences.csv/route";
import { GET as geojsonRoute } from "./[design_id]/sets/[set_id]/geofences.geojson/route";
import { POST as testRoute } from "./[design_id]/test/route";

let service: TestService;
let world: World;
const keys = { designer: "", administrator: "", outsider: "" };
let params: { design_id: string; set_id: string };

beforeAll(async () => {
	service = await createTestService();
	setService(service);
	world = await createWorld(service);
	keys.designer = await issueKey(service, world.designer, ["manage"]);
	keys.outsider = await issueKey(service, world.outsider, ["manage"]);
	keys.administrator = await issueKey(service, world.administrator, ["manage", "administer"]);
	const design = await createProximityDesign(service, world.designer);
	params = { design_id: design.id, set_id: design.set_ids[0] ?? "" };
});
afterAll(async () => {
	setService(undefined);
	await service.drop();
});

const call = (handler: RouteHandler, init: Partial<Parameters<typeof callRoute>[1]> = {}, key = keys.designer) =>
	callRoute(handler, { url: "/x", params, ...init, headers: { authorization: `Bearer ${key}` } });

const SHOP = {
	type: "Feature",
	id: "S-1",
	geometry: { type: "Point", coordinates: [13.4, 52.5] },
	properties: { radius: 100, name: "Shop", city: "Berlin", floors: 3, open: true },
};

test("id and properties of an import are read again and tested; a target's people see name and shape", async () => {
	const body = JSON.stringify({ ...SHOP, properties: { ...SHOP.properties, tags: ["a"] } });
	const taken = await call(importRoute, { method: "PUT", body });
	expect(taken.body.response?.data?.warnings).toEqual([
		expect.objectContaining({ kind: "property_left_out", message: expect.stringContaining('"tags"'), lines: [1] }),
	]);
	expect((await call(readRoute)).body).toEqual({ type: "FeatureCollection", features: [SHOP] });
	const point = { latitude: 52.5, longitude: 13.4 };
	const tested = await call(testRoute, { method: "POST", json: point });
	expect(tested.body.response?.data?.sets?.[0]?.geofences?.[0]).toMatchObject({ name: "Shop", feature: SHOP });

	const buildId = await completeABuild(service, world.designer, params.design_id);
	const target = { targetId: world.target.id, message: "" };
	const { id } = await requestDeployment(service, world.designer, buildId, target);
	const bare = { type: "Feature", geometry: SHOP.geometry, properties: { radius: 100, name: "Shop" } };
	const deployed = { params: { ...params, deployment_id: id } };
	const built = await call(builtRoute, deployed, keys.administrator);
	expect(built.body).toEqual({ type: "FeatureCollection", features: [bare] });
	const changed = await call(changedRoute, { params: { deployment_id: id } }, keys.administrator);
	expect(changed.body.features).toEqual([
		{ ...bare, properties: { ...bare.properties, change: "added", set_id: params.set_id } },
	]);
});

/** A file that a route answers, with the name it has. */
async function download(handler: RouteHandler): Promise<{ name: string | null; text: string }> {
	const headers = {
		authorization: `Bearer ${keys.designer}`,
		"x-ts-secure": "1",
		"x-ts-client-ip": "192.0.2.7",
		"x-ts-request-id": "test-request",
	};
	const answer = await handler(new Request("http://localhost/x", { headers }), { params: Promise.resolve(params) });
	const name = /filename="(.*)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? null;
	return { name, text: await answer.text() };
}

const ring = (west: number, south: number, size: number) => [
	[west, south],
	[west + size, south],
	[west + size, south + size],
	[west, south + size],
	[west, south],
];
const feature = (type: string, coordinates: unknown, properties: object, id?: string | number) => ({
	type: "Feature",
	...(id === undefined ? {} : { id }),
	geometry: { type, coordinates },
	properties,
});
/** What a table could take for something else: formulas, marks, line breaks, other columns. */
const ODD = {
	"=cmd": "=1+1",
	lat: "north",
	ID: "another",
	"my radius": "large",
	geometry: "round",
	"property:x": "'=a;\n-b",
	"note; of": 'say "hi"\r\n+1',
};
const MANY = [
	feature("Point", [13.4000000001, -1e-7], { radius: 12.5, name: "=A\nB", ...ODD }, "0012"),
	feature("Polygon", [ring(0, 0, 3), ring(1, 1, 1)], { name: "Hole", size: 7, store_radius: 5, open: false }, "-7"),
	feature("MultiPolygon", [[ring(10, 10, 1)], [ring(12, 10, 1)]], { name: "" }),
	feature(
		"Polygon",
		[
			[
				[179, 0],
				[-179, 0],
				[-179, 1],
				[179, 1],
				[179, 0],
			],
		],
		{ city: "Suva" },
		4,
	),
];

test("an import of an export changes nothing, but that cells of a table are texts", async () => {
	const put = async (body: string) => (await call(importRoute, { method: "PUT", body })).body.response?.data;
	expect(await put(JSON.stringify(MANY))).toMatchObject({ accepted_row_count: 4, refused_row_count: 0 });
	const { text, name } = await download(geojsonRoute);
	expect(name).toBe("berlin.geojson");
	const before = JSON.parse(text) as { features: (typeof MANY)[number][] };
	expect(before.features[0]).toEqual(MANY[0]);
	expect(before.features.map(({ id }) => id)).toEqual(["0012", "-7", undefined, "4"]);
	await put(text);
	expect((await download(geojsonRoute)).text).toBe(text);

	const table = await download(csvRoute);
	expect(table.name).toBe("berlin.csv");
	expect(table.text.split("\r\n")[0]).toBe(
		'id,latitude,longitude,radius,wkt,name,\'=cmd,property:lat,ID,my radius,property:geometry,property:property:x,"note; of",size,store_radius,open,city',
	);
	expect(await put(table.text)).toMatchObject({ accepted_row_count: 4, refused_row_count: 0 });
	const after = JSON.parse((await download(geojsonRoute)).text) as typeof before;
	const texts = { size: "7", store_radius: "5", open: "false" };
	expect(after.features).toEqual(
		before.features.map((each, place) => (place === 1 ? { ...each, properties: { name: "Hole", ...texts } } : each)),
	);
	expect((await download(csvRoute)).text).toBe(table.text);
});

test("a set with more properties than a table has columns for is exported as GeoJSON alone", async () => {
	const features = Array.from({ length: 11 }, (_, at) =>
		feature("Point", [at, 0], Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${at}-${index}`, 1]))),
	);
	await call(importRoute, { method: "PUT", body: JSON.stringify(features) });
	const refused = await call(csvRoute);
	expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("more than 200 different")]);
	expect((await call(geojsonRoute)).body.features).toHaveLength(11);
});

test("nobody exports what they see through a target, or not at all", async () => {
	for (const key of [keys.administrator, keys.outsider]) {
		for (const handler of [csvRoute, geojsonRoute]) expect((await call(handler, {}, key)).status).toBe(404);
	}
	expect((await call(csvRoute, { params: { ...params, set_id: params.design_id } })).status).toBe(404);
});

test("what an organization made of the columns goes before what exactly these headings say", async () => {
	const headings = ["lat", "lon", "radius", "stock"];
	const choice = { latitude: "lat", longitude: "lon", radius: "stock", headings, ignored: ["radius"] };
	const chosen = await call(columnsRoute, { method: "POST", json: choice });
	expect([chosen.status, chosen.body.response?.data]).toMatchObject([200, choice]);
	const take = async (header: string) => {
		await call(importRoute, { method: "PUT", body: `${header}\n47,8,50,300\n` });
		return (await call(readRoute)).body.features;
	};
	expect(await take("lat,lon,radius,stock")).toMatchObject([{ properties: { radius: 300 } }]);
	expect(await take("lat,lon,radius,stocks")).toMatchObject([{ properties: { radius: 50, stocks: "300" } }]);
});
