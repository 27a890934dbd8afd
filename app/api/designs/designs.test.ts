import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as rejectBuildRoute } from "@/app/api/builds/[build_id]/reject/route";
import { POST as retryBuildRoute } from "@/app/api/builds/[build_id]/retry/route";
import { GET as getBuildRoute } from "@/app/api/builds/[build_id]/route";
import { GET as directoryRoute } from "@/app/api/directory/route";
import { GET as getRoute } from "@/app/targeting/designs/[design_id]/route";
import { GET as listRoute } from "@/app/targeting/designs/route";
import { designDetail } from "@/lib/contract/design";
import { designConflict } from "@/lib/contract/design-bodies";
import type { RouteHandler } from "@/lib/http/routes/route";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET as buildsRoute } from "./[design_id]/builds/route";
import { PUT as collaboratorsRoute } from "./[design_id]/collaborators/route";
import { POST as duplicateRoute } from "./[design_id]/duplicate/route";
import { POST as estimateRoute } from "./[design_id]/estimate/route";
import { PUT as externalBuildRoute } from "./[design_id]/external-build/route";
import { GET as historyRoute } from "./[design_id]/history/route";
import { DELETE as deleteRoute, PATCH as editRoute } from "./[design_id]/route";
import { PUT as importRoute, DELETE as removeRoute } from "./[design_id]/sets/[set_id]/geofences/route";
import { POST as testRoute } from "./[design_id]/test/route";
import { PUT as visibilityRoute } from "./[design_id]/visibility/route";
import { POST as createRoute } from "./route";

describe("designs of the product API", () => {
	let service: TestService;
	let world: World;
	const keys: Record<"designer" | "viewer" | "outsider" | "administrator" | "boss" | "operator", string> = {
		designer: "",
		viewer: "",
		outsider: "",
		administrator: "",
		boss: "",
		operator: "",
	};
	type Caller = keyof typeof keys;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		keys.designer = await issueKey(service, world.designer, ["manage"]);
		keys.viewer = await issueKey(service, world.colleague, ["manage"]);
		keys.outsider = await issueKey(service, world.outsider, ["manage"]);
		keys.administrator = await issueKey(service, world.administrator, ["manage", "administer"]);
		keys.boss = await issueKey(service, world.customerAdministrator, ["administer"]);
		keys.operator = await issueKey(service, world.operator, ["administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const send = (
		handler: RouteHandler,
		as: Caller,
		id: string,
		{
			method = "GET",
			json,
			headers,
			url = "/x",
			set = "",
		}: { method?: string; json?: unknown; headers?: Record<string, string>; url?: string; set?: string } = {},
	) =>
		callRoute(handler, {
			url,
			method,
			params: { design_id: id, build_id: id, set_id: set },
			...(json === undefined ? {} : { json }),
			headers: { authorization: `Bearer ${keys[as]}`, ...headers },
		});
	const get = (as: Caller, id: string) =>
		callRoute(getRoute, { url: `/x?detail=true&KEY=${keys[as]}`, params: { design_id: id } });
	const list = (as: Caller, query: string) => callRoute(listRoute, { url: `/x?detail=true&${query}&KEY=${keys[as]}` });
	const data = (answer: RouteAnswer) => designDetail.parse(answer.body.response?.data);
	const create = async () =>
		data(
			await send(createRoute, "designer", "", {
				method: "POST",
				json: {
					name: "Places",
					type: "proximity",
					sets: [{ set_name: "Berlin", geofences: { type: "FeatureCollection", features: [circle(13.4, 52.5)] } }],
				},
			}),
		);
	const edit = (as: Caller, id: string, json: unknown, headers?: Record<string, string>) =>
		send(editRoute, as, id, { method: "PATCH", json, ...(headers ? { headers } : {}) });

	test("PATCH answers the whole design, and 412 the one that is there now", async () => {
		const made = await create();
		const edited = await edit("designer", made.id, { name: "New" }, { "if-match": '"1"' });
		expect([edited.status, edited.body]).toEqual([
			200,
			{
				version: 4,
				status: "OK",
				response: { data: { ...made, name: "New", revision: 2, updated_at: expect.any(String) } },
			},
		]);
		const late = await edit("boss", made.id, { name: "Late" }, { "if-match": '"1"' });
		expect([late.status, late.body.error_type]).toEqual([412, "VersionMismatch"]);
		const { version, status, error_type, message, ...detail } = late.body;
		expect([version, status, error_type]).toEqual([4, "error", "VersionMismatch"]);
		expect(message).toContain(world.designer.email);
		expect(designConflict.parse(detail)).toMatchObject({
			revision: 2,
			changed_by: world.designer.email,
			current: { name: "New" },
		});
	});

	test.each([
		["nothing to change", {}, "the body"],
		["an unknown field", { color: "red" }, "color"],
		["a blank name", { name: " " }, "name"],
		["a name of 201 characters", { name: "x".repeat(201) }, "name"],
		["a price in words", { price_cpm: { base: "ten" } }, "price_cpm.base"],
		["a price with five decimals", { price_cpm: { base: "1.12345" } }, "price_cpm.base"],
		["a negative price", { price_cpm: { base: "-1" } }, "price_cpm.base"],
		["a set without a name", { sets: [{ targeting_code: "A" }] }, "sets[0].set_name"],
		["a code with a comma", { sets: [{ set_name: "A", targeting_code: "A,B" }] }, "sets[0].targeting_code"],
		["a code with a line break", { sets: [{ set_name: "A", targeting_code: "A\nB" }] }, "sets[0].targeting_code"],
		["a blank code", { sets: [{ set_name: "A", targeting_code: " " }] }, "sets[0].targeting_code"],
		["a set id that is none", { sets: [{ set_id: "x", set_name: "A" }] }, "sets[0].set_id"],
		["an owner that is no id", { owner_id: "me" }, "owner_id"],
	])("PATCH with %s is 400", async (_name, json, named) => {
		const made = await create();
		const answer = await edit("operator", made.id, json);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test("every route: 404 to other tenants and for malformed ids, 403 to who only sees", async () => {
		const { id, set_ids: sets } = await create();
		const set = sets[0] ?? "";
		const guarded: [
			string,
			RouteHandler,
			{ method: string; json?: unknown; set?: string; headers?: Record<string, string> },
			number,
		][] = [
			["PATCH", editRoute, { method: "PATCH", json: { name: "x" } }, 403],
			["DELETE", deleteRoute, { method: "DELETE" }, 403],
			["collaborators", collaboratorsRoute, { method: "PUT", json: { collaborators: [] } }, 403],
			["visibility", visibilityRoute, { method: "PUT", json: { tags: [] } }, 403],
			["estimate", estimateRoute, { method: "POST", json: {} }, 200],
			["test", testRoute, { method: "POST", json: { latitude: 1, longitude: 1 } }, 200],
			["history", historyRoute, { method: "GET" }, 200],
			["builds", buildsRoute, { method: "GET" }, 200],
			["duplicate", duplicateRoute, { method: "POST", json: {} }, 201],
			[
				"external build",
				externalBuildRoute,
				{ method: "PUT", headers: { "content-type": "application/octet-stream" } },
				403,
			],
			["import", importRoute, { method: "PUT", set, headers: { "content-type": "text/csv" } }, 403],
		];
		expect((await get("outsider", id)).status).toBe(404);
		expect((await get("designer", "nonsense")).status).toBe(404);
		expect((await get("viewer", id)).status).toBe(200);
		for (const [name, handler, call, ofViewer] of guarded) {
			expect([name, (await send(handler, "outsider", id, call)).status]).toEqual([name, 404]);
			expect([name, (await send(handler, "designer", "nonsense", call)).status]).toEqual([name, 404]);
			expect([name, (await send(handler, "viewer", id, call)).status]).toEqual([name, ofViewer]);
		}
	});

	test("an estimate whose caller has left is no failure of the service", async () => {
		const { id } = await create();
		const errors = vi.spyOn(log, "error").mockReturnValue(undefined);
		const request = new Request("https://service.example/x", {
			method: "POST",
			headers: {
				"content-type": "application/json",
				"x-ts-secure": "1",
				"x-ts-client-ip": "192.0.2.7",
				authorization: `Bearer ${keys.designer}`,
			},
			body: JSON.stringify({ latitude: 1, longitude: 1 }),
			signal: AbortSignal.abort(),
		});
		const answer = await testRoute(request, { params: Promise.resolve({ design_id: id }) });
		expect([answer.status, errors.mock.calls]).toEqual([400, []]);
		vi.restoreAllMocks();
	});

	test("an administrator of a target: the row and its builds, nothing of the contents", async () => {
		const { design, build_id: buildId, deployment } = await createRequest(service, world);
		for (const [handler, call] of [
			[historyRoute, {}],
			[estimateRoute, { method: "POST", json: {} }],
			[testRoute, { method: "POST", json: { latitude: 1, longitude: 1 } }],
			[duplicateRoute, { method: "POST", json: {} }],
			[editRoute, { method: "PATCH", json: { name: "x" } }],
		] as const) {
			expect((await send(handler, "administrator", design.id, call)).status).toBe(403);
		}
		const build = await send(getBuildRoute, "administrator", buildId);
		expect(build.body.response?.data).toMatchObject({
			id: buildId,
			status: "done",
			status_reason: null,
			differences: null,
			permissions: { download: true, request_deployment: false, retry: false, reject: false },
		});
		const refused = await send(deleteRoute, "designer", design.id, { method: "DELETE" });
		expect([refused.status, refused.body.error_type]).toEqual([409, "InvalidState"]);
		expect(refused.body.message).toContain(deployment.id);
	});

	test("share, tag, copy, list, look up, delete", async () => {
		const made = await create();
		const shared = await send(collaboratorsRoute, "designer", made.id, {
			method: "PUT",
			json: { collaborators: [{ type: "user", id: world.outsider.userId.toUpperCase(), permissions: { edit: true } }] },
			headers: { "if-match": '"1"' },
		});
		expect(data(shared).collaborators).toEqual([
			{ type: "user", id: world.outsider.userId, label: world.outsider.email, permissions: { view: true, edit: true } },
		]);
		const tagged = await send(visibilityRoute, "designer", made.id, { method: "PUT", json: { tags: [" spring "] } });
		expect(data(tagged).visibility).toEqual(["spring"]);
		const listed = await list("outsider", "shared=with_me&visibility=spring&sort=name&order=asc");
		expect([listed.status, listed.body.response?.total_row_count]).toEqual([200, 1]);
		expect(listed.body.response?.data).toEqual([
			expect.objectContaining({ id: made.id, is_shared_to_current_user: true }),
		]);
		const copy = data(await send(duplicateRoute, "outsider", made.id, { method: "POST", json: { name: "Mine" } }));
		expect([copy.name, copy.owner_name, copy.design_size]).toEqual(["Mine", world.outsider.email, 1]);
		const found = await send(directoryRoute, "designer", "", {
			url: `/x?q=${encodeURIComponent(world.outsider.email)}`,
		});
		expect(found.body.response?.data).toEqual([
			expect.objectContaining({ type: "user", id: world.outsider.userId, own_organization: false }),
		]);
		const history = await send(historyRoute, "viewer", made.id, { url: "/x?limit=2" });
		expect(history.body.response).toMatchObject({
			included_row_count: 2,
			total_row_count: 3,
			data: [{ action: "set_visibility" }, { action: "share" }],
		});
		const gone = await send(deleteRoute, "designer", made.id, { method: "DELETE", headers: { "if-match": '"3"' } });
		expect([gone.status, gone.body]).toEqual([200, { version: 4, status: "OK", response: {} }]);
		expect((await get("outsider", made.id)).status).toBe(404);
		expect((await get("outsider", copy.id)).status).toBe(200);
	});

	test.each([
		[
			"collaborators without permission",
			collaboratorsRoute,
			"PUT",
			{ collaborators: [{ type: "user", id: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", permissions: { view: false } }] },
			"collaborators[0].permissions",
		],
		[
			"a collaborator of another type",
			collaboratorsRoute,
			"PUT",
			{ collaborators: [{ type: "team", id: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", permissions: {} }] },
			"collaborators[0].type",
		],
		["a tag with a comma", visibilityRoute, "PUT", { tags: ["a,b"] }, "tags[0]"],
		["51 tags", visibilityRoute, "PUT", { tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }, "tags"],
		["half a point", testRoute, "POST", { latitude: 1 }, "the body"],
		["a point and a device", testRoute, "POST", { latitude: 1, longitude: 1, device_id: "a".repeat(32) }, "the body"],
		["a latitude beyond the pole", testRoute, "POST", { latitude: 91, longitude: 1 }, "latitude"],
		["a device for places", testRoute, "POST", { device_id: "a".repeat(32) }, "latitude"],
		[
			"an estimate of too much",
			estimateRoute,
			"POST",
			{ sets: [{ geofences: { count: 2_000_000 } }] },
			"sets[0].geofences.count",
		],
	])("%s is 400", async (_name, handler, method, json, named) => {
		const made = await create();
		const answer = await send(handler, "designer", made.id, { method, json });
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test.each([
		["status=gone", "status"],
		["mine=perhaps", "mine"],
		["shared=everyone", "shared"],
		["live=yes", "live"],
		["sort=size", "sort"],
		["color=red", "color"],
	])("GET /targeting/designs?detail=true&%s is 400", async (query, named) => {
		const answer = await list("designer", query);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test("failed builds are the operators' to settle", async () => {
		const { build_id: buildId } = await createRequest(service, world);
		for (const [handler, json] of [
			[retryBuildRoute, {}],
			[rejectBuildRoute, { reason: "no" }],
		] as const) {
			const call = { method: "POST", json };
			expect((await send(handler, "outsider", buildId, call)).status).toBe(404);
			expect((await send(handler, "designer", buildId, call)).status).toBe(403);
			const answer = await send(handler, "operator", buildId, call);
			expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining("status is 'done'")]);
		}
		expect((await send(rejectBuildRoute, "operator", buildId, { method: "POST", json: {} })).status).toBe(400);
	});

	test("an import says what it took, refused and noticed; an old revision takes nothing", async () => {
		const made = await create();
		const set = made.set_ids[0] ?? "";
		const put = (body: string, type: string, headers: Record<string, string> = {}) =>
			callRoute(importRoute, {
				url: "/x",
				method: "PUT",
				params: { design_id: made.id, set_id: set },
				body,
				headers: { authorization: `Bearer ${keys.designer}`, "content-type": type, ...headers },
			});
		const rows = [
			"latitude\tlongitude\tname",
			"52.5\t13.4\tA",
			"52.5\t13.4\tA again",
			"0\t0\tNowhere",
			"91\t0\tBeyond",
		];
		const taken = await put(rows.join("\n"), "text/tab-separated-values");
		expect(taken.body.response?.data).toEqual({
			set_id: set,
			accepted_row_count: 3,
			added_count: 3,
			updated_count: 0,
			unchanged_count: 0,
			kept_count: 0,
			removed_count: 1,
			refused_row_count: 1,
			refused: [{ line: 5, reason: expect.stringContaining("atitude") }],
			warnings: [
				{ kind: "default_radius", message: expect.any(String), count: 3, lines: [2, 3, 4] },
				{ kind: "duplicate", message: expect.any(String), count: 1, lines: [3] },
				{ kind: "null_island", message: expect.any(String), count: 1, lines: [4] },
			],
			bounds: expect.any(Array),
			design_size: 3,
			revision: 2,
		});
		const late = await put("latitude,longitude\n1,1", "text/csv", { "if-match": '"1"' });
		expect([late.status, late.body.error_type]).toEqual([412, "VersionMismatch"]);
		const line = JSON.stringify(circle(1, 1));
		expect((await put(`${line}\n${line}`, "application/geo+json-seq")).body.response?.data).toMatchObject({
			accepted_row_count: 2,
		});
		for (const [nothing, type] of [
			["", "application/x-ndjson"],
			["\n\n", "application/x-ndjson"],
			["latitude,longitude\n", "text/csv"],
			["latitude,longitude\r", "text/csv"],
			['{"type":"FeatureCollection","features":[]}', "application/geo+json"],
			["[]", "application/json"],
		] as const) {
			const answer = await put(nothing, type);
			expect([answer.status, answer.body.error_type], nothing).toEqual([400, "InvalidArgument"]);
		}
		expect((await put("x", "multipart/form-data; boundary=x")).status).toBe(415);
		const detail = data(await get("designer", made.id));
		expect(detail.contents?.[0]).toMatchObject({
			revision: 3,
			updated_by: world.designer.email,
			geofences: { count: 2 },
		});
		const remove = { method: "DELETE", set, headers: { "if-match": '"3"' } };
		expect((await send(removeRoute, "viewer", made.id, remove)).status).toBe(403);
		const removed = await send(removeRoute, "designer", made.id, remove);
		expect(removed.body.response?.data).toEqual({ set_id: set, design_size: 0, revision: 4 });
		expect((await send(removeRoute, "designer", made.id, remove)).status).toBe(412);
	});
});
