import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as rollbackRoute } from "@/app/api/deployments/[deployment_id]/rollback/route";
import { GET as deploymentDetailRoute } from "@/app/api/deployments/[deployment_id]/route";
import { PUT as replaceGeofencesRoute } from "@/app/api/designs/[design_id]/sets/[set_id]/geofences/route";
import { PUT as visibilityRoute } from "@/app/api/designs/[design_id]/visibility/route";
import { POST as createDesignRoute } from "@/app/api/designs/route";
import { POST as redeemRoute } from "@/app/api/sign-in-links/redeem/route";
import { GET as listBuildsRoute } from "@/app/targeting/builds/route";
import { POST as activateRoute } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as cancelRoute } from "@/app/targeting/deployments/[deployment_id]/cancel/route";
import { POST as tagRoute } from "@/app/targeting/deployments/[deployment_id]/tag/route";
import { GET as listDeploymentsRoute } from "@/app/targeting/deployments/route";
import { POST as requestBuildRoute } from "@/app/targeting/designs/[design_id]/request/route";
import { GET as getDesignRoute } from "@/app/targeting/designs/[design_id]/route";
import { GET as listDesignsRoute } from "@/app/targeting/designs/route";
import { GET as tokenRoute } from "@/app/token/user/route";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { completeBuild } from "@/lib/domain/builds/complete-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { createDesign } from "@/lib/domain/designs/create-design";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { type Answered, callRoute, type RouteAnswer, type RouteCall } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	issueKey,
	type World,
} from "@/lib/tools/testing/world";

/**
 * Promises of docs/contract.md, Access and Requests and responses, that show in answers and stand
 * in no other test's table.
 */
describe("decisions", () => {
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

	const rowsOf = (answer: RouteAnswer) => Array.from(answer.body.response?.data as unknown as Answered[]);
	const list = async (handler: RouteHandler, query: string) =>
		rowsOf(await callRoute(handler, { url: `/targeting/x?KEY=${key}&limit=500&${query}` }));
	const design = async (id: string) =>
		(await callRoute(getDesignRoute, { url: `/targeting/designs/${id}?KEY=${key}`, params: { design_id: id } })).body
			.response?.data ?? {};
	const decide = (handler: RouteHandler, id: string, headers = {}, form = {}) =>
		callRoute(handler, {
			url: `/targeting/deployments/${id}/x`,
			params: { deployment_id: id },
			form: { KEY: administratorKey, ...form },
			headers,
		});

	test("a rollback takes no fields, and is not made for who sends one", async () => {
		const { design, deployment: first } = await createRequest(service, world);
		const buildId = await completeABuild(service, world.designer, design.id);
		const second = await createDeployment(buildId);
		for (const { id } of [first, second]) await activateDeployment(service, world.administrator, id);
		const rollBack = (call: Partial<RouteCall>) =>
			callRoute(rollbackRoute, {
				method: "POST",
				url: `/api/deployments/${second.id}/rollback`,
				params: { deployment_id: second.id },
				...call,
				headers: { authorization: `Bearer ${administratorKey}`, ...call.headers },
			});
		expect(await rollBack({ json: { dry_run: true } })).toMatchObject({
			status: 400,
			body: { error_type: "InvalidArgument", message: "the body: takes no 'dry_run'" },
		});
		expect((await rollBack({ form: { message: "why" } })).status).toBe(415);
		expect(await rollBack({})).toMatchObject({ status: 200, body: { response: { data: { id: first.id } } } });
	});

	test("visibility narrows to designs with one of the tags, and never widens", async () => {
		const [own, foreign] = [
			await createProximityDesign(service, world.designer),
			await createProximityDesign(service, world.outsider),
		];
		await service.prisma.design.updateMany({
			where: { id: { in: [own.id, foreign.id] } },
			data: { visibility_tags: ["spring", "Two Words"] },
		});
		const buildId = await completeABuild(service, world.designer, own.id);
		const { id } = await createDeployment(buildId);
		for (const [visibility, kept] of [
			["spring", true],
			["autumn, Two Words ,", true],
			["autumn", false],
			["Spring", false],
			["", false],
		] as const) {
			const query = `visibility=${encodeURIComponent(visibility)}`;
			const ids = async (handler: RouteHandler) => (await list(handler, query)).map((row) => row.id);
			expect([visibility, await ids(listDesignsRoute)]).toEqual([visibility, kept ? [own.id] : []]);
			expect([visibility, await ids(listBuildsRoute)]).toEqual([visibility, kept ? [own.id] : []]);
			expect([visibility, await ids(listDeploymentsRoute)]).toEqual([visibility, kept ? [id] : []]);
		}
	});

	async function createDeployment(buildId: string) {
		return requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
	}

	test("a page has 20 rows, newest first, where limit and order do not say otherwise; beyond the last row it is empty", async () => {
		const own = await createWorld(service);
		const made: { design: string; deployment: string }[] = [];
		for (let number = 0; number < 21; number += 1) {
			const { design, deployment } = await createRequest(service, own);
			made.unshift({ design: design.id, deployment: deployment.id });
		}
		const ownKey = await issueKey(service, own.designer, ["manage"]);
		for (const [handler, row] of [
			[listDesignsRoute, "design"],
			[listBuildsRoute, "design"],
			[listDeploymentsRoute, "deployment"],
		] as const) {
			const page = (query: string) => callRoute(handler, { url: `/targeting/x?KEY=${ownKey}${query}` });
			const first = await page("");
			expect(rowsOf(first).map(({ id }) => id)).toEqual(made.slice(0, 20).map((each) => each[row]));
			expect(first.body.response).toMatchObject({ included_row_count: 20, total_row_count: 21 });
			expect(rowsOf(await page("&offset=20")).map(({ id }) => id)).toEqual(made.slice(20).map((each) => each[row]));
			const beyond = { data: [], included_row_count: 0, total_row_count: 21 };
			expect((await page("&offset=21")).body.response).toEqual(beyond);
			expect((await page("&offset=9007199254740991")).body.response).toEqual(beyond);
		}
	});

	test("start_date and end_date are inclusive, end_date to the end of its second; never approved rows are left out", async () => {
		const own = await createWorld(service);
		const { deployment } = await createRequest(service, own);
		await createRequest(service, own);
		await activateDeployment(service, own.administrator, deployment.id);
		const ownKey = await issueKey(service, own.designer, ["manage"]);
		const found = async (approvedAt: string, query: string) => {
			await service.prisma.deployment.update({ where: { id: deployment.id }, data: { approved_at: approvedAt } });
			const answer = await callRoute(listDeploymentsRoute, { url: `/targeting/deployments?KEY=${ownKey}&${query}` });
			return rowsOf(answer).map(({ id }) => id);
		};
		const second = Date.UTC(2026, 0, 5, 12) / 1_000;
		for (const [approvedAt, query, kept] of [
			["2026-01-05T12:00:00.000Z", `start_date=${second}`, true],
			["2026-01-05T11:59:59.999Z", `start_date=${second}`, false],
			["2026-01-05T12:00:00.999Z", `end_date=${second}`, true],
			["2026-01-05T12:00:01.000Z", `end_date=${second}`, false],
			["2026-01-05T12:00:00.500Z", `start_date=${second}&end_date=${second}`, true],
			["2026-01-05T12:00:00.500Z", "start_date=0&end_date=253402300799", true],
		] as const) {
			expect([approvedAt, query, await found(approvedAt, query)]).toEqual([
				approvedAt,
				query,
				kept ? [deployment.id] : [],
			]);
		}
	});

	test("a design with an external build is told as such, and takes no build request: 409", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		await service.prisma.design.update({ where: { id }, data: { external_build: true } });
		expect((await design(id)).external_build).toBe(true);
		const answer = await callRoute(requestBuildRoute, {
			url: `/targeting/designs/${id}/request`,
			params: { design_id: id },
			form: { KEY: key, reason: "again" },
		});
		expect([answer.status, answer.body.error_type]).toEqual([409, "InvalidState"]);
		expect((await design(id)).status).toBe("in_design");
	});

	test.each([
		["in_design", true],
		["requested", false],
		["rejected", true],
		["building", false],
		["failed", false],
		["built", true],
	] as const)("a design whose status is %s is editable and takes a build request: %s", async (status, open) => {
		const { id, sets } = await createProximityDesign(service, world.designer);
		await service.prisma.design.update({ where: { id }, data: { status } });
		const edited = await callRoute(replaceGeofencesRoute, {
			method: "PUT",
			url: `/api/designs/${id}/sets/${sets[0]?.set_id}/geofences`,
			params: { design_id: id, set_id: sets[0]?.set_id ?? "" },
			headers: { authorization: `Bearer ${key}`, "content-type": "text/csv" },
			body: "latitude,longitude,radius\n52.5,13.4,50\n",
		});
		expect([edited.status, (await design(id)).status]).toEqual([open ? 200 : 409, status]);
		const requested = await callRoute(requestBuildRoute, {
			url: `/targeting/designs/${id}/request`,
			params: { design_id: id },
			form: { KEY: key, reason: "again" },
		});
		expect([requested.status, (await design(id)).status]).toEqual(open ? [200, "requested"] : [409, status]);
		if (!open) expect(requested.body.message).toContain(`'${status}'`);
		await service.prisma.build.deleteMany({ where: { design_id: id } });
	});

	test("a rejected deployment cannot be activated once its build is requested again: 409 that names the other", async () => {
		const { build_id: buildId, deployment } = await createRequest(service, world);
		await rejectDeployment(service, world.administrator, deployment.id, {});
		const { id: newer } = await createDeployment(buildId);
		const answer = await decide(activateRoute, deployment.id);
		expect([answer.status, answer.body.error_type]).toEqual([409, "InvalidState"]);
		expect(answer.body.message).toContain(newer);
		expect((await decide(activateRoute, newer)).body.response?.data?.status).toBe("activated");
	});

	test("price_cpm is the organization's for the type unless the design has its own, and a build keeps what it was", async () => {
		const { id } = await createProximityDesign(service, world.designer, "Priced");
		const audience = await createDesign(service, world.designer, { name: "Priced too", type: "audience", sets: [] });
		expect([(await design(id)).price_cpm, (await design(audience.id)).price_cpm]).toEqual([
			{ base: "0.45" },
			{ base: "0.60" },
		]);
		await completeABuild(service, world.designer, id);
		await service.prisma.design.update({ where: { id }, data: { price_cpm: "1.2345" } });
		expect((await design(id)).price_cpm).toEqual({ base: "1.2345" });
		const [row] = await list(listBuildsRoute, "q=priced");
		expect(Array.from(row?.builds as unknown as Answered[]).map((build) => build.price_cpm)).toEqual([
			{ base: "0.45" },
		]);

		const where = { id: world.designer.organizationId };
		await service.prisma.organization.update({ where, data: { price_audience_cpm: null } });
		expect((await design(audience.id)).price_cpm).toBeNull();
		await service.prisma.organization.update({ where, data: { price_audience_cpm: "0.6" } });
	});

	test("new_build is fixed when the deployment is requested", async () => {
		const { design: first, build_id: buildId, deployment } = await createRequest(service, world);
		await completeABuild(service, world.designer, first.id);
		const [row] = await list(listDeploymentsRoute, `q=${deployment.id}`);
		expect([row?.build_id, row?.new_build]).toEqual([buildId, true]);
	});

	test("most_recent_build is the newest completed build, also while the next is requested; null before the first", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		expect((await design(id)).most_recent_build).toBeNull();
		const first = await completeABuild(service, world.designer, id);
		const second = await completeABuild(service, world.designer, id);
		expect(second).not.toBe(first);
		await requestBuild(service, world.designer, id, { reason: "again" });
		expect(await design(id)).toMatchObject({ most_recent_build: second, status: "requested" });
		await service.prisma.build.deleteMany({ where: { design_id: id, status: "requested" } });
	});

	test("sources, the first of them and the age of the index are those of the build; of proximity none", async () => {
		const { id } = await createDesign(service, world.designer, {
			name: "Sourced",
			type: "audience",
			sets: [{ set_name: "A", audience: { sources: ["one", "two"], where: { segment: "gym" } } }],
		});
		await requestBuild(service, world.designer, id, { reason: "a test" });
		const claim = await claimBuild(service, "test");
		if (claim === null) throw new Error("No build was waiting.");
		await completeBuild(service, claim, {
			file_key: "builds/x.tgt",
			size: 10,
			sha256: "0".repeat(64),
			format_version: "1.0",
			sources: ["one", "two"],
			audience_index_version: new Date("2026-01-02T03:04:05.678Z"),
			sets: [],
		});
		const [row] = await list(listBuildsRoute, "q=sourced");
		const version = "2026-01-02T03:04:05.678Z";
		expect(row).toMatchObject({
			last_build_source: "one",
			last_build_sources: ["one", "two"],
			last_build_audience_index_version: version,
			builds: [{ source: "one", sources: ["one", "two"], audience_index_version: version }],
		});
		const { id: deployed } = await createDeployment(claim.id);
		const [deployment] = await list(listDeploymentsRoute, `q=${deployed}`);
		expect(deployment).toMatchObject({ source: "one", sources: ["one", "two"] });

		await createRequest(service, world);
		const [proximity] = await list(listBuildsRoute, "type=proximity");
		expect(proximity).toMatchObject({
			last_build_source: null,
			last_build_sources: null,
			last_build_audience_index_version: null,
		});
		const [build] = Array.from(proximity?.builds as unknown as Answered[]);
		expect(Object.keys(build ?? {})).not.toContain("sources");
	});

	test("a decision holds for the revision and the file that were looked at: 412, and malformed: 400 before 404", async () => {
		const { deployment } = await createRequest(service, world);
		const { id } = deployment;
		const seen = await callRoute(deploymentDetailRoute, {
			url: `/api/deployments/${id}`,
			params: { deployment_id: id },
			headers: { authorization: `Bearer ${administratorKey}` },
		});
		const data: unknown = seen.body.response?.data;
		const { revision, digest } = data as { revision: number; digest: string };
		await decide(tagRoute, id, {}, { tags: "eu" });
		for (const headers of [{ "if-match": `"${revision}"` }, { "x-build-digest": `sha256:${"0".repeat(64)}` }]) {
			const stale = await decide(activateRoute, id, headers);
			expect([stale.status, stale.body.error_type]).toEqual([412, "VersionMismatch"]);
		}
		for (const path of [id, "nonsense"]) {
			const malformed = await decide(activateRoute, path, { "if-match": "yesterday" });
			expect([malformed.status, malformed.body.error_type]).toEqual([400, "InvalidArgument"]);
		}
		// In quotes it is the ETag of the file.
		const good = await decide(activateRoute, id, { "if-match": `"${revision + 1}"`, "x-build-digest": `"${digest}"` });
		expect([good.status, good.body.response?.data?.status]).toEqual([200, "activated"]);
		expect(good.body.response?.data?.approved_at).toBe(good.body.response?.data?.updated_at);
	});

	test("checks stand in one order: 413, 415, 400, 401, 429, 400, 404, 403, 412, 409", async () => {
		const { deployment } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, deployment.id);
		const unknown = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";
		const stranger = await issueKey(service, world.outsider, ["manage"]);
		const huge = "x".repeat(1_100_000);
		const stale = { "if-match": "1" };
		const text = { "content-type": "text/plain" };
		/** Each is what the one before it was, but for what that one was refused for. */
		const requests: [status: number, errorType: string, id: string, form: string, headers?: Record<string, string>][] =
			[
				[413, "TooLarge", unknown, `KEY=tsk_no&color=%zz&x=${huge}`, text],
				[415, "UnsupportedMediaType", unknown, "KEY=tsk_no&color=%zz", text],
				[400, "InvalidArgument", unknown, "KEY=tsk_no&color=%zz", stale],
				[401, "Auth", unknown, "KEY=tsk_no&color=red", stale],
				[429, "Throttled", unknown, `KEY=${stranger}&color=red`, stale],
				[400, "InvalidArgument", unknown, `KEY=${key}&color=red`, stale],
				[404, "NotFound", unknown, `KEY=${key}`, stale],
				[403, "Forbidden", deployment.id, `KEY=${key}`, stale],
				[412, "VersionMismatch", deployment.id, `KEY=${administratorKey}`, stale],
				[409, "InvalidState", deployment.id, `KEY=${administratorKey}`],
			];
		setService({ ...service, settings: { ...service.settings, API_RATE_LIMIT: 1 } });
		await callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${stranger}` });
		for (const [status, errorType, id, form, headers = {}] of requests) {
			const url = `/targeting/deployments/${id}/activate`;
			const answer = await callRoute(activateRoute, { url, params: { deployment_id: id }, form, headers });
			expect([answer.status, answer.body.error_type]).toEqual([status, errorType]);
			if (status === 429) setService(service);
		}
	});

	test("a JSON body without a credential is judged in the same order, and nothing of it is kept", async () => {
		const send = async (body: BodyInit, headers: Record<string, string>, url = "/api/designs") => {
			const answer = await callRoute(createDesignRoute, { url, method: "POST", body, headers });
			return [answer.status, answer.body.error_type];
		};
		const streamed = (megabytes: number) => {
			let left = megabytes;
			return new ReadableStream({
				pull: (stream) => (left-- > 0 ? stream.enqueue(new Uint8Array(1_048_576).fill(0x20)) : stream.close()),
			});
		};
		const json = { "content-type": "application/json" };
		const nobody = { ...json, authorization: "Bearer tsk_no" };
		const broken = new Uint8Array([0x22, 0xc3, 0x28, 0x22]);
		const cut = new Uint8Array([0x22, 0xc3]);
		for (const headers of [json, nobody]) {
			expect(await send(streamed(9), { ...headers, "content-type": "text/plain" })).toEqual([413, "TooLarge"]);
			expect(await send(streamed(9), headers)).toEqual([413, "TooLarge"]);
			expect(await send("{}", { ...headers, "content-length": "8388609" })).toEqual([413, "TooLarge"]);
			expect(await send(broken, { ...headers, "content-type": "text/plain" })).toEqual([415, "UnsupportedMediaType"]);
			expect(await send("{}", { ...headers, "content-encoding": "gzip" })).toEqual([415, "UnsupportedMediaType"]);
			for (const bytes of [broken, cut]) expect(await send(bytes, headers)).toEqual([400, "InvalidArgument"]);
			expect(await send("{}", headers, "/api/designs?x=%zz")).toEqual([400, "InvalidArgument"]);
			expect(await send(streamed(7), headers)).toEqual([401, "Auth"]);
			expect(await send("not JSON", headers)).toEqual([401, "Auth"]);
		}
		const known = { ...json, authorization: `Bearer ${key}` };
		expect(await send("not JSON", known)).toEqual([400, "InvalidArgument"]);
		// Where no geofences belong, less is enough.
		const visibility = await callRoute(visibilityRoute, {
			url: "/x",
			method: "PUT",
			params: { design_id: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11" },
			body: streamed(2),
			headers: known,
		});
		expect([visibility.status, visibility.body.message]).toEqual([413, expect.stringContaining("1048576")]);
		// A request without a credential is limited to a small body.
		const redeemed = await callRoute(redeemRoute, { url: "/x", method: "POST", body: streamed(2), headers: json });
		expect(redeemed.status).toBe(413);
	});

	test("every answer may be read by customers' pages, without credentials of the browser", async () => {
		const { deployment } = await createRequest(service, world);
		for (const answer of [
			await callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}` }),
			await callRoute(listDesignsRoute, { url: "/targeting/designs" }),
			await callRoute(tokenRoute, { url: "/token/user" }),
			await decide(cancelRoute, deployment.id),
		]) {
			expect(answer.headers.get("access-control-allow-origin")).toBe("*");
			expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
			const readable = [
				"X-Request-Id",
				"ETag",
				"Retry-After",
				"Idempotency-Replayed",
				"Content-Range",
				"Content-Disposition",
			];
			expect(answer.headers.get("access-control-expose-headers")).toBe(readable.join(", "));
			expect(answer.headers.get("cache-control")).toBe("no-store");
			expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
		}
	});

	test("one token per user, whichever key asks; later requests refresh the names and leave the role", async () => {
		const keys = [
			await issueKey(service, world.customerAdministrator, ["tokens"]),
			await issueKey(service, world.customerAdministrator, ["tokens", "manage"]),
		];
		const ask = async (tokens: string, email: string, first: string) => {
			const query = new URLSearchParams({ KEY: tokens, email, first_name: first, last_name: " King " });
			return (await callRoute(tokenRoute, { url: `/token/user?${query}` })).body;
		};
		const grants = [];
		for (const [index, tokens] of keys.entries()) grants.push(await ask(tokens, "Ada@example.com", `Ada ${index}`));
		expect(grants[0]).toEqual(grants[1]);
		const uid = String(grants[0]?.data?.uid);
		const user = await service.prisma.user.findUniqueOrThrow({ where: { id: uid } });
		expect(user).toMatchObject({ first_name: "Ada 1", last_name: "King", role: "designer", password_hash: null });
		expect(user.organization_id).toBe(world.customerAdministrator.organizationId);

		const elsewhere = await issueKey(service, world.administrator, ["tokens"]);
		const other = await ask(elsewhere, "ada@example.com", "Ada");
		expect(other.data?.uid).not.toBe(uid);

		await service.prisma.user.update({ where: { id: uid }, data: { disabled_at: service.now() } });
		const disabled = await ask(keys[0] ?? "", "ada@example.com", "Ada");
		expect(disabled).toEqual({ status: "error", message: "user not found", version: 4 });
	});

	test("an unexpected failure is 500 with the request's id and no detail, in each API's envelope", async () => {
		const broken = new Proxy(service.prisma, {
			get: () => {
				throw new TypeError("a secret of the inside");
			},
		});
		setService({ ...service, prisma: broken });
		const management = await callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}` });
		const token = await callRoute(tokenRoute, { url: `/token/user?KEY=${key}` });
		setService(service);
		const message = "internal error: report it with the request id test-request";
		expect([management.status, management.body]).toEqual([
			500,
			{ version: 4, status: "error", error_type: "Internal", message },
		]);
		expect([token.status, token.body]).toEqual([500, { status: "error", message, version: 4 }]);
	});

	test("a service without a free database connection is 503 with Retry-After", async () => {
		const busy = new Proxy(service.prisma, {
			get: () => {
				throw Object.assign(new Error("busy"), { code: "P2028" });
			},
		});
		setService({ ...service, prisma: busy });
		const answer = await callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}` });
		setService(service);
		expect([answer.status, answer.body.error_type]).toEqual([503, "Unavailable"]);
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
	});
});
