import { getEventListeners } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { GET as desiredRoute } from "@/app/api/agent/deployments/route";
import { POST as reportRoute } from "@/app/api/agent/report/route";
import { POST as requestDeploymentRoute } from "@/app/targeting/builds/[build_id]/request/route";
import { POST as activateRoute } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as deactivateRoute } from "@/app/targeting/deployments/[deployment_id]/deactivate/route";
import { POST as tagRoute } from "@/app/targeting/deployments/[deployment_id]/tag/route";
import { GET as listDeploymentsRoute } from "@/app/targeting/deployments/route";
import { GET as listAcceptingRoute } from "@/app/targeting/targets/route";
import {
	type IssuedAgentKey,
	issuedAgentKey,
	target as listedTargetRow,
	type TargetDetail,
	targetDetail,
	targetState,
} from "@/lib/contract/target";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { shutdownSignal } from "@/lib/platform/shutdown-signal";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { DELETE as revokeRoute } from "./[target_id]/agent-keys/[key_id]/route";
import { POST as agentKeyRoute, GET as listKeysRoute } from "./[target_id]/agent-keys/route";
import { PATCH as editRoute, GET as getRoute } from "./[target_id]/route";
import { GET as stateRoute } from "./[target_id]/state/route";
import { POST as createRoute, GET as listRoute } from "./route";

describe("targets", () => {
	let service: TestService;
	let world: World;
	let designer: string;
	let administrator: string;
	let operator: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		designer = await issueKey(service, world.designer, ["manage"]);
		administrator = await issueKey(service, world.administrator, ["manage", "administer"]);
		operator = await issueKey(service, world.operator, ["administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const bearer = (key: string, headers: Record<string, string> = {}) => ({
		authorization: `Bearer ${key}`,
		...headers,
	});
	const create = (as: string, json: unknown) =>
		callRoute(createRoute, { url: "/api/targets", json, headers: bearer(as) });
	const at = (id: string, rest = "") => ({ url: `/api/targets/${id}${rest}`, params: { target_id: id } });
	const edit = (as: string, id: string, json: unknown, headers?: Record<string, string>) =>
		callRoute(editRoute, { ...at(id), method: "PATCH", json, headers: bearer(as, headers) });
	const get = (as: string, id: string) => callRoute(getRoute, { ...at(id), headers: bearer(as) });
	const state = (as: string, id: string) => callRoute(stateRoute, { ...at(id, "/state"), headers: bearer(as) });
	const agentKey = (as: string, id: string, headers?: Record<string, string>) =>
		callRoute(agentKeyRoute, { ...at(id, "/agent-keys"), json: { label: "Rack 4" }, headers: bearer(as, headers) });
	const detailOf = (answer: RouteAnswer): TargetDetail => targetDetail.parse(answer.body.response?.data);
	const listedTarget = async (as: string, id: string) => {
		const listed = await callRoute(listRoute, { url: "/api/targets?limit=500", headers: bearer(as) });
		return z
			.array(listedTargetRow)
			.parse(listed.body.response?.data)
			.find((row) => row.id === id);
	};
	const keyOf = (answer: RouteAnswer): IssuedAgentKey => issuedAgentKey.parse(answer.body.response?.data);
	const transition = (handler: RouteHandler, id: string) =>
		callRoute(handler, { url: `/x/${id}`, params: { deployment_id: id }, form: { KEY: administrator } });

	test("an administrator makes a target of their organization, which then accepts requests", async () => {
		const made = await create(administrator, {
			name: "North Asia",
			slug: "north-asia",
			memory_capacity: 8_000_000_000,
			accepted_organizations: [world.designer.organizationSlug],
		});
		expect(made.status).toBe(201);
		const { organizationId: acme, organizationSlug: acmeSlug } = world.designer;
		expect(detailOf(made)).toEqual({
			id: expect.any(String),
			slug: "north-asia",
			name: "North Asia",
			type: "on-premises",
			org_id: world.administrator.organizationId,
			org_slug: world.administrator.organizationSlug,
			org_name: expect.any(String),
			memory_capacity: 8_000_000_000,
			accepts_requests: false,
			administered: true,
			four_eyes: false,
			size_warning_factor: 2,
			request_ttl_seconds: null,
			required_approvals: 1,
			second_approval_for_delete: false,
			refuses_sensitive_places: false,
			activation_hours: null,
			window: null,
			accepted_organizations: [{ id: acme, slug: acmeSlug, name: expect.any(String) }],
			created_at: expect.any(String),
			updated_at: expect.any(String),
			revision: 1,
		});
		expect((await get(administrator, detailOf(made).id)).body).toEqual(made.body);
		const listed = await callRoute(listRoute, { url: "/api/targets?limit=500", headers: bearer(designer) });
		expect(listed.body.response?.data).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ slug: "north-asia", accepts_requests: true, administered: false }),
			]),
		);
		const { build_id: buildId } = await createRequest(service, world);
		const requested = await callRoute(requestDeploymentRoute, {
			url: "/x",
			params: { build_id: buildId },
			form: { KEY: designer, targetId: detailOf(made).id },
		});
		expect(requested.status).toBe(200);
	});

	test("KEY alone finds the targets that accept its organization's requests, by name", async () => {
		const list = (key: string, query = "") =>
			callRoute(listAcceptingRoute, { url: `/targeting/targets?KEY=${key}${query}` });
		const rowOf = ({ id, slug }: World["target"], owner: string) => ({
			id,
			name: slug.replace(/-(?=[^-]*$)/, " "),
			slug,
			type: "on-premises",
			owner,
		});
		const north = world.administrator.organizationSlug;
		const south = world.otherAdministrator.organizationSlug;
		const outsider = await issueKey(service, world.outsider, ["manage"]);
		const response = {
			data: [rowOf(world.target, north), rowOf(world.secondTarget, north), rowOf(world.otherTarget, south)],
			included_row_count: 3,
			total_row_count: 3,
		};
		expect((await list(outsider)).body).toEqual({ version: 4, status: "OK", response });
		expect((await list(outsider, "&limit=1&offset=2")).body.response).toEqual({
			data: [rowOf(world.otherTarget, south)],
			included_row_count: 1,
			total_row_count: 3,
		});
		// Administering a target does not make it accept requests from the own organization.
		for (const other of [administrator, operator]) {
			expect((await list(other)).body.response).toEqual({ data: [], included_row_count: 0, total_row_count: 0 });
		}
	});

	test("who makes targets: administrators for themselves, operators for anybody", async () => {
		const elsewhere = { name: "x", slug: "elsewhere", organization: world.otherAdministrator.organizationSlug };
		expect((await create(designer, { name: "x", slug: "mine" })).status).toBe(403);
		expect((await create(administrator, elsewhere)).status).toBe(403);
		const made = await create(operator, elsewhere);
		expect([made.status, detailOf(made).org_slug]).toEqual([201, world.otherAdministrator.organizationSlug]);
		const taken = await create(operator, elsewhere);
		expect([taken.status, taken.body.message]).toEqual([409, "there is a target 'elsewhere' already"]);
	});

	test.each([
		["no name", { slug: "a" }, "name"],
		["a blank name", { name: " ", slug: "a" }, "name"],
		["no slug", { name: "A" }, "slug"],
		["a slug in capitals", { name: "A", slug: "North" }, "slug"],
		["a slug of 64 characters", { name: "A", slug: "a".repeat(64) }, "slug"],
		["no memory", { name: "A", slug: "a", memory_capacity: 0 }, "memory_capacity"],
		["an unknown organization", { name: "A", slug: "a", accepted_organizations: ["nobody"] }, "nobody"],
		["an unknown field", { name: "A", slug: "a", color: "red" }, "color"],
	])("creating with %s is 400", async (_name, json, named) => {
		const answer = await create(administrator, json);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test("an edit changes what it names, at the revision that was looked at", async () => {
		const made = detailOf(await create(administrator, { name: "Old name", slug: "to-edit" }));
		const edited = detailOf(await edit(administrator, made.id, { name: "New name" }, { "if-match": '"1"' }));
		expect(edited).toEqual({ ...made, name: "New name", revision: 2, updated_at: expect.any(String) });
		const late = await edit(administrator, made.id, { name: "Late" }, { "if-match": '"1"' });
		expect([late.status, late.body.error_type]).toEqual([412, "VersionMismatch"]);
		expect((await edit(administrator, made.id, {})).status).toBe(400);
		expect((await edit(administrator, made.id, { slug: world.target.slug })).status).toBe(409);
		const accepted = [world.outsider.organizationSlug];
		const opened = detailOf(await edit(administrator, made.id, { accepted_organizations: accepted }));
		expect(opened.accepted_organizations.map(({ slug }) => slug)).toEqual(accepted);
		const audit = await service.prisma.auditEvent.findMany({ where: { object_id: made.id }, orderBy: { id: "asc" } });
		expect(audit.map(({ action }) => action)).toEqual(["create", "edit", "edit"]);
	});

	test("a renamed target is found by its new name", async () => {
		const { deployment } = await createRequest(service, world);
		await edit(administrator, world.target.id, { name: "Zanzibar" });
		const url = `/targeting/deployments?detail=true&q=zanzi&limit=500&KEY=${administrator}`;
		const found = await callRoute(listDeploymentsRoute, { url });
		expect(found.body.response?.data).toEqual(
			expect.arrayContaining([expect.objectContaining({ id: deployment.id, target: "Zanzibar" })]),
		);
	});

	test("who may only request does not administer, and who does not see finds nothing", async () => {
		const { id } = world.target;
		const lonely = detailOf(await create(administrator, { name: "Lonely", slug: "lonely" }));
		for (const call of [
			() => get(designer, id),
			() => state(designer, id),
			() => edit(designer, id, { name: "x" }),
			() => agentKey(designer, id),
		]) {
			expect((await call()).status).toBe(403);
		}
		for (const call of [
			() => get(designer, lonely.id),
			() => state(designer, lonely.id),
			() => edit(designer, lonely.id, { name: "x" }),
			() => agentKey(designer, lonely.id),
			() => get(designer, "nonsense"),
		]) {
			const answer = await call();
			expect([answer.status, answer.body.message]).toEqual([404, "target not found"]);
		}
	});

	test("an agent key opens the agent API of its target alone, and is not shown again", async () => {
		const headers = { "idempotency-key": "agent-key-1" };
		const issued = await agentKey(administrator, world.target.id, headers);
		expect(issued.status).toBe(201);
		const { key, ...rest } = keyOf(issued);
		expect(rest).toMatchObject({ target_id: world.target.id, label: "Rack 4", prefix: key?.slice(0, 9) });
		const desired = await callRoute(desiredRoute, { url: "/api/agent/deployments", headers: bearer(key ?? "") });
		expect(desired.status).toBe(200);
		expect((await get(key ?? "", world.target.id)).status).toBe(401);
		const again = await agentKey(administrator, world.target.id, headers);
		expect(keyOf(again)).toEqual({ ...rest, key: null, key_note: expect.stringContaining("shown once") });
		expect(await service.prisma.agentKey.count({ where: { target_id: world.target.id } })).toBe(1);
	});

	test("an agent is told that nothing has changed, also where a proxy has made the tag weak", async () => {
		const { id } = detailOf(await create(administrator, { name: "Polled", slug: "polled" }));
		const { key } = keyOf(await agentKey(administrator, id));
		const ask = (tag?: string) => {
			const known = tag === undefined ? {} : { "if-none-match": tag };
			return callRoute(desiredRoute, { url: "/api/agent/deployments", headers: bearer(key ?? "", known) });
		};
		const etag = (await ask()).headers.get("etag");
		expect(etag).toMatch(/^"\d+-\d+"$/);
		for (const tag of [`${etag}`, `W/${etag}`, `"0", W/${etag}`, `"0-1", W/${etag}`, `${etag},"other"`]) {
			const answer = await ask(tag);
			expect([tag, answer.status, answer.headers.get("etag")]).toEqual([tag, 304, etag]);
		}
		for (const tag of ['"other"', '"987654"', '"987654-1"', ""])
			expect([tag, (await ask(tag)).status]).toEqual([tag, 200]);
	});

	test("polls leave nothing behind at the signal that lasts as long as the process", async () => {
		const { id } = detailOf(await create(administrator, { name: "Polled often", slug: "polled-often" }));
		const { key } = keyOf(await agentKey(administrator, id));
		const ask = (headers: Record<string, string>) =>
			callRoute(desiredRoute, { url: "/api/agent/deployments", headers: bearer(key ?? "", headers) });
		const etag = (await ask({})).headers.get("etag") ?? "";
		const left = () => {
			const signal = shutdownSignal();
			const made = Object.getOwnPropertySymbols(signal).find(({ description }) => description === "kDependantSignals");
			const dependent: { size: number } | undefined = made && Reflect.get(signal, made);
			return [dependent?.size ?? 0, getEventListeners(signal, "abort").length];
		};
		const before = left();
		for (let poll = 0; poll < 5; poll += 1) expect((await ask({ "if-none-match": etag })).status).toBe(304);
		expect(left()).toEqual(before);
	});

	test("a key that works from some addresses or for some time only issues no agent key, which would not", async () => {
		const narrow = async (restriction: object) => {
			const key = await issueKey(service, world.administrator, ["manage", "administer"]);
			await service.prisma.apiKey.update({ where: { secret_hash: hashSecret(key) }, data: restriction });
			return agentKey(key, world.target.id);
		};
		for (const restriction of [
			{ allowed_addresses: ["192.0.2.7"] },
			{ expires_at: new Date(service.now().getTime() + 60_000) },
		]) {
			const { status, body } = await narrow(restriction);
			expect([status, body.message]).toEqual([
				403,
				"a key that is restricted by address or expiry must not issue agent keys",
			]);
		}
		expect((await narrow({})).status).toBe(201);
	});

	test("the state sets what is desired beside what agents report", async () => {
		const target = detailOf(
			await create(administrator, {
				name: "Watched",
				slug: "watched",
				memory_capacity: 1_000_000,
				accepted_organizations: [world.designer.organizationSlug],
			}),
		);
		const loaded = await createRequest(service, world, target.id);
		const pending = await createRequest(service, world, target.id);
		const ended = await createRequest(service, world, target.id);
		for (const { deployment } of [loaded, pending, ended]) await transition(activateRoute, deployment.id);
		const key = keyOf(await agentKey(administrator, target.id)).key ?? "";
		const report = (deployment_id: string) => ({ deployment_id, digest: null, state: "loaded", error: null });
		const reported = await callRoute(reportRoute, {
			url: "/api/agent/report",
			headers: bearer(key),
			json: {
				instance_id: "rack-4",
				version: "1.0.0",
				tags: [],
				memory_used: 2_000,
				memory_limit: null,
				deployments: [report(loaded.deployment.id), report(ended.deployment.id)],
			},
		});
		expect(reported.status).toBe(200);
		await transition(deactivateRoute, ended.deployment.id);
		const now = targetState.parse((await state(administrator, target.id)).body.response?.data);
		expect(now).toMatchObject({
			memory_capacity: 1_000_000,
			activated_size: 2_000,
			memory: { capacity: 1_000_000, activated: 2_000, requested: 0, free: 998_000 },
			activated: 2,
			requested: 0,
			tags: [],
			agents: [
				{
					instance_id: "rack-4",
					version: "1.0.0",
					memory_used: 2_000,
					silent: false,
					status: "pending",
					sync: { loaded: 1, pending: 1, failed: 0 },
					failures: [],
				},
			],
			deployments: [
				{ id: pending.deployment.id, agents: [{ agent: "rack-4", state: "pending" }] },
				{ id: loaded.deployment.id, agents: [{ agent: "rack-4", state: "loaded" }] },
			],
			leftovers: [{ deployment_id: ended.deployment.id, agent: "rack-4", state: "loaded" }],
			summary: { loaded: 1, pending: 1, failed: 0 },
		});
		service.advance(31_000);
		const later = targetState.parse((await state(administrator, target.id)).body.response?.data);
		expect([later.agents[0]?.silent, later.agents[0]?.status]).toEqual([true, "silent"]);
		expect(later.summary).toEqual({ loaded: 0, pending: 2, failed: 0 });
		const listed = await listedTarget(administrator, target.id);
		expect(listed?.overview).toEqual({
			memory: { capacity: 1_000_000, activated: 2_000, requested: 0, free: 998_000 },
			activated: 2,
			requested: 0,
			agents: { living: 0, silent: 1, last_seen_at: expect.any(String) },
			sync: { loaded: 0, pending: 2, failed: 0 },
		});
		expect((await listedTarget(designer, target.id))?.overview).toBeNull();
	});

	test("which agents take a tag, and which could not load what", async () => {
		const made = detailOf(
			await create(administrator, {
				name: "Tagged",
				slug: "tagged",
				accepted_organizations: [world.designer.organizationSlug],
			}),
		);
		const key = keyOf(await agentKey(administrator, made.id)).key ?? "";
		const { deployment } = await createRequest(service, world, made.id);
		await createRequest(service, world, made.id);
		await callRoute(tagRoute, {
			url: "/x",
			params: { deployment_id: deployment.id },
			form: { KEY: administrator, tags: "eu,night" },
		});
		await transition(activateRoute, deployment.id);
		const report = (instance_id: string, tags: string[], state: string) =>
			callRoute(reportRoute, {
				url: "/api/agent/report",
				headers: bearer(key),
				json: {
					instance_id,
					version: "1.0.0",
					tags,
					memory_used: 0,
					memory_limit: 500,
					deployments: [{ deployment_id: deployment.id, digest: null, state, error: "needs 1,000 bytes" }],
				},
			});
		await report("all", [], "loaded");
		await report("eu", ["eu"], "failed");
		await report("us", ["us"], "pending");
		const now = targetState.parse((await state(administrator, made.id)).body.response?.data);
		expect(now.tags).toEqual([
			{ tag: "eu", deployments: 1, agents: ["all", "eu"] },
			{ tag: "night", deployments: 1, agents: ["all"] },
			{ tag: "us", deployments: 0, agents: ["all", "us"] },
		]);
		expect(now.memory).toEqual({ capacity: null, activated: 1_000, requested: 1_000, free: null });
		expect(now.agents.map(({ instance_id, status }) => [instance_id, status])).toEqual([
			["all", "in_sync"],
			["eu", "failed"],
			["us", "in_sync"],
		]);
		expect(now.agents[1]?.failures).toEqual([
			{
				deployment_id: deployment.id,
				design_name: "Coffee shops",
				state: "failed",
				error: "needs 1,000 bytes",
				since: expect.any(String),
			},
		]);
		expect(now.summary).toEqual({ loaded: 0, pending: 0, failed: 1 });
		service.advance(10_000);
		await report("eu", ["eu"], "failed");
		const later = targetState.parse((await state(administrator, made.id)).body.response?.data);
		expect(later.agents[1]?.failures).toEqual(now.agents[1]?.failures);
	});

	test("how a target decides is its administrators' to set, within bounds", async () => {
		const made = detailOf(await create(administrator, { name: "Careful", slug: "careful", four_eyes: true }));
		const settings = { size_warning_factor: 1.5, request_ttl_seconds: 86_400 };
		expect(detailOf(await edit(administrator, made.id, settings))).toMatchObject({ four_eyes: true, ...settings });
		expect(detailOf(await edit(administrator, made.id, { request_ttl_seconds: null }))).toMatchObject({
			...settings,
			request_ttl_seconds: null,
		});
		for (const wrong of [
			{ four_eyes: "yes" },
			{ size_warning_factor: 1 },
			{ size_warning_factor: 1_001 },
			{ request_ttl_seconds: 59 },
			{ request_ttl_seconds: 31_536_001 },
			{ request_ttl_seconds: 90.5 },
		]) {
			const answer = await edit(administrator, made.id, wrong);
			expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(Object.keys(wrong)[0] ?? "")]);
		}
	});

	test("a revoked agent key opens nothing from then on, and stays listed", async () => {
		const made = detailOf(await create(administrator, { name: "Locked", slug: "locked" }));
		const { key, key_note: _, ...issued } = keyOf(await agentKey(administrator, made.id));
		const desired = () => callRoute(desiredRoute, { url: "/api/agent/deployments", headers: bearer(key ?? "") });
		const keys = (as: string) => callRoute(listKeysRoute, { ...at(made.id, "/agent-keys"), headers: bearer(as) });
		const revoke = (as: string, id: string, target = made.id) =>
			callRoute(revokeRoute, {
				url: `/api/targets/${target}/agent-keys/${id}`,
				method: "DELETE",
				params: { target_id: target, key_id: id },
				headers: bearer(as),
			});
		expect((await desired()).status).toBe(200);
		const row = {
			...issued,
			created_by: world.administrator.email,
			created_by_person: expect.objectContaining({ id: world.administrator.userId }),
			last_used_at: expect.any(String),
			revoked_at: null,
		};
		expect((await keys(administrator)).body).toEqual({
			version: 4,
			status: "OK",
			response: { data: [row], included_row_count: 1, total_row_count: 1 },
		});
		expect((await keys(designer)).status).toBe(404);
		expect((await revoke(designer, issued.id)).status).toBe(404);
		expect((await revoke(administrator, issued.id, world.target.id)).status).toBe(404);
		const etag = (await desired()).headers.get("etag") ?? "";
		const waiting = callRoute(desiredRoute, {
			url: "/api/agent/deployments?wait=60",
			headers: bearer(key ?? "", { "if-none-match": etag }),
		});
		const revoked = await revoke(administrator, issued.id);
		expect(revoked.body.response?.data).toEqual({ ...row, revoked_at: expect.any(String) });
		expect((await desired()).status).toBe(401);
		await service.prisma.target.update({ where: { id: made.id }, data: { desired_revision: { increment: 1 } } });
		expect((await waiting).status).toBe(401);
		expect((await revoke(administrator, issued.id)).body).toEqual(revoked.body);
		expect((await keys(administrator)).body.response?.data).toEqual([revoked.body.response?.data]);
		const audit = await service.prisma.auditEvent.findMany({ where: { object_id: issued.id }, orderBy: { id: "asc" } });
		expect(audit.map(({ action }) => action)).toEqual(["create", "revoke"]);
	});
});
