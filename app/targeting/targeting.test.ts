import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as requestDeploymentRoute } from "@/app/targeting/builds/[build_id]/request/route";
import { GET as listBuildsRoute } from "@/app/targeting/builds/route";
import { POST as activateRoute } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as cancelRoute } from "@/app/targeting/deployments/[deployment_id]/cancel/route";
import { POST as tagRoute } from "@/app/targeting/deployments/[deployment_id]/tag/route";
import { GET as listDeploymentsRoute } from "@/app/targeting/deployments/route";
import { POST as requestBuildRoute } from "@/app/targeting/designs/[design_id]/request/route";
import { GET as getDesignRoute } from "@/app/targeting/designs/[design_id]/route";
import { GET as listDesignsRoute } from "@/app/targeting/designs/route";
import { deployment } from "@/lib/contract/deployment";
import { design } from "@/lib/contract/design";
import { setService } from "@/lib/platform/service";
import { type Answered, callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	issueKey,
	type World,
} from "@/lib/tools/testing/world";

describe("the management API", () => {
	let service: TestService;
	let world: World;
	let key: string;
	let administratorKey: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		key = await issueKey(service, world.designer, ["manage"]);
		administratorKey = await issueKey(service, world.administrator, ["manage", "administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const failure = (errorType: string, message: unknown) => ({
		version: 4,
		status: "error",
		error_type: errorType,
		message,
	});

	test("Get Design answers the whole row", async () => {
		const created = await createProximityDesign(service, world.designer, "Museums");
		const answer = await callRoute(getDesignRoute, {
			url: `/targeting/designs/${created.id}?KEY=${key}`,
			params: { design_id: created.id },
		});
		expect(answer.status).toBe(200);
		expect(answer.headers.get("x-request-id")).toBe("test-request");
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
		const [set] = created.sets;
		expect(answer.body).toEqual({
			version: 4,
			status: "OK",
			response: {
				data: {
					id: created.id,
					name: "Museums",
					type: "proximity",
					status: "in_design",
					created_at: created.created_at,
					updated_at: created.updated_at,
					external_build: false,
					design_size: 1,
					most_recent_build: null,
					owner_id: world.designer.userId,
					owner_org_id: world.designer.organizationId,
					owner_name: world.designer.email,
					price_cpm: { base: "0.45" },
					active_builds: 0,
					is_shared_to_current_user: false,
					is_shared_to_current_org: true,
					sets: [{ set_id: set?.set_id, set_name: "Berlin", targeting_code: "BERLIN" }],
					set_ids: [set?.set_id],
					collaborators: [],
				},
			},
		});
	});

	test("List Designs pages without gaps, with both counts", async () => {
		const marker = "Paginglist";
		for (let number = 0; number < 5; number += 1) {
			await createProximityDesign(service, world.designer, `${marker} ${number}`);
		}
		const page = (query: string) =>
			callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}&q=pagingl&${query}` });
		const first = await page("limit=2");
		const second = await page("limit=2&offset=2");
		const rest = await page("limit=2&offset=4&order=desc");
		const names = [first, second, rest].flatMap((answer) =>
			Array.from(answer.body.response?.data as unknown as Answered[], (row) => row.name),
		);
		expect(names).toEqual([4, 3, 2, 1, 0].map((number) => `${marker} ${number}`));
		expect(first.body.response).toMatchObject({ included_row_count: 2, total_row_count: 5 });
		expect(rest.body.response).toMatchObject({ included_row_count: 1, total_row_count: 5 });
		expect((await page("limit=0")).body.response).toEqual({ data: [], included_row_count: 0, total_row_count: 5 });
	});

	test("the whole lifecycle by form posts", async () => {
		const created = await createProximityDesign(service, world.designer);
		const requested = await callRoute(requestBuildRoute, {
			url: `/targeting/designs/${created.id}/request`,
			params: { design_id: created.id },
			form: { KEY: key, reason: "weekly refresh" },
		});
		expect(requested.status).toBe(200);
		expect(design.parse(requested.body.response?.data).status).toBe("requested");
		const again = await callRoute(requestBuildRoute, {
			url: `/targeting/designs/${created.id}/request`,
			params: { design_id: created.id },
			form: { KEY: key, reason: "again" },
		});
		expect([again.status, again.body.error_type]).toEqual([409, "InvalidState"]);
		expect(again.body.message).toBe(
			"cannot request a build of a design whose status is 'requested': it must be 'in_design', 'rejected', 'built'",
		);
		await service.prisma.build.deleteMany({ where: { design_id: created.id } });
		await service.prisma.design.update({ where: { id: created.id }, data: { status: "in_design" } });
		const buildId = await completeABuild(service, world.designer, created.id, 4_711);
		const deployed = await callRoute(requestDeploymentRoute, {
			url: `/targeting/builds/${buildId}/request`,
			params: { build_id: buildId },
			form: { KEY: key, targetId: world.target.id, message: "Monday" },
		});
		expect(deployed.status).toBe(200);
		const row = deployment.parse(deployed.body.response?.data);
		expect(row).toMatchObject({
			status: "requested",
			filesize: 4_711,
			approved_at: null,
			deployer: null,
			new_build: true,
		});
		const listed = await callRoute(listDeploymentsRoute, {
			url: `/targeting/deployments?KEY=${administratorKey}&status=requested&q=${row.id}`,
		});
		expect(listed.body.response).toEqual({ data: [row], included_row_count: 1, total_row_count: 1 });
		const activated = await callRoute(activateRoute, {
			url: `/targeting/deployments/${row.id}/activate`,
			params: { deployment_id: row.id },
			form: { KEY: administratorKey },
		});
		expect(deployment.parse(activated.body.response?.data)).toMatchObject({
			status: "activated",
			deployer: world.administrator.email,
		});
		const builds = await callRoute(listBuildsRoute, {
			url: `/targeting/builds?KEY=${key}&deployment_status=activated&q=${created.id}`,
		});
		expect(builds.body.response?.data).toMatchObject([
			{
				id: created.id,
				last_build_id: buildId,
				last_build_size: 4_711,
				last_build_sources: null,
				deployments: [{ id: row.id, target_id: world.target.id, status: "activated", build_id: buildId }],
			},
		]);
	});

	test("Cancel answers an empty response, Tag the row", async () => {
		const { deployment: row } = await createRequest(service, world);
		const params = { deployment_id: row.id };
		const tagged = await callRoute(tagRoute, {
			url: `/targeting/deployments/${row.id}/tag`,
			params,
			form: { KEY: administratorKey, tags: " eu , fast,,eu" },
		});
		expect(deployment.parse(tagged.body.response?.data).tags).toBe("eu,fast");
		const cancelled = await callRoute(cancelRoute, {
			url: `/targeting/deployments/${row.id}/cancel`,
			params,
			form: { KEY: key, message: "wrong week" },
		});
		expect(cancelled.body).toEqual({ version: 4, status: "OK", response: {} });
	});

	const unknownId = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";
	const list = (query: string) => callRoute(listDesignsRoute, { url: `/targeting/designs?${query}` });

	test.each([
		["no credential", () => list(""), 401, "Auth"],
		["a wrong KEY", () => list("KEY=tsk_wrong"), 401, "Auth"],
		["KEY in lower case", () => list(`key=${key}`), 401, "Auth"],
		["KEY twice", () => list(`KEY=${key}&KEY=${key}`), 400, "KEY"],
		["an unknown parameter", () => list(`KEY=${key}&color=red`), 400, "unknown parameter 'color'"],
		[
			"a repeated parameter",
			() => list(`KEY=${key}&limit=1&limit=2`),
			400,
			"parameter 'limit' is given more than once",
		],
		[
			"a limit beyond its bound",
			() => list(`KEY=${key}&limit=501`),
			400,
			"parameter 'limit' must be a whole number from 0 to 500",
		],
		["a limit that is no number", () => list(`KEY=${key}&limit=ten`), 400, "parameter 'limit'"],
		["a negative offset", () => list(`KEY=${key}&offset=-1`), 400, "parameter 'offset'"],
		["an unknown type", () => list(`KEY=${key}&type=both`), 400, "parameter 'type' must be 'proximity' or 'audience'"],
		["a malformed owner", () => list(`KEY=${key}&owner=me`), 400, "parameter 'owner' must be a GUID"],
		[
			"broken percent-encoding",
			() => list(`KEY=${key}&q=%zz`),
			400,
			"parameter 'q' is not valid percent-encoded UTF-8",
		],
		["broken UTF-8", () => list(`KEY=${key}&q=%ff`), 400, "parameter 'q' is not valid percent-encoded UTF-8"],
		["NUL", () => list(`KEY=${key}&q=a%00b`), 400, "parameter 'q' must not contain NUL"],
	] as const)("List Designs with %s", async (_name, call, status, message) => {
		const answer = await call();
		expect(answer.status).toBe(status);
		expect(answer.body).toEqual(
			failure(status === 401 ? "Auth" : "InvalidArgument", expect.stringContaining(status === 401 ? "" : message)),
		);
	});

	const requestOf = (id: string, body: { form?: Record<string, string> | string; headers?: Record<string, string> }) =>
		callRoute(requestBuildRoute, {
			method: "POST",
			url: `/targeting/designs/${id}/request`,
			params: { design_id: id },
			...body,
		});

	test.each([
		[
			"a malformed id",
			() => requestOf("nonsense", { form: { KEY: key, reason: "x" } }),
			404,
			"NotFound",
			"design not found",
		],
		[
			"an unknown id",
			() => requestOf(unknownId, { form: { KEY: key, reason: "x" } }),
			404,
			"NotFound",
			"design not found",
		],
		[
			"no reason",
			() => requestOf(unknownId, { form: { KEY: key } }),
			400,
			"InvalidArgument",
			"missing required parameter 'reason'",
		],
		[
			"a blank reason",
			() => requestOf(unknownId, { form: { KEY: key, reason: "  " } }),
			400,
			"InvalidArgument",
			"'reason' must not be blank",
		],
		[
			"a reason too long",
			() => requestOf(unknownId, { form: { KEY: key, reason: "x".repeat(2_001) } }),
			400,
			"InvalidArgument",
			"'reason'",
		],
		[
			"broken UTF-8",
			() => requestOf(unknownId, { form: `KEY=${key}&reason=%c3%28` }),
			400,
			"InvalidArgument",
			"'reason'",
		],
		[
			"a JSON body",
			() => requestOf(unknownId, { form: "{}", headers: { "content-type": "application/json" } }),
			415,
			"UnsupportedMediaType",
			"application/x-www-form-urlencoded",
		],
		[
			"a huge body",
			() => requestOf(unknownId, { form: `KEY=${key}&reason=${"x".repeat(2_000_000)}` }),
			413,
			"TooLarge",
			"1048576",
		],
		["no body", () => requestOf(unknownId, {}), 401, "Auth", ""],
	] as const)("Request Build with %s", async (_name, call, status, errorType, message) => {
		const answer = await call();
		expect(answer.body).toEqual(failure(errorType, expect.stringContaining(message)));
		expect(answer.status).toBe(status);
	});

	test("KEY in the query string of a POST is no credential", async () => {
		const answer = await callRoute(requestBuildRoute, {
			method: "POST",
			url: `/targeting/designs/${unknownId}/request?KEY=${key}`,
			params: { design_id: unknownId },
			form: { reason: "x" },
		});
		expect([answer.status, answer.body.error_type]).toEqual([401, "Auth"]);
	});

	test("a key of the scope tokens does not open the management API", async () => {
		const tokens = await issueKey(service, world.designer, ["tokens"]);
		expect((await list(`KEY=${tokens}`)).status).toBe(401);
	});

	test("plain HTTP is refused unless it is allowed", async () => {
		const strict = { ...service, settings: { ...service.settings, ALLOW_PLAIN_HTTP: false } };
		setService(strict);
		const answer = await callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}`, secure: false });
		setService(service);
		expect(answer.body).toEqual(failure("Forbidden", "HTTPS required"));
	});

	test("who sees a design may not activate its deployment, and others do not find it", async () => {
		const { deployment: row } = await createRequest(service, world);
		const outsiderKey = await issueKey(service, world.outsider, ["manage"]);
		const activate = (KEY: string) =>
			callRoute(activateRoute, {
				url: `/targeting/deployments/${row.id}/activate`,
				params: { deployment_id: row.id },
				form: { KEY },
			});
		expect((await activate(key)).status).toBe(403);
		expect((await activate(outsiderKey)).body).toEqual(failure("NotFound", "deployment not found"));
	});
});
