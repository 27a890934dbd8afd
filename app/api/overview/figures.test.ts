import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { scheduleDeployment } from "@/lib/domain/deployments/schedules/schedule-deployment";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { getOverview } from "@/lib/domain/overview/get-overview";
import { sampleFigures } from "@/lib/domain/overview/sample-figures";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";

const DAY_MS = 86_400_000;

describe.each(testDatabaseKinds())("the figures of the overview on %s", (kind) => {
	let service: TestService;
	let world: World;
	let first: Awaited<ReturnType<typeof createRequest>>;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		first = await createRequest(service, world);
		service.advance(600_000);
		await activateDeployment(service, world.administrator, first.deployment.id);
	});
	afterAll(() => service.drop());

	const of = (as: Principal) => getOverview(service, as);
	const report = (deployment: string) =>
		recordAgentReport(
			service,
			{ agentKeyId: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", targetId: world.target.id },
			{
				instance_id: "rack-4",
				version: "1.0.0",
				tags: [],
				memory_used: 0,
				memory_limit: null,
				deployments: [{ deployment_id: deployment, digest: null, state: "loaded", error: null }],
			},
		);
	const today = () => service.now().toISOString().slice(0, 10);
	const targetsOf = (organizationId: string) =>
		service.prisma.target.count({ where: { organization_id: organizationId } });

	test("a former day has its last record, by organization and in all, and today its current figures", async () => {
		const targets = await targetsOf(world.administrator.organizationId);
		expect(await sampleFigures(service)).toBeGreaterThanOrEqual(2);
		expect(await sampleFigures(service)).toBe(0);
		const before = {
			day: today(),
			pending: 0,
			activated: 1,
			live: 0,
			targets,
			targets_online: 0,
			decision_seconds: 600,
		};
		expect((await of(world.administrator)).figures).toEqual({
			pending: 0,
			oldest_request_at: null,
			activated: 1,
			live: 0,
			targets,
			targets_online: 0,
			decision_seconds: 600,
			days: [before],
		});
		service.advance(DAY_MS);
		const waiting = await createRequest(service, world);
		await report(first.deployment.id);
		const now = { ...before, day: today(), pending: 1, live: 1, targets_online: 1 };
		const days = async () => (await of(world.administrator)).figures?.days;
		expect(await days()).toEqual([before, now]);
		await sampleFigures(service);
		const { requested_at: requestedAt } = await service.prisma.deployment.findUniqueOrThrow({
			where: { id: waiting.deployment.id },
		});
		expect((await of(world.administrator)).figures).toEqual({
			pending: 1,
			oldest_request_at: requestedAt.toISOString(),
			activated: 1,
			live: 1,
			targets,
			targets_online: 1,
			decision_seconds: 600,
			days: [before, now],
		});
		expect((await of(world.operator)).figures?.days.map(({ pending }) => pending)).toEqual([0, 1]);
		expect((await of(world.otherAdministrator)).figures).toMatchObject({ activated: 0, live: 0, pending: 0 });
		// A clock that was set back makes no decision of less than no time.
		service.advance(-10_000);
		await rejectDeployment(service, world.administrator, waiting.deployment.id, { message: "too large" });
		service.advance(610_000);
		const later = { ...now, pending: 0, live: 0, targets_online: 0 };
		expect(await days()).toEqual([before, later]);
		await sampleFigures(service);
		expect(await days()).toEqual([before, { ...later, decision_seconds: 300 }]);
	});

	test("days that are no longer shown are removed", async () => {
		service.advance(29 * DAY_MS);
		await sampleFigures(service);
		const kept = await service.prisma.overviewDay.findMany({ select: { day: true }, distinct: ["day"] });
		expect(kept.map(({ day }) => day.toISOString().slice(0, 10))).toEqual([today()]);
	});

	test("designers see their designs by stage, and nobody's else", async () => {
		await createProximityDesign(service, world.designer, "Draft");
		const built = await createProximityDesign(service, world.designer, "Built");
		await completeABuild(service, world.designer, built.id, 100);
		expect((await of(world.designer)).stages).toEqual({
			in_design: 1,
			building: 0,
			not_built: 0,
			built: 2,
			requested: 0,
			live: 1,
		});
		expect((await of(world.colleague)).stages).toMatchObject({ in_design: 0, live: 0 });
		const administrator = await of(world.administrator);
		expect([administrator.stages, (await of(world.designer)).figures]).toEqual([null, null]);
	});

	test("a rejected request is told to its requester until the design is requested there again", async () => {
		const rejected = await createRequest(service, world);
		await rejectDeployment(service, world.administrator, rejected.deployment.id, { message: "wrong city" });
		const row = {
			deployment_id: rejected.deployment.id,
			design_id: rejected.design.id,
			design_name: "Coffee shops",
			target: expect.any(String),
			outcome: "rejected",
			reason: "wrong city",
			at: expect.any(String),
		};
		const ended = async (as: Principal) => (await of(as)).failed.requests;
		expect((await ended(world.designer)).rows[0]).toEqual(row);
		expect((await ended(world.colleague)).total).toBe(0);
		const { total } = await ended(world.designer);
		service.advance(1_000);
		const again = await completeABuild(service, world.designer, rejected.design.id, 100);
		await requestDeployment(service, world.designer, again, { targetId: world.target.id });
		expect((await ended(world.designer)).total).toBe(total - 1);
	});

	test("the matrix has live, scheduled and older builds of what the caller sees", async () => {
		const { design, deployment } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, deployment.id);
		await report(deployment.id);
		const newer = await completeABuild(service, world.designer, design.id, 200);
		service.advance(1_000);
		const waiting = await requestDeployment(service, world.designer, newer, { targetId: world.target.id });
		const later = new Date(service.now().getTime() + DAY_MS).toISOString();
		await scheduleDeployment(service, world.administrator, waiting.id, { activate_at: later });
		const noAgents = { actual: null, agents_expected: 0, agents_loaded: 0, agents_failed: 0 };
		const cells = [
			{
				target_id: world.target.id,
				deployment_id: waiting.id,
				status: "requested",
				...noAgents,
				schedule: { activate_at: later },
				out_of_date: false,
			},
			{
				target_id: world.target.id,
				deployment_id: deployment.id,
				status: "activated",
				actual: "loaded",
				agents_expected: 1,
				agents_loaded: 1,
				agents_failed: 0,
				schedule: null,
				out_of_date: true,
			},
		];
		for (const person of [world.designer, world.administrator, world.operator]) {
			const [newest] = (await of(person)).live.designs;
			expect(newest).toMatchObject({ design_id: design.id, design_name: "Coffee shops", type: "proximity" });
			expect(newest?.cells.toSorted((one, other) => one.status.localeCompare(other.status) * -1)).toEqual(cells);
		}
		expect((await of(world.outsider)).live.designs).toEqual([]);
	});
});
