import { afterAll, beforeAll, expect, test } from "vitest";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { PUT as importRoute, GET as readSet } from "../designs/[design_id]/sets/[set_id]/geofences/route";
import { POST as chooseRoute, GET as listRoute } from "./route";

let service: TestService;
let world: World;
beforeAll(async () => {
	service = await createTestService();
	setService(service);
	world = await createWorld(service);
});
afterAll(async () => {
	setService(undefined);
	await service.drop();
});

test("what an organization named a column is remembered for it, and read by all its imports", async () => {
	const headersOf = async (who: World["designer"]) => ({
		authorization: `Bearer ${await issueKey(service, who, ["manage"])}`,
	});
	const [mine, theirs] = [await headersOf(world.designer), await headersOf(world.outsider)];
	const { id } = await createProximityDesign(service, world.designer);
	const { id: setId } = await service.prisma.designSet.findFirstOrThrow({ where: { design_id: id } });
	const params = { design_id: id, set_id: setId };
	const put = (body: string) =>
		callRoute(importRoute, {
			url: "/x",
			method: "PUT",
			params,
			headers: { ...mine, "content-type": "text/csv" },
			body,
		});
	const list = "Filiale;Geo N;Geo E;Umkreis km;lat\nMitte;52,5;13,4;0,5;nord\n";
	expect((await put(list)).status).toBe(400);

	const choose = (json: object, headers = mine) => callRoute(chooseRoute, { url: "/x", headers, json });
	for (const [json, problem] of [
		[{ latitude: "Geo N" }, "'longitude' must be named"],
		[{ latitude: "Geo N", longitude: "Geo N" }, "must not name a column that another field has"],
		[{ coordinates: " " }, "coordinates"],
	] as const) {
		const { status, body } = await choose(json);
		expect([status, body.message]).toEqual([400, expect.stringContaining(problem)]);
	}
	const choice = { latitude: "Geo N", longitude: "Geo E", name: "Filiale", radius: "Umkreis km" };
	for (let time = 1; time <= 2; time += 1) expect((await choose(choice)).status).toBe(200);
	await choose({ coordinates: "Lage" });
	const { body } = await callRoute(listRoute, { url: "/x", headers: mine });
	const at = { chosen_at: expect.any(String) };
	expect(body.response?.data).toEqual({
		choices: [
			{ coordinates: "Lage", ...at },
			{ ...choice, ...at },
		],
	});
	const other = await callRoute(listRoute, { url: "/x", headers: theirs });
	expect(other.body.response?.data).toEqual({ choices: [] });

	expect((await put(list)).status).toBe(200);
	const read = await callRoute(readSet, { url: "/x", params, headers: mine });
	expect(read.body).toMatchObject({
		features: [{ geometry: { coordinates: [13.4, 52.5] }, properties: { name: "Mitte", radius: 500, lat: "nord" } }],
	});
	// Headings that say it themselves go before what was chosen.
	expect((await put("Geo N;Geo E;lat;lon\n1;2;3;4\n")).status).toBe(200);
	const own = await callRoute(readSet, { url: "/x", params, headers: mine });
	expect(own.body).toMatchObject({ features: [{ geometry: { coordinates: [4, 3] } }] });
});
