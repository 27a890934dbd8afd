import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as queueRoute } from "@/app/api/deployments/queue/route";
import { type Overview, overview } from "@/lib/contract/overview";
import { queueResponse } from "@/lib/contract/queue";
import type { Principal } from "@/lib/domain/access/principal";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { postponeBuild, rejectBuild } from "@/lib/domain/builds/settle-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { POST as dismissRoute } from "./dismissals/route";
import { GET as overviewRoute } from "./route";

describe.each(testDatabaseKinds())("the overview on %s", (kind) => {
	let service: TestService;
	let world: World;
	let live: Awaited<ReturnType<typeof createRequest>>;
	let waiting: Awaited<ReturnType<typeof createRequest>>;
	const keys = new Map<string, string>();
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		world = await createWorld(service);
		for (const person of Object.values(world).filter((value): value is Principal => "userId" in value)) {
			keys.set(person.userId, await issueKey(service, person, ["manage", "administer"]));
		}
		live = await createRequest(service, world);
		await activateDeployment(service, world.administrator, live.deployment.id);
		waiting = await createRequest(service, world);
		const unbuildable = await createProximityDesign(service, world.designer, "Unbuildable");
		await requestBuild(service, world.designer, unbuildable.id, { reason: "a test" });
		const claim = await claimBuild(service, "test");
		if (claim === null) throw new Error("The build waits.");
		await rejectBuild(service, claim, "a set is empty");
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const of = async (as: Principal): Promise<Overview> => {
		const headers = { authorization: `Bearer ${keys.get(as.userId)}` };
		const answer = await callRoute(overviewRoute, { url: "/api/overview", headers });
		expect(answer.status).toBe(200);
		return overview.parse(answer.body.response?.data);
	};
	const dismiss = async (as: Principal, json: object) => {
		const headers = { authorization: `Bearer ${keys.get(as.userId)}` };
		const answer = await callRoute(dismissRoute, { url: "/api/overview/dismissals", headers, json });
		expect([answer.status, answer.body.response?.data]).toEqual([200, { dismissed: true, ...json }]);
	};
	const report = (state: "loaded" | "failed") =>
		recordAgentReport(
			service,
			{ agentKeyId: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", targetId: world.target.id },
			{
				instance_id: "rack-4",
				version: "1.0.0",
				tags: [],
				memory_used: 0,
				memory_limit: null,
				deployments: [{ deployment_id: live.deployment.id, digest: null, state, error: "needs more memory" }],
			},
		);

	const request = () => ({
		deployment_id: waiting.deployment.id,
		design_id: waiting.design.id,
		design_name: "Coffee shops",
		build_name: "Coffee shops",
		type: "proximity",
		target_id: world.target.id,
		target: expect.stringContaining("north-eu"),
		target_org_name: expect.stringMatching(/^north /),
		requester: world.designer.email,
		requester_org: world.designer.organizationSlug,
		requester_org_name: expect.any(String),
		message: "please",
		requested_at: expect.any(String),
		question_from: null,
	});

	test("an administrator sees what waits for their decision, what is live on their targets and which are silent", async () => {
		const seen = await of(world.administrator);
		expect(seen.waiting).toEqual({
			to_decide: { total: 1, link: "/approvals", rows: [request()] },
			to_decide_by_target: [
				{
					target_id: world.target.id,
					target: expect.stringContaining("north-eu"),
					requests: 1,
					oldest_request_at: expect.any(String),
				},
			],
			my_requests: { total: 0, link: "/deployments?status=requested&requested_by=me", rows: [] },
			builds: { total: 0, link: "/designs?status=requested%2Cbuilding", rows: [] },
		});
		expect(seen.failed).toEqual({
			builds: { total: 0, link: expect.any(String), rows: [] },
			loads: { total: 0, link: "/deployments?actual=failed", rows: [] },
			silent_targets: {
				total: 1,
				link: "/targets",
				rows: [{ target_id: world.target.id, target: expect.any(String), activated: 1, last_seen_at: null }],
			},
			schedules: { total: 0, link: expect.stringContaining("schedule_failed"), rows: [] },
			requests: { total: 0, link: expect.stringContaining("requested_by=me"), rows: [] },
		});
		expect(seen.live).toEqual({
			designs: expect.any(Array),
			activated: 1,
			link: "/deployments?status=activated",
			target_count: 1,
			targets: [
				{
					target_id: world.target.id,
					target: expect.any(String),
					activated: 1,
					requested: 1,
					sync: { loaded: 0, pending: 1, failed: 0 },
					agents: { living: 0, silent: 0 },
					link: `/deployments?status=activated&target_id=${world.target.id}`,
				},
			],
		});
		expect(seen.changes.rows.map(({ action }) => action)).toEqual(["request", "activate", "request"]);
	});

	test("a designer sees their own requests and failures, and nothing of what agents say", async () => {
		const seen = await of(world.designer);
		expect(seen.waiting).toEqual({
			to_decide: null,
			to_decide_by_target: [],
			my_requests: { total: 1, link: "/deployments?status=requested&requested_by=me", rows: [request()] },
			builds: { total: 0, link: "/designs?status=requested%2Cbuilding", rows: [] },
		});
		expect(seen.failed.builds).toEqual({
			total: 1,
			link: expect.any(String),
			rows: [
				{
					build_id: expect.any(String),
					design_id: expect.any(String),
					design_name: "Unbuildable",
					status: "rejected",
					status_reason: "a set is empty",
					requested_at: expect.any(String),
				},
			],
		});
		expect(seen.failed.silent_targets).toBeNull();
		expect(seen.live.targets).toMatchObject([{ activated: 1, requested: 1, sync: null, agents: null }]);
		expect((await of(world.colleague)).waiting.my_requests.total).toBe(0);
	});

	test("who has nothing to do with it sees nothing of it", async () => {
		for (const person of [world.outsider, world.otherAdministrator]) {
			const seen = await of(person);
			const { waiting: waits, failed, live: running, changes } = seen;
			expect([waits.to_decide?.total ?? 0, waits.my_requests.total]).toEqual([0, 0]);
			expect(Object.values(failed).map((section) => section?.total ?? 0)).toEqual([0, 0, 0, 0, 0]);
			expect([running.activated, running.targets, changes.rows]).toEqual([0, [], []]);
		}
	});

	test("what waits for a decision is what the queue and its badge count", async () => {
		const queued = async (as: Principal) => {
			const headers = { authorization: `Bearer ${keys.get(as.userId)}` };
			const { body } = await callRoute(queueRoute, { url: "/api/deployments/queue?limit=0", headers });
			const { total_row_count: total, pending_count: pending } = queueResponse.parse(body).response;
			return [total, pending];
		};
		for (const person of [world.administrator, world.customerAdministrator, world.otherAdministrator, world.operator]) {
			const { waiting, figures } = await of(person);
			const expected = [world.administrator, world.operator].includes(person) ? 1 : 0;
			expect([waiting.to_decide?.total, figures?.pending, ...(await queued(person))]).toEqual(Array(4).fill(expected));
		}
	});

	test("what an agent could not load, for as long as it lives", async () => {
		await report("failed");
		const row = {
			deployment_id: live.deployment.id,
			design_name: "Coffee shops",
			target_id: world.target.id,
			target: expect.any(String),
			agent: "rack-4",
			state: "failed",
			error: "needs more memory",
			since: expect.any(String),
		};
		for (const person of [world.administrator, world.operator, world.colleague]) {
			const { failed } = await of(person);
			expect(failed.loads).toEqual({ total: 1, link: "/deployments?actual=failed", rows: [row] });
			expect(failed.silent_targets?.total ?? null).toBe(person.role === "designer" ? null : 0);
		}
		expect((await of(world.administrator)).live.targets[0]).toMatchObject({
			sync: { loaded: 0, pending: 0, failed: 1 },
			agents: { living: 1, silent: 0 },
		});
		const loads = async (as: Principal) => (await of(as)).failed.loads.total;
		await dismiss(world.administrator, { kind: "load", object_id: live.deployment.id });
		expect([await loads(world.administrator), await loads(world.operator)]).toEqual([0, 1]);
		await dismiss(world.administrator, { kind: "load", object_id: live.deployment.id, dismissed: false });
		expect(await loads(world.administrator)).toBe(1);
		service.advance(31_000);
		const { failed } = await of(world.administrator);
		expect([failed.loads.total, failed.silent_targets?.total]).toEqual([0, 1]);
		await report("loaded");
		expect((await of(world.administrator)).live.targets[0]?.sync).toEqual({ loaded: 1, pending: 0, failed: 0 });
	});

	test("a build that is under way, and what holds it up", async () => {
		const design = await createProximityDesign(service, world.designer, "Under way");
		await requestBuild(service, world.designer, design.id, { reason: "a test" });
		const row = {
			build_id: expect.any(String),
			design_id: design.id,
			design_name: "Under way",
			builder: world.designer.email,
			status: "requested",
			status_reason: null,
			percent: 0,
			requested_at: expect.any(String),
		};
		const builds = async (as: Principal) => (await of(as)).waiting.builds;
		for (const person of [world.designer, world.colleague, world.operator]) {
			expect(await builds(person)).toMatchObject({ total: 1, rows: [row] });
		}
		expect((await builds(world.outsider)).total).toBe(0);
		const claim = await claimBuild(service, "test");
		if (claim === null) throw new Error("The build waits.");
		expect((await builds(world.designer)).rows).toEqual([{ ...row, status: "building" }]);
		await postponeBuild(service, claim, "No space is left.");
		expect((await builds(world.operator)).rows).toEqual([{ ...row, status_reason: "No space is left." }]);
		service.advance(60_000);
		const again = await claimBuild(service, "test");
		if (again === null) throw new Error("The build waits.");
		await rejectBuild(service, again, "enough");
		expect((await builds(world.designer)).total).toBe(0);
		const failed = async () => (await of(world.designer)).failed.builds.rows.map(({ design_id }) => design_id);
		await dismiss(world.designer, { kind: "build", object_id: design.id });
		expect(await failed()).not.toContain(design.id);
		service.advance(60_000);
		await requestBuild(service, world.designer, design.id, { reason: "again" });
		const third = await claimBuild(service, "test");
		if (third === null) throw new Error("The build waits.");
		await rejectBuild(service, third, "still");
		expect(await failed()).toContain(design.id);
	});

	test("a schedule that could not be carried out is told for seven days", async () => {
		const at = service.now();
		await service.prisma.deploymentSchedule.create({
			data: {
				deployment_id: waiting.deployment.id,
				action: "activate",
				at,
				scheduled_by_id: world.administrator.userId,
				ran_at: at,
				problem: "the account is disabled",
			},
		});
		const row = {
			deployment_id: waiting.deployment.id,
			design_name: "Coffee shops",
			target_id: world.target.id,
			target: expect.any(String),
			action: "activate",
			at: at.toISOString(),
			problem: "the account is disabled",
		};
		expect((await of(world.administrator)).failed.schedules).toMatchObject({ total: 1, rows: [row] });
		expect((await of(world.outsider)).failed.schedules.total).toBe(0);
		await dismiss(world.operator, { kind: "schedule", object_id: waiting.deployment.id });
		expect((await of(world.operator)).failed.schedules.total).toBe(0);
		service.advance(7 * 24 * 3_600_000);
		expect((await of(world.administrator)).failed.schedules.total).toBe(0);
	});
});
