import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { getDeploymentDetail } from "./reads/get-deployment-detail";
import { runDueSchedules } from "./schedules/run-due-schedules";
import { activateDeployment } from "./transitions/activate-deployment";
import { cancelDeployment } from "./transitions/cancel-deployment";
import { decideInBulk } from "./transitions/decide-in-bulk";
import { rejectDeployment } from "./transitions/reject-deployment";
import { requestDeployment } from "./transitions/request-deployment";

const HOUR = 3_600_000;

describe.each(testDatabaseKinds())("campaign dates on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const inHours = (hours: number) => new Date(service.now().getTime() + hours * HOUR).toISOString();
	const request = async (hours: { from?: number; until?: number }) => {
		const design = await createProximityDesign(service, world.designer);
		const buildId = await completeABuild(service, world.designer, design.id);
		return requestDeployment(service, world.designer, buildId, {
			targetId: world.target.id,
			...(hours.from === undefined ? {} : { activate_at: inHours(hours.from) }),
			...(hours.until === undefined ? {} : { deactivate_at: inHours(hours.until) }),
		});
	};
	const detail = (id: string) => getDeploymentDetail(service, world.administrator, id);
	const asProposed = (id: string) => activateDeployment(service, world.administrator, id, {}, { as_proposed: true });
	const actionsOf = async (objectId: string) =>
		(await service.prisma.auditEvent.findMany({ where: { object_id: objectId }, orderBy: { id: "asc" } })).map(
			({ action }) => action,
		);

	test("are validated as schedules are, stored, and recorded with the request", async () => {
		await expect(request({ from: -1 })).rejects.toThrow(InvalidArgumentError);
		await expect(request({ from: -1 })).rejects.toThrow("'activate_at': must be in the future");
		await expect(request({ from: 2, until: 1 })).rejects.toThrow("'deactivate_at': must be later than 'activate_at'");
		const { id } = await request({ from: 1, until: 3 });
		const row = await service.prisma.deployment.findUniqueOrThrow({ where: { id } });
		const proposed = {
			activate_at: row.proposed_activate_at?.toISOString(),
			deactivate_at: row.proposed_deactivate_at?.toISOString(),
		};
		expect(Object.values(proposed)).toEqual([expect.any(String), expect.any(String)]);
		expect((await detail(id)).proposed).toEqual(proposed);
		const [event] = await service.prisma.auditEvent.findMany({ where: { object_id: id } });
		expect(event?.detail).toEqual(proposed);
		const plain = await request({});
		expect((await detail(plain.id)).proposed).toBeNull();
	});

	test("a future beginning is scheduled under the administrator's name, and runs", async () => {
		const { id } = await request({ from: 1, until: 3 });
		const { proposed } = await detail(id);
		expect(await asProposed(id)).toMatchObject({ status: "requested", deployer: null });
		expect(await detail(id)).toMatchObject({
			status: "requested",
			revision: 2,
			schedule: { ...proposed, by: world.administrator.email },
		});
		service.advance(HOUR);
		await runDueSchedules(service);
		expect(await detail(id)).toMatchObject({ status: "activated", deployer: world.administrator.email });
		service.advance(2 * HOUR);
		await runDueSchedules(service);
		expect(await detail(id)).toMatchObject({ status: "deactivated", schedule: null });
		expect(await actionsOf(id)).toEqual(["request", "schedule", "activate", "deactivate"]);
	});

	test("without a beginning to come it is activated at once, and its end is scheduled", async () => {
		const late = await request({ from: 1, until: 5 });
		const open = await request({ until: 5 });
		const endless = await request({ from: 1 });
		service.advance(2 * HOUR);
		for (const { id } of [late, open]) {
			expect(await asProposed(id)).toMatchObject({ status: "activated", deployer: world.administrator.email });
			const { schedule, proposed, revision } = await detail(id);
			expect(schedule).toMatchObject({ activate_at: null, deactivate_at: proposed?.deactivate_at });
			expect(revision).toBe(3);
		}
		await asProposed(endless.id);
		expect(await detail(endless.id)).toMatchObject({ status: "activated", schedule: null, revision: 2 });
	});

	test("a proposed end that has passed is refused, and activating now stays possible", async () => {
		const { id } = await request({ from: 1, until: 2 });
		service.advance(3 * HOUR);
		await expect(asProposed(id)).rejects.toThrow(InvalidStateError);
		await expect(asProposed(id)).rejects.toThrow("the proposed end has passed");
		expect(await activateDeployment(service, world.administrator, id)).toMatchObject({ status: "activated" });
		expect((await detail(id)).schedule).toBeNull();
	});

	test("hold for the revision, the file and the four-eyes rule alone", async () => {
		const { id } = await request({ from: 1 });
		const decide = (expectation: object) =>
			activateDeployment(service, world.administrator, id, expectation, { as_proposed: true });
		await expect(decide({ revision: 9 })).rejects.toThrow("at revision 1, not 9");
		await expect(decide({ digest: `sha256:${"0".repeat(64)}` })).rejects.toThrow("digest");
		await service.prisma.deployment.update({ where: { id }, data: { requester_id: world.operator.userId } });
		await service.prisma.target.update({ where: { id: world.target.id }, data: { four_eyes: true } });
		const own = activateDeployment(service, world.operator, id, {}, { as_proposed: true });
		await expect(own).rejects.toThrow("four-eyes");
		await service.prisma.target.update({ where: { id: world.target.id }, data: { four_eyes: false } });
		expect((await detail(id)).schedule).toBeNull();
	});

	test("a rejected request is not scheduled, which the contract could not list, and a cancelled one is gone", async () => {
		const { id } = await request({ from: 1 });
		await rejectDeployment(service, world.administrator, id, {});
		await expect(asProposed(id)).rejects.toThrow("cannot activate a rejected deployment as proposed before its time");
		service.advance(2 * HOUR);
		expect(await asProposed(id)).toMatchObject({ status: "activated" });
		const cancelled = await request({ from: 1 });
		await cancelDeployment(service, world.designer, cancelled.id, {});
		await expect(asProposed(cancelled.id)).rejects.toThrow("'cancelled'");
	});

	test("in bulk each request has its own dates", async () => {
		const [later, now, over] = [await request({ from: 4 }), await request({}), await request({ until: 1 })];
		service.advance(2 * HOUR);
		const items = [later, now, over].map(({ id }) => ({ id }));
		const bulk = { action: "activate", items, as_proposed: true } as const;
		const result = await decideInBulk(service, world.administrator, bulk, (_item, work) => work(service));
		expect(result.outcomes).toEqual([
			{ id: later.id, ok: true, status: "requested", revision: 2 },
			{ id: now.id, ok: true, status: "activated", revision: 2 },
			{ id: over.id, ok: false, error_type: "InvalidState", message: expect.stringContaining("has passed") },
		]);
		expect((await detail(later.id)).schedule?.by).toBe(world.administrator.email);
	});
});
