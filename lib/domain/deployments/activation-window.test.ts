import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ActivationHours } from "@/lib/contract/activation-window";
import { bulkBody } from "@/lib/contract/bulk";
import { createFreeze } from "@/lib/domain/targets/create-freeze";
import { deleteFreeze } from "@/lib/domain/targets/delete-freeze";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { WEEKDAYS } from "@/lib/rules/opening-hours";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { previewActivation } from "./preview/preview-activation";
import { getChecklist } from "./reads/get-checklist";
import { getDeploymentDetail } from "./reads/get-deployment-detail";
import { runDueSchedules } from "./schedules/run-due-schedules";
import { scheduleDeployment } from "./schedules/schedule-deployment";
import { activateDeployment } from "./transitions/activate-deployment";
import { deactivateDeployment } from "./transitions/deactivate-deployment";
import { decideInBulk } from "./transitions/decide-in-bulk";
import { deleteDeployment } from "./transitions/delete-deployment";
import { rejectDeployment } from "./transitions/reject-deployment";
import { requestDeployment } from "./transitions/request-deployment";
import { rollBackDeployment } from "./transitions/roll-back-deployment";

const HOUR = 3_600_000;

describe.each(testDatabaseKinds())("activation windows on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const inHours = (hours: number) => new Date(service.now().getTime() + hours * HOUR).toISOString();
	/** Allows activations of a target in one hour of every day, which begins some hours from now. */
	const openIn = (hours: number, targetId = world.target.id) => {
		const [from = "", to = ""] = [hours, hours + 1].map((at) => inHours(at).slice(11, 16));
		const activation_hours: ActivationHours = { time_zone: "UTC", hours: [{ days: [...WEEKDAYS], from, to }] };
		return editTarget(service, world.administrator, targetId, { activation_hours });
	};
	const openAlways = (targetId = world.target.id) =>
		editTarget(service, world.administrator, targetId, { activation_hours: null });
	const freeze = (hours: number, reason = "Holiday peak") =>
		createFreeze(service, world.administrator, world.target.id, { ends_at: inHours(hours), reason });
	const unfreeze = (id: string) => deleteFreeze(service, world.administrator, world.target.id, id);
	const activate = (id: string, override_reason?: string) =>
		activateDeployment(service, world.administrator, id, {}, { override_reason });
	const detail = (id: string) => getDeploymentDetail(service, world.designer, id);
	const lastEvent = (objectId: string) =>
		service.prisma.auditEvent.findFirstOrThrow({ where: { object_id: objectId }, orderBy: { id: "desc" } });
	const awake = (hours: number) => {
		service.advance(hours * HOUR);
		return runDueSchedules(service);
	};
	/** A design with an activated build and a request for a newer one. */
	const replaceable = async () => {
		const { deployment, design } = await createRequest(service, world);
		await activate(deployment.id);
		const buildId = await completeABuild(service, world.designer, design.id, 2_000);
		const newer = await requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
		return { older: deployment.id, newer: newer.id };
	};

	test("outside of the hours an activation says when it opens, and a reason overrides it on the record", async () => {
		const { deployment } = await createRequest(service, world);
		const opens = (await openIn(5)).window?.opens_at ?? "";
		const minute = `${opens.slice(0, 10)} ${opens.slice(11, 16)} UTC`;
		await expect(activate(deployment.id)).rejects.toMatchObject({
			kind: "InvalidState",
			message: expect.stringContaining(`is closed for activations (outside of its hours) and opens at ${minute}`),
		});
		expect(await detail(deployment.id)).toMatchObject({
			status: "requested",
			revision: 1,
			window: { open: false, reason: "outside_hours", opens_at: opens },
		});
		const preview = await previewActivation(service, world.administrator, deployment.id);
		expect(preview).toMatchObject({ allowed: true, refusal: null, window: { open: false, opens_at: opens } });
		expect(preview.warnings.map(({ code }) => code)).toContain("outside_window");
		await activate(deployment.id, "The campaign starts tonight");
		expect(await lastEvent(deployment.id)).toMatchObject({
			action: "activate",
			reason: null,
			detail: {
				override_reason: "The campaign starts tonight",
				outside_window: "outside of its hours",
				opens_at: opens,
			},
		});
		await openAlways();
	});

	test("a freeze holds activations and reactivations back, and names its reason; nothing else is held back", async () => {
		const { older, newer } = await replaceable();
		const { deployment: rejected } = await createRequest(service, world);
		const { id } = await freeze(2);
		await expect(activate(newer)).rejects.toThrow("(frozen: Holiday peak)");
		await rejectDeployment(service, world.administrator, rejected.id, {});
		await expect(activate(rejected.id)).rejects.toThrow("frozen");
		await deactivateDeployment(service, world.administrator, older);
		await expect(activate(older)).rejects.toThrow("frozen");
		await deleteDeployment(service, world.administrator, rejected.id);
		await unfreeze(id);
		await activate(older);
		expect(await lastEvent(older)).toMatchObject({ action: "activate", reason: null, detail: null });
	});

	test("a reason while the target is open is not recorded", async () => {
		const { deployment } = await createRequest(service, world);
		await openIn(-0.5);
		await activate(deployment.id, "not needed");
		expect(await lastEvent(deployment.id)).toMatchObject({ reason: null, detail: null });
		await openAlways();
	});

	test("a bad activation is rolled back at any time, and the record says that the target was closed", async () => {
		const { older, newer } = await replaceable();
		await activate(newer);
		const { id } = await freeze(2);
		await rollBackDeployment(service, world.administrator, newer);
		expect(await detail(older)).toMatchObject({ status: "activated" });
		expect(await lastEvent(older)).toMatchObject({
			action: "rollback",
			reason: null,
			detail: { rolled_back: newer, outside_window: "frozen: Holiday peak" },
		});
		await unfreeze(id);
	});

	test("a bulk activation refuses those of closed targets, and takes one reason for all of them", async () => {
		const { deployment: closed } = await createRequest(service, world);
		const { deployment: open } = await createRequest(service, world, world.secondTarget.id);
		const { id } = await freeze(2);
		const bulk = (override_reason?: string) =>
			decideInBulk(
				service,
				world.administrator,
				bulkBody.parse({ action: "activate", items: [{ id: closed.id }, { id: open.id }], override_reason }),
				(_item, work) => work(service),
			);
		expect(await bulk()).toMatchObject({
			done: 1,
			failed: 1,
			outcomes: [{ ok: false, error_type: "InvalidState", message: expect.stringContaining("frozen") }, { ok: true }],
		});
		expect((await bulk("Agreed with operations")).outcomes[0]).toMatchObject({ ok: true, status: "activated" });
		expect(await lastEvent(closed.id)).toMatchObject({ detail: { override_reason: "Agreed with operations" } });
		const [wrong] = bulkBody.safeParse({ action: "reject", items: [{ id }], override_reason: "x" }).error?.issues ?? [];
		expect(wrong).toMatchObject({ path: ["override_reason"], message: "is allowed with the action 'activate' alone" });
		await unfreeze(id);
	});

	test("a scheduled activation waits for the next opening, shows it, and is not missed", async () => {
		const { deployment } = await createRequest(service, world);
		const opens = (await openIn(5)).window?.opens_at;
		await scheduleDeployment(service, world.administrator, deployment.id, { activate_at: inHours(1) });
		expect((await detail(deployment.id)).schedule).toMatchObject({ waits_for_window: true, opens_at: opens });
		expect(await awake(1.5)).toBe(0);
		expect(await awake(2)).toBe(0);
		const { schedule, status } = await detail(deployment.id);
		expect(status).toBe("requested");
		expect(schedule).toMatchObject({ waits_for_window: true, opens_at: opens, last_problem: null });
		expect(schedule?.activate_at).not.toBeNull();
		const checklist = await getChecklist(service, world.designer, deployment.id);
		expect(checklist.steps.find(({ step }) => step === "approved")?.next).toContain("it waits until");
		expect(await awake(1.6)).toBe(1);
		expect(await detail(deployment.id)).toMatchObject({ status: "activated", schedule: null });
		await openAlways();
	});

	test("changed hours and a removed freeze let a waiting activation go at once, however late it is", async () => {
		const { deployment } = await createRequest(service, world);
		const { id } = await freeze(100);
		await scheduleDeployment(service, world.administrator, deployment.id, { activate_at: inHours(1) });
		expect(await awake(50)).toBe(0);
		expect(await awake(1)).toBe(0);
		await openIn(3);
		await unfreeze(id);
		expect(await awake(0)).toBe(0);
		await openAlways();
		expect(await awake(0)).toBe(1);
		expect(await detail(deployment.id)).toMatchObject({ status: "activated" });
	});

	test("a freeze that is removed while a schedule is looked at does not hold it", async () => {
		const { deployment } = await createRequest(service, world);
		const { id } = await freeze(100);
		await scheduleDeployment(service, world.administrator, deployment.id, { activate_at: inHours(1) });
		service.advance(HOUR);
		const { prisma } = service;
		let removed = false;
		const $rows: typeof prisma.$rows = async (sql, mode) => {
			const rows = await prisma.$rows(sql, mode);
			if (!removed && sql.sql.includes("AS freezes")) {
				removed = true;
				await unfreeze(id);
			}
			return rows as never;
		};
		const slow = new Proxy(prisma, { get: (real, name) => (name === "$rows" ? $rows : Reflect.get(real, name)) });
		expect(await runDueSchedules({ ...service, prisma: slow })).toBe(0);
		expect(removed).toBe(true);
		expect(await awake(0)).toBe(1);
		expect(await detail(deployment.id)).toMatchObject({ status: "activated" });
	});

	test("one whose opening passed while the service was down is missed an hour after it", async () => {
		const { deployment: soon } = await createRequest(service, world);
		const { deployment: late } = await createRequest(service, world);
		await openIn(5);
		await scheduleDeployment(service, world.administrator, late.id, { activate_at: inHours(1) });
		// Nobody looked between the scheduled time and now: the target opened seven hours ago.
		expect(await awake(12)).toBe(1);
		const { schedule } = await detail(late.id);
		expect(schedule?.last_problem?.problem).toContain("missed");
		await scheduleDeployment(service, world.administrator, soon.id, { activate_at: inHours(1) });
		// The opening is half an hour ago.
		await openIn(2);
		expect(await awake(2.5)).toBe(1);
		expect(await detail(soon.id)).toMatchObject({ status: "activated" });
		await openAlways();
	});

	test("a scheduled end is not held back, and ends an activation that still waits", async () => {
		const { deployment: live } = await createRequest(service, world);
		await activate(live.id);
		const { deployment: waiting } = await createRequest(service, world);
		const { id } = await freeze(100);
		await scheduleDeployment(service, world.administrator, live.id, { deactivate_at: inHours(2) });
		await scheduleDeployment(service, world.administrator, waiting.id, {
			activate_at: inHours(1),
			deactivate_at: inHours(2),
		});
		expect(await awake(2.5)).toBe(2);
		expect(await detail(live.id)).toMatchObject({ status: "deactivated" });
		const ended = await detail(waiting.id);
		expect(ended).toMatchObject({ status: "requested", schedule: { activate_at: null, deactivate_at: null } });
		expect(ended.schedule?.last_problem).toMatchObject({
			action: "activate",
			problem: expect.stringContaining("did not open for activations"),
		});
		await unfreeze(id);
		expect(await awake(1)).toBe(0);
		expect(await detail(waiting.id)).toMatchObject({ status: "requested" });
	});
});
