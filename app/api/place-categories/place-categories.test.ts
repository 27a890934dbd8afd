import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as overlapsRoute } from "@/app/api/designs/[design_id]/sets/[set_id]/sensitive-places/route";
import { GET as findRoute } from "@/app/api/places/route";
import { POST as checkRoute } from "@/app/api/sensitive-places/route";
import { type PlaceCategory, placeCategory } from "@/lib/contract/place";
import { previewActivation } from "@/lib/domain/deployments/preview/preview-activation";
import { previewBulk } from "@/lib/domain/deployments/preview/preview-bulk";
import { scheduleDeployment } from "@/lib/domain/deployments/schedules/schedule-deployment";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { sweepOrphanedGeofences } from "@/lib/domain/designs/store-geofences";
import { compareOutdated } from "@/lib/domain/places/compare-with-places";
import { searchCategories } from "@/lib/domain/places/find-all-places";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { PUT as importRoute, GET as placesRoute } from "./[category_id]/places/route";
import { DELETE as deleteRoute, PATCH as editRoute } from "./[category_id]/route";
import { POST as createRoute, GET as listRoute } from "./route";

/** The design of the world has a circle of 100 m at 52.5, 13.4. */
const HOSPITALS = `name,latitude,longitude,radius
Charité Campus Mitte,52.5005,13.4,50
Clinic of the other side,-40,-170,50
,52.4,13.4,50
`;

describe.each(testDatabaseKinds())("/api/place-categories on %s", (kind) => {
	let service: TestService;
	let world: World;
	let operator: string;
	let designer: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		world = await createWorld(service);
		operator = await issueKey(service, world.operator, ["manage", "administer"]);
		designer = await issueKey(service, world.designer, ["manage"]);
	});
	beforeEach(() => service.prisma.placeCategory.deleteMany());
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const at = (key: string, id = "") => ({
		url: `/api/place-categories/${id}`,
		params: { category_id: id },
		headers: { authorization: `Bearer ${key}` },
	});
	/** The service, in which something happens once, before the first chunk of geofences is read. */
	const replacingOnce = (happens: () => Promise<unknown>): TestService => {
		let isOver = false;
		const findUnique: typeof service.prisma.geofenceChunk.findUnique = (async (of: never) => {
			if (!isOver) {
				isOver = true;
				await happens();
			}
			return service.prisma.geofenceChunk.findUnique(of);
		}) as never;
		const geofenceChunk = new Proxy(service.prisma.geofenceChunk, {
			get: (table, name) => (name === "findUnique" ? findUnique : Reflect.get(table, name)),
		});
		const prisma = new Proxy(service.prisma, {
			get: (client, name) => (name === "geofenceChunk" ? geofenceChunk : Reflect.get(client, name)),
		});
		return { ...service, prisma };
	};
	const create = (key: string, json: unknown) => callRoute(createRoute, { ...at(key), json });
	const edit = (key: string, id: string, json: unknown, headers = {}) =>
		callRoute(editRoute, { ...at(key, id), method: "PATCH", json, headers: { ...at(key).headers, ...headers } });
	const remove = (key: string, id: string) => callRoute(deleteRoute, { ...at(key, id), method: "DELETE" });
	const upload = (key: string, id: string, body: string) =>
		callRoute(importRoute, {
			...at(key, id),
			method: "PUT",
			body,
			headers: { ...at(key).headers, "content-type": "text/csv" },
		});
	const made = async (name: string, sensitive = true): Promise<PlaceCategory> =>
		placeCategory.parse((await create(operator, { name, sensitive })).body.response?.data);
	const hospitals = async () => {
		const category = await made("Hospitals");
		expect((await upload(operator, category.id, HOSPITALS)).status).toBe(200);
		return category;
	};
	const signal = new AbortController().signal;
	const compare = () => compareOutdated(service, signal);
	const preview = (id: string) => previewActivation(service, world.administrator, id);

	test("operators manage categories, and everybody sees them", async () => {
		expect((await create(designer, { name: "Schools" })).status).toBe(403);
		const schools = await made("Schools", false);
		expect((await create(operator, { name: "Schools" })).status).toBe(409);
		expect((await edit(designer, schools.id, { sensitive: true })).status).toBe(403);
		expect((await edit(operator, schools.id, { sensitive: true }, { "if-match": '"7"' })).status).toBe(412);
		const changed = await edit(operator, schools.id, { name: "All schools", sensitive: true });
		expect(changed.body.response?.data).toMatchObject({ name: "All schools", sensitive: true, revision: 2 });
		const listed = await callRoute(listRoute, at(designer));
		expect(listed.body.response).toMatchObject({ total_row_count: 1, data: [{ id: schools.id, place_count: 0 }] });
		expect((await remove(designer, schools.id)).status).toBe(403);
		expect((await remove(operator, schools.id)).status).toBe(200);
		expect((await remove(operator, schools.id)).status).toBe(404);
		const actions = await service.prisma.auditEvent.findMany({
			where: { object_id: schools.id },
			orderBy: { id: "asc" },
		});
		expect(actions.map(({ action }) => action)).toEqual(["create", "edit", "delete"]);
	});

	test("places are replaced as a whole, searched by their words and read as geofences", async () => {
		const category = await hospitals();
		expect((await upload(designer, category.id, HOSPITALS)).status).toBe(403);
		expect((await upload(operator, category.id, "latitude,longitude\n")).status).toBe(400);
		const found = await searchCategories(service.prisma, "campus charite", 10);
		expect(found).toMatchObject([
			{ source: "operator", name: "Charité Campus Mitte", region: "Hospitals", latitude: expect.closeTo(52.5005) },
		]);
		const offered = await callRoute(findRoute, { url: "/api/places?q=charite", headers: at(designer).headers });
		expect(offered.body.response?.data).toHaveProperty(
			"places.0",
			expect.objectContaining({ kind: "place", region: "Hospitals" }),
		);
		expect(await searchCategories(service.prisma, "arite", 10)).toEqual([]);
		const read = await callRoute(placesRoute, at(designer, category.id));
		expect(JSON.stringify(read.body)).toContain("Charité Campus Mitte");
		expect((await upload(operator, category.id, "name,latitude,longitude\nElsewhere,1,1\n")).status).toBe(200);
		expect(await searchCategories(service.prisma, "campus", 10)).toEqual([]);
		// What was replaced is gone, and what is in use outlives the sweep.
		service.advance(48 * 3_600_000);
		await sweepOrphanedGeofences(service);
		expect(await service.prisma.place.count()).toBe(1);
		expect((await callRoute(listRoute, at(designer))).body.response?.data).toMatchObject([{ place_count: 1 }]);
	});

	test("geofences on sensitive places are marked, warned about, and refused by a target that says so", async () => {
		const { deployment, design } = await createRequest(service, world);
		const set = design.sets[0]?.set_id ?? "";
		const overlaps = (key: string) =>
			callRoute(overlapsRoute, {
				url: `/api/designs/${design.id}/sets/${set}/sensitive-places`,
				params: { design_id: design.id, set_id: set },
				headers: { authorization: `Bearer ${key}` },
			});
		expect((await overlaps(designer)).body.response?.data).toMatchObject({ geofence_count: 0, geofences: [] });
		expect(await preview(deployment.id)).toMatchObject({ sensitive_places: { geofence_count: 0, categories: [] } });

		const category = await hospitals();
		expect((await preview(deployment.id)).sensitive_places).toBeNull();
		const outsider = await issueKey(service, world.outsider, ["manage"]);
		expect((await overlaps(outsider)).status).toBe(404);
		expect((await overlaps(designer)).body.response?.data).toEqual({
			geofence_count: 1,
			categories: [{ id: category.id, name: "Hospitals", geofence_count: 1 }],
			geofences: [{ index: 0, categories: [category.id] }],
		});
		const check = (features: unknown[]) =>
			callRoute(checkRoute, { ...at(designer), json: { geofences: { type: "FeatureCollection", features } } });
		const checked = await check([circle(0, 0), circle(13.4, 52.5, 20), circle(13.4, 52.5)]);
		expect(checked.body.response?.data).toMatchObject({ geofence_count: 2, geofences: [{ index: 1 }, { index: 2 }] });
		expect(await check([{ type: "Feature" }])).toMatchObject({ status: 400 });

		// Places that are replaced while they are read are compared as they are then.
		const stored = async () => (await service.prisma.placeCategory.findFirstOrThrow()).geofence_collection_id ?? "";
		await upload(operator, category.id, HOSPITALS);
		const first = await stored();
		const replace = async () => {
			await upload(operator, category.id, HOSPITALS);
			await service.prisma.geofenceCollection.deleteMany({ where: { id: first } });
		};
		setService(replacingOnce(replace));
		const again = await check([circle(13.4, 52.5)]).finally(() => setService(service));
		expect(await stored()).not.toBe(first);
		expect(again).toMatchObject({ status: 200, body: { response: { data: { geofence_count: 1 } } } });
		expect((await overlaps(designer)).body.response?.data).toMatchObject({ geofence_count: 1 });

		const warned = await preview(deployment.id);
		expect(warned).toMatchObject({
			allowed: true,
			sensitive_places: { geofence_count: 1, categories: [{ name: "Hospitals", geofence_count: 1 }] },
		});
		const warning = { code: "sensitive_places", message: "1 geofence overlaps sensitive places: Hospitals (1)." };
		expect(warned.warnings).toContainEqual(warning);
		const { items } = await previewBulk(service, world.administrator, { ids: [deployment.id] });
		expect(items[0]?.warnings).toContainEqual(warning);

		await editTarget(service, world.administrator, world.target.id, { refuses_sensitive_places: true });
		const refused = { kind: "InvalidState", message: expect.stringContaining("refuses sensitive places") };
		expect(await preview(deployment.id)).toMatchObject({ allowed: false, refusal: { code: "places" } });
		await expect(activateDeployment(service, world.administrator, deployment.id)).rejects.toMatchObject(refused);
		const later = { activate_at: "2099-01-01T00:00:00Z", deactivate_at: null };
		await expect(scheduleDeployment(service, world.administrator, deployment.id, later)).rejects.toMatchObject(refused);

		// Other places have to be compared first, by the background job; until then nothing is activated.
		await upload(operator, category.id, "name,latitude,longitude\nElsewhere,1,1\n");
		await expect(activateDeployment(service, world.administrator, deployment.id)).rejects.toMatchObject({
			message: expect.stringContaining("has not been compared"),
		});
		expect(await compare()).toBeGreaterThan(0);
		expect(await compare()).toBe(0);
		await activateDeployment(service, world.administrator, deployment.id);
		await editTarget(service, world.administrator, world.target.id, { refuses_sensitive_places: false });
	});
});
