import { afterAll, beforeAll, expect, test } from "vitest";
import { type FoundPlaces, foundPlaces, nearPlaces } from "@/lib/contract/found-place";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";
import { GET as nearRoute } from "./near/route";
import { GET as placesRoute } from "./route";

let service: TestService;
let headers: { authorization: string };
beforeAll(async () => {
	service = await createTestService();
	setService(service);
	const world = await createWorld(service);
	headers = { authorization: `Bearer ${await issueKey(service, world.outsider, ["manage"])}` };
});
afterAll(async () => {
	setService(undefined);
	await service.drop();
});

const find = async (query: string): Promise<FoundPlaces> => {
	const answer = await callRoute(placesRoute, { url: `/api/places?${query}`, headers });
	expect(answer.status).toBe(200);
	return foundPlaces.parse(answer.body.response?.data);
};
const namesOf = ({ places }: FoundPlaces) => places.map(({ name, country }) => `${name}, ${country}`);

test.each([
	["berlin", "Berlin, Germany"],
	["BERLIN Mitte", "Mitte, Germany"],
	["münchen", "Munich, Germany"],
	["koln", "Köln, Germany"],
	["sao paul", "São Paulo, Brazil"],
	["springfield illinois", "Springfield, United States"],
	["paris texas", "Paris, United States"],
	["deutschland", "Germany, Germany"],
	["lodz", "Łódź, Poland"],
	["alexanderplatz", "Alexanderplatz, Germany"],
	["köln hbf", "Köln Hbf, Germany"],
	["london heathrow", "London Heathrow Airport, United Kingdom"],
	["ber", "Berlin Brandenburg Airport, Germany"],
	["94103", "94103, United States"],
])("%s finds %s first", async (q, expected) => {
	expect(namesOf(await find(`q=${encodeURIComponent(q)}&limit=3`))[0]).toBe(expected);
});

test("a place says where it lies and what to show of the map; countries show themselves", async () => {
	const { places, note } = await find("q=berlin&limit=2");
	expect(note).toBeNull();
	expect(places).toHaveLength(2);
	expect(places[0]).toMatchObject({
		kind: "capital",
		source: "gazetteer",
		region: "State of Berlin",
		latitude: 52.5244,
		longitude: 13.4105,
		population: 3_426_354,
	});
	const [west = 0, south = 0, east = 0, north = 0] = places[0]?.bounds ?? [];
	expect([east - west, north - south].map((degrees) => degrees > 0.2 && degrees < 1)).toEqual([true, true]);
	const [france] = (await find("q=france&limit=1")).places;
	expect(france).toMatchObject({ kind: "country", population: null });
	expect(france?.bounds[0]).toBeLessThan(-1);
	expect(await find("q=xyzzyx")).toEqual({ places: [], note: "streets need a geocoder: ask your operator" });
	const [station] = (await find("q=berlin%20alexanderplatz&limit=1")).places;
	expect(station).toMatchObject({ kind: "station", region: "Berlin", population: null, latitude: 52.5215 });
});

test.each([
	["52.5163,13.3777", [{ name: "Berlin", country: "Germany", distance: 2 }]],
	["52.4009,13.0591;0,-140", [{ name: "Potsdam", country: "Germany", distance: 0 }, null]],
	["-16.5,179.99", [{ name: "Labasa", country: "Fiji", distance: 67 }]],
])("near %s is %o", async (points, expected) => {
	const answer = await callRoute(nearRoute, { url: `/api/places/near?points=${points}`, headers });
	expect(nearPlaces.parse(answer.body.response?.data).places).toEqual(expected);
});

test("bad parameters are named, and nobody asks without a credential", async () => {
	const problem = async (route: RouteHandler, url: string) => {
		const answer = await callRoute(route, { url, headers });
		return [answer.status, answer.body.message];
	};
	expect(await problem(placesRoute, "/api/places")).toEqual([400, expect.stringContaining("'q'")]);
	expect(await problem(placesRoute, "/api/places?q=a&limit=21")).toEqual([
		400,
		"parameter 'limit' must be a whole number from 1 to 20",
	]);
	for (const points of ["52", "91,0", "1,2;3", "a,b", "1,2,3"]) {
		expect(await problem(nearRoute, `/api/places/near?points=${points}`)).toEqual([
			400,
			"parameter 'points' must be latitudes and longitudes such as 52.52,13.40;48.14,11.58",
		]);
	}
	expect((await callRoute(placesRoute, { url: "/api/places?q=berlin" })).status).toBe(401);
	expect((await callRoute(nearRoute, { url: "/api/places/near?points=1,2" })).status).toBe(401);
});
