import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScheduleBody } from "@/lib/contract/schedule";
import type { Principal } from "@/lib/domain/access/principal";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { deleteDeployment } from "@/lib/domain/deployments/transitions/delete-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { ForbiddenError, InvalidArgumentError, InvalidStateError, NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { runDueSchedules } from "./run-due-schedules";
import { scheduleDeployment } from "./schedule-deployment";
import { unscheduleDeployment } from "./unschedule-deployment";

const HOUR = 3_600_000;

describe.each(testDatabaseKinds())("schedules of deployments on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const inHours = (hours: number) => new Date(service.now().getTime() + hours * HOUR).toISOString();
	const schedule = (
		id: string,
		hours: { activate?: number; deactivate?: number },
		principal: Principal = world.administrator,
	) =>
		scheduleDeployment(service, principal, id, {
			activate_at: hours.activate === undefined ? undefined : inHours(hours.activate),
			deactivate_at: hours.deactivate === undefined ? undefined : inHours(hours.deactivate),
		});
	const detail = (id: string) => getDeploymentDetail(service, world.operator, id);
	const eventsOf = (objectId: string) =>
		service.prisma.auditEvent.findMany({ where: { object_id: objectId }, orderBy: { id: "asc" } });
	const awake = (hours: number) => {
		service.advance(hours * HOUR);
		return runDueSchedules(service);
	};

	test("activates and deactivates at the scheduled times in the name of the scheduling administrator", async () => {
		const { deployment } = await createRequest(service, world);
		const scheduled = await schedule(deployment.id, { activate: 1, deactivate: 3 });
		expect(scheduled).toMatchObject({
			status: "requested",
			revision: 2,
			schedule: {
				by: world.administrator.email,
				by_person: { id: world.administrator.userId, name: "" },
				last_problem: null,
			},
		});
		expect(await awake(0.5)).toBe(0);
		expect(await awake(1)).toBe(1);
		const active = await detail(deployment.id);
		expect(active).toMatchObject({
			status: "activated",
			deployer: world.administrator.email,
			schedule: { activate_at: null, deactivate_at: scheduled.schedule?.deactivate_at },
		});
		expect(await runDueSchedules(service)).toBe(0);
		expect(await awake(2)).toBe(1);
		expect(await detail(deployment.id)).toMatchObject({ status: "deactivated", schedule: null });
		const events = await eventsOf(deployment.id);
		expect(events.map(({ action, credential }) => [action, credential])).toEqual([
			["request", "session"],
			["schedule", "session"],
			["activate", "schedule"],
			["deactivate", "schedule"],
		]);
		expect(events[2]).toMatchObject({
			actor_id: world.administrator.userId,
			address: null,
			status_before: "requested",
		});
		const rows = await service.prisma.deploymentSchedule.findMany({ where: { deployment_id: deployment.id } });
		expect(rows.map(({ id }) => id)).toContain(events[2]?.credential_id);
	});

	test("is refused with a reason for times, order, status, right, four-eyes and revision", async () => {
		const { deployment } = await createRequest(service, world);
		const { id } = deployment;
		await expect(schedule(id, { activate: -1 })).rejects.toThrow(InvalidArgumentError);
		await expect(schedule(id, { activate: -1 })).rejects.toThrow("'activate_at': must be in the future");
		await expect(schedule(id, { activate: 2, deactivate: 1 })).rejects.toThrow("must be later than 'activate_at'");
		await expect(schedule(id, { deactivate: 2 })).rejects.toThrow("whose status is 'requested'");
		await expect(schedule(id, { activate: 1 }, world.designer)).rejects.toThrow(ForbiddenError);
		await expect(schedule(id, { activate: 1 }, world.otherAdministrator)).rejects.toThrow(NotFoundError);
		const stale = scheduleDeployment(service, world.administrator, id, { activate_at: inHours(1) }, { revision: 7 });
		await expect(stale).rejects.toThrow("at revision 1, not 7");
		await activateDeployment(service, world.administrator, id);
		await expect(schedule(id, { activate: 1 })).rejects.toThrow("whose status is 'activated'");
		await expect(schedule(id, { deactivate: 1 })).resolves.toMatchObject({ status: "activated" });
		await unscheduleDeployment(service, world.administrator, id);
		const cancelled = (await createRequest(service, world)).deployment;
		await cancelDeployment(service, world.designer, cancelled.id, {});
		await expect(schedule(cancelled.id, { activate: 1 })).rejects.toThrow(InvalidStateError);
		const own = (await createRequest(service, world, world.secondTarget.id)).deployment;
		await service.prisma.target.update({ where: { id: world.secondTarget.id }, data: { four_eyes: true } });
		await service.prisma.deployment.update({
			where: { id: own.id },
			data: { requester_id: world.operator.userId },
		});
		await expect(schedule(own.id, { activate: 1 }, world.operator)).rejects.toThrow("four-eyes");
		await service.prisma.target.update({ where: { id: world.secondTarget.id }, data: { four_eyes: false } });
	});

	test("replaces an earlier one, can be withdrawn, and ends with a manual decision", async () => {
		const { deployment } = await createRequest(service, world);
		await schedule(deployment.id, { activate: 1, deactivate: 5 });
		const second = await schedule(deployment.id, { activate: 2 }, world.operator);
		expect(second.schedule).toMatchObject({ deactivate_at: null, by: world.operator.email });
		const none = await unscheduleDeployment(service, world.administrator, deployment.id, { revision: second.revision });
		expect(none).toMatchObject({ schedule: null, revision: second.revision + 1 });
		const again = await unscheduleDeployment(service, world.administrator, deployment.id);
		expect(again.revision).toBe(none.revision);
		expect(await awake(3)).toBe(0);

		await schedule(deployment.id, { activate: 1, deactivate: 2 });
		await activateDeployment(service, world.administrator, deployment.id);
		expect((await detail(deployment.id)).schedule).toMatchObject({ activate_at: null });
		await deactivateDeployment(service, world.administrator, deployment.id);
		expect((await detail(deployment.id)).schedule).toBeNull();
		expect(await awake(3)).toBe(0);

		const rejected = (await createRequest(service, world)).deployment;
		await schedule(rejected.id, { activate: 1 });
		await rejectDeployment(service, world.operator, rejected.id, {});
		const deleted = (await createRequest(service, world)).deployment;
		await schedule(deleted.id, { activate: 1 });
		await deleteDeployment(service, world.operator, deleted.id);
		expect(await awake(2)).toBe(0);
		expect(await detail(rejected.id)).toMatchObject({ status: "rejected" });
	});

	test("a schedule that is no longer allowed is recorded as a problem once", async () => {
		const { deployment } = await createRequest(service, world);
		await schedule(deployment.id, { activate: 1 });
		const { userId: id } = world.administrator;
		await service.prisma.user.update({ where: { id }, data: { disabled_at: service.now() } });
		expect(await awake(1.5)).toBe(1);
		expect(await runDueSchedules(service)).toBe(0);
		const failed = await detail(deployment.id);
		expect(failed).toMatchObject({
			status: "requested",
			schedule: {
				activate_at: null,
				by: null,
				last_problem: {
					action: "activate",
					by: world.administrator.email,
					problem: `the account of ${world.administrator.email} is disabled`,
				},
			},
		});
		expect((await eventsOf(deployment.id)).at(-1)).toMatchObject({
			action: "schedule_failed",
			actor_label: `schedule of ${world.administrator.email}`,
			credential: "system",
			reason: failed.schedule?.last_problem?.problem,
		});
		await service.prisma.user.update({ where: { id }, data: { disabled_at: null, role: "designer" } });
		await service.prisma.deploymentSchedule.create({
			data: { deployment_id: deployment.id, action: "activate", at: service.now(), scheduled_by_id: id },
		});
		expect(await awake(0)).toBe(1);
		expect((await detail(deployment.id)).schedule?.last_problem?.problem).toContain("no longer sees this deployment");
		await service.prisma.user.update({ where: { id }, data: { role: "administrator" } });
		await activateDeployment(service, world.administrator, deployment.id);
		expect((await detail(deployment.id)).schedule).toBeNull();
	});

	test("replaces the active build unless that is newer and was activated after the scheduling", async () => {
		const { design, deployment: first } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, first.id);
		const request = async () =>
			requestDeployment(service, world.designer, await completeABuild(service, world.designer, design.id), {
				targetId: world.target.id,
			});
		const second = await request();
		const third = await request();
		await schedule(second.id, { activate: 1 });
		expect(await awake(1.5)).toBe(1);
		expect([await detail(first.id), await detail(second.id)]).toMatchObject([
			{ status: "deactivated" },
			{ status: "activated" },
		]);
		await schedule(first.id, { activate: 1 });
		await activateDeployment(service, world.administrator, third.id);
		expect(await awake(1.5)).toBe(1);
		expect(await detail(third.id)).toMatchObject({ status: "activated" });
		expect((await detail(first.id)).schedule?.last_problem?.problem).toContain(third.id);
	});

	test("runs while it is less than an hour late; later it is missed, which history and page say", async () => {
		const late = (await createRequest(service, world)).deployment;
		const missed = (await createRequest(service, world)).deployment;
		await schedule(missed.id, { activate: 0.5, deactivate: 1 });
		await schedule(late.id, { activate: 1.5, deactivate: 4 });
		expect(await awake(2.25)).toBe(3);
		expect(await runDueSchedules(service)).toBe(0);
		expect(await detail(late.id)).toMatchObject({ status: "activated", schedule: { last_problem: null } });
		const problem =
			"missed: the service was not available until 105 minutes after the scheduled time, and runs a schedule at most 60 minutes late";
		expect(await detail(missed.id)).toMatchObject({
			status: "requested",
			schedule: { activate_at: null, last_problem: { action: "activate", by: world.administrator.email, problem } },
		});
		expect((await eventsOf(missed.id)).map(({ action, reason }) => [action, reason])).toEqual([
			["request", "please"],
			["schedule", null],
			["schedule_failed", problem],
		]);
		// What was to end goes on, and is told as well.
		expect(await awake(30)).toBe(1);
		expect(await detail(late.id)).toMatchObject({
			status: "activated",
			schedule: { last_problem: { action: "deactivate", problem: expect.stringContaining("until 28 hours after") } },
		});
		const patient = { ...service, settings: { ...service.settings, SCHEDULE_LATEST_SECONDS: 200_000 } };
		await schedule(late.id, { deactivate: 1 });
		service.advance(30 * HOUR);
		expect(await runDueSchedules(patient)).toBe(1);
		expect(await detail(late.id)).toMatchObject({ status: "deactivated", schedule: null });
	});

	test("at one time what ends runs first, and of several builds the newest is activated", async () => {
		for (let round = 0; round < 3; round += 1) {
			const { design, deployment: first } = await createRequest(service, world);
			const request = async () =>
				requestDeployment(service, world.designer, await completeABuild(service, world.designer, design.id), {
					targetId: world.target.id,
				});
			const [second, third] = [await request(), await request()];
			await activateDeployment(service, world.administrator, third.id);
			const at = inHours(1);
			const handOver = (id: string, body: ScheduleBody) => scheduleDeployment(service, world.administrator, id, body);
			await handOver(first.id, { activate_at: at });
			await handOver(third.id, { deactivate_at: at });
			await handOver(second.id, { activate_at: at });
			expect(await awake(1.5)).toBe(3);
			expect(
				(await Promise.all([first, second, third].map(({ id }) => detail(id)))).map(({ status }) => status),
			).toEqual(["requested", "activated", "deactivated"]);
			expect((await detail(first.id)).schedule?.last_problem?.problem).toContain(second.id);
			expect((await eventsOf(third.id)).map(({ action }) => action).slice(-1)).toEqual(["deactivate"]);
		}
	});

	onPostgres("four processes at once run each schedule once", async () => {
		const ids: string[] = [];
		for (let number = 0; number < 12; number += 1) {
			const { deployment } = await createRequest(service, world);
			await schedule(deployment.id, { activate: 1 });
			ids.push(deployment.id);
		}
		service.advance(1.5 * HOUR);
		const ran = await Promise.all([1, 2, 3, 4].map(() => runDueSchedules(service)));
		expect(ran.reduce((sum, count) => sum + count) + (await runDueSchedules(service))).toBe(12);
		const activations = await service.prisma.auditEvent.findMany({
			where: { object_id: { in: ids }, action: "activate" },
		});
		expect(activations).toHaveLength(12);
	});

	onPostgres("a schedule against manual decisions: each takes effect once, and nothing waits forever", async () => {
		for (let round = 0; round < 15; round += 1) {
			const { deployment } = await createRequest(service, world);
			await schedule(deployment.id, { activate: 1 });
			service.advance(1.5 * HOUR);
			const { id } = deployment;
			const byHand = [
				() => rejectDeployment(service, world.operator, id, {}),
				() => activateDeployment(service, world.operator, id),
				() => unscheduleDeployment(service, world.operator, id),
			][round % 3] as () => Promise<unknown>;
			const outcomes = await outcomesOf([byHand(), runDueSchedules(service)]);
			await runDueSchedules(service);
			expect([{ done: 2 }, { done: 1, InvalidState: 1 }]).toContainEqual(outcomes);
			const upcoming = await service.prisma.deploymentSchedule.count({ where: { deployment_id: id, ran_at: null } });
			expect(upcoming).toBe(0);
			const activations = await service.prisma.auditEvent.count({ where: { object_id: id, action: "activate" } });
			const { status } = await detail(id);
			expect(activations).toBe(status === "activated" ? 1 : 0);
		}
	});
});
