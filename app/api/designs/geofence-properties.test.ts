import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as changedRoute } from "@/app/api/deployments/[deployment_id]/changes/geofences/route";
import { GET as builtRoute } from "@/app/api/deployments/[deployment_id]/sets/[set_id]/geofences/route";
import { requestDeployment } from "@/lib/domain/deployments/request-deployment";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { PUT as importRoute, GET as readRoute } from "./[design_id]/sets/[set_id]/geofences/route";
import { POST as testRoute } from "./[design_id]/test/route";

let service: TestService;
let world: World;
const keys = { designer: "", administrator: "" };
let params: { design_id: string; set_id: string };

beforeAll(async () => {
	service = await createTestService();
	setService(service);
	world = await createWorld(service);
	keys.designer = await issueKey(service, world.designer, ["manage"]);
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
