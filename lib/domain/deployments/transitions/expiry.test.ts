import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireRequests } from "@/lib/domain/deployments/expire-requests";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { runDueSchedules } from "@/lib/domain/deployments/schedules/run-due-schedules";
import { scheduleDeployment } from "@/lib/domain/deployments/schedules/schedule-deployment";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { activateDeployment } from "./activate-deployment";
import { requestDeployment } from "./request-deployment";
import { undoDecision } from "./undo-decision";

const DAY = 86_400_000;

describe.each(testDatabaseKinds())("expiry of requests on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		await setTtl(DAY / 1000);
	});
	afterAll(() => service.drop());

	const setTtl = (requestTtlSeconds: number | null) =>
		service.prisma.target.update({ where: { id: world.target.id }, data: { request_ttl_seconds: requestTtlSeconds } });
	const detail = (id: string) => getDeploymentDetail(service, world.designer, id);

	test("only a request that is older than its limit is cancelled, with a reason that its requester reads", async () => {
		const { deployment: old, build_id: buildId } = await createRequest(service, world);
		const { deployment: elsewhere } = await createRequest(service, world, world.secondTarget.id);
		const { deployment: activated } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, activated.id);
		const { expires_at, requested_at } = await detail(old.id);
		expect(Date.parse(expires_at ?? "") - Date.parse(requested_at)).toBe(DAY);
		service.advance(DAY / 2);
		const { deployment: young } = await createRequest(service, world);
		expect(await expireRequests(service)).toBe(0);
		service.advance(DAY / 2);
		expect(await expireRequests(service)).toBe(1);
		expect(await detail(old.id)).toMatchObject({
			status: "cancelled",
			status_reason: "expired",
			revision: 2,
			expires_at: null,
		});
		for (const { id } of [elsewhere, young]) expect((await detail(id)).status).toBe("requested");
		expect((await detail(activated.id)).status).toBe("activated");
		const event = await service.prisma.auditEvent.findFirst({ where: { object_id: old.id }, orderBy: { id: "desc" } });
		expect(event).toMatchObject({
			actor_id: null,
			actor_label: "expiry of requests",
			credential: "system",
			action: "expire",
			status_before: "requested",
			status_after: "cancelled",
			reason: "expired",
			target_id: world.target.id,
		});
		// An expired request does not block a new one.
		await requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
		await setTtl(null);
		service.advance(2 * DAY);
		expect(await expireRequests(service)).toBe(0);
		await setTtl(DAY / 1000);
		expect(await expireRequests(service)).toBe(2);
	});

	test("a request whose decision is undone waits its whole time again", async () => {
		const { deployment } = await createRequest(service, world);
		service.advance(DAY - 15_000);
		await activateDeployment(service, world.administrator, deployment.id);
		service.advance(20_000);
		const undone = await undoDecision(service, world.administrator, deployment.id);
		expect(await expireRequests(service)).toBe(0);
		expect((await detail(deployment.id)).expires_at).toBe(new Date(Date.parse(undone.updated_at) + DAY).toISOString());
		service.advance(DAY);
		expect(await expireRequests(service)).toBe(1);
		expect(await detail(deployment.id)).toMatchObject({ status: "cancelled", status_reason: "expired" });
	});

	test("a request with a scheduled activation does not expire", async () => {
		const { deployment } = await createRequest(service, world);
		const at = new Date(service.now().getTime() + 3 * DAY).toISOString();
		const scheduled = await scheduleDeployment(service, world.administrator, deployment.id, { activate_at: at });
		expect(scheduled.expires_at).toBeNull();
		service.advance(2 * DAY);
		expect(await expireRequests(service)).toBe(0);
		service.advance(DAY);
		expect(await runDueSchedules(service)).toBe(1);
		expect((await detail(deployment.id)).status).toBe("activated");
	});

	test("many requests are cancelled in batches", async () => {
		const { deployment } = await createRequest(service, world);
		const { id: _, ...row } = await service.prisma.deployment.findUniqueOrThrow({ where: { id: deployment.id } });
		const builds = await service.prisma.build.createManyAndReturn({
			data: Array.from({ length: 120 }, () => ({
				design_id: row.design_id,
				type: "proximity" as const,
				name: "x",
				status: "done" as const,
				reason: "a test",
				requested_by_id: row.requester_id,
				requested_by_org_id: row.requester_org_id,
				completed_at: row.build_date,
				size: row.build_size,
				digest: "0".repeat(64),
				file_key: "builds/none",
			})),
			select: { id: true },
		});
		await service.prisma.deployment.createMany({
			data: builds.map(({ id: buildId }) => ({ ...row, build_id: buildId })),
		});
		service.advance(2 * DAY);
		const processes = kind === "postgres" ? 3 : 1;
		const ended = await Promise.all(Array.from({ length: processes }, () => expireRequests(service)));
		expect(ended.reduce((sum, count) => sum + count) + (await expireRequests(service))).toBe(121);
		const events = await service.prisma.auditEvent.count({ where: { design_id: row.design_id, action: "expire" } });
		expect(events).toBe(121);
	});

	onPostgres("expiry and activation at once: one of them happens and records one event", async () => {
		for (let round = 0; round < 20; round += 1) {
			const { deployment } = await createRequest(service, world);
			service.advance(2 * DAY);
			const activate = activateDeployment(service, world.administrator, deployment.id);
			const outcomes = await outcomesOf([activate, expireRequests(service)]);
			const { status } = await detail(deployment.id);
			expect(outcomes).toEqual(status === "activated" ? { done: 2 } : { done: 1, InvalidState: 1 });
			const events = await service.prisma.auditEvent.findMany({ where: { object_id: deployment.id } });
			expect(events).toHaveLength(2);
		}
	});
});
