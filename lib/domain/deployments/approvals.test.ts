import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { regenerateKey } from "@/lib/domain/accounts/keys/regenerate-key";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { previewActivation } from "./preview/preview-activation";
import { getDeploymentDetail } from "./reads/get-deployment-detail";
import { runDueSchedules } from "./schedules/run-due-schedules";
import { scheduleDeployment } from "./schedules/schedule-deployment";
import { unscheduleDeployment } from "./schedules/unschedule-deployment";
import { activateDeployment } from "./transitions/activate-deployment";
import { deactivateDeployment } from "./transitions/deactivate-deployment";
import { decideInBulk } from "./transitions/decide-in-bulk";
import { deleteDeployment } from "./transitions/delete-deployment";
import { rejectDeployment } from "./transitions/reject-deployment";
import { requestDeployment } from "./transitions/request-deployment";
import { rollBackDeployment } from "./transitions/roll-back-deployment";
import { undoDecision } from "./transitions/undo-decision";

const HOUR = 3_600_000;

describe.each(testDatabaseKinds())("approvals on %s", (kind) => {
	let service: TestService;
	let world: World;
	let ada: Principal;
	let ben: Principal;
	let cem: Principal;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		[ada, ben, cem] = [world.administrator, await colleague("ben"), await colleague("cem")];
	});
	beforeEach(() => ask({ required_approvals: 2 }));
	afterEach(() => ask({ required_approvals: 1, second_approval_for_delete: false, four_eyes: false }));
	afterAll(() => service.drop());

	async function colleague(name: string): Promise<Principal> {
		const email = `${name}-${world.target.slug}@example.com`;
		const { organizationId } = world.administrator;
		const { id } = await service.prisma.user.create({
			data: {
				organization_id: organizationId,
				email,
				email_key: email,
				role: "administrator",
				password_hash: "no password fits",
			},
		});
		return { ...world.administrator, userId: id, email };
	}
	const ask = (data: object) =>
		service.prisma.target.update({ where: { id: world.target.id }, data, select: { id: true } });
	const newRequest = async () => (await createRequest(service, world)).deployment.id;
	const activate = (who: Principal, id: string, options: object = {}) =>
		activateDeployment(service, who, id, {}, options);
	const detail = (id: string, who = world.operator) => getDeploymentDetail(service, who, id);
	const events = (objectId: string) =>
		service.prisma.auditEvent.findMany({ where: { object_id: objectId }, orderBy: { id: "asc" } });
	const inHours = (hours: number) => new Date(service.now().getTime() + hours * HOUR).toISOString();

	test("the last administrator activates, and everybody sees who has approved", async () => {
		const id = await newRequest();
		expect((await detail(id)).approvals).toMatchObject({ action: "activate", required: 2, missing: 2, given: [] });
		expect(await activate(ada, id)).toMatchObject({ status: "requested", approved_at: null, deployer: null });
		expect(await detail(id, ada)).toMatchObject({
			revision: 2,
			approvals: {
				missing: 1,
				given: [{ by: ada.email, by_person: { id: ada.userId, name: "" } }],
				yours: true,
				activate_at: null,
			},
		});
		expect((await detail(id, ben)).approvals?.yours).toBe(false);
		expect(await activate(ben, id)).toMatchObject({ status: "activated", deployer: ben.email });
		const [, approved, activated] = await events(id);
		expect(approved).toMatchObject({
			action: "approve",
			actor_id: ada.userId,
			detail: { approvals: 1, required: 2 },
			status_after: "requested",
		});
		expect(activated).toMatchObject({ action: "activate", detail: { approved_by: [ada.email, ben.email] } });
		expect((await detail(id)).approvals).toBeNull();
	});

	test("three of three, an operator among them; only the first asks the others", async () => {
		await ask({ required_approvals: 3 });
		const id = await newRequest();
		for (const who of [ada, world.operator]) await activate(who, id);
		expect((await detail(id)).approvals).toMatchObject({ missing: 1, required: 3 });
		expect(await activate(cem, id)).toMatchObject({ status: "activated" });
		expect((await events(id)).map(({ action }) => action)).toEqual(["request", "approve", "approve_also", "activate"]);
	});

	test("nobody counts twice, and a preview says so", async () => {
		const id = await newRequest();
		await activate(ada, id);
		await expect(activate(ada, id)).rejects.toThrow(InvalidStateError);
		await expect(activate(ada, id)).rejects.toThrow("you have approved this already: 1 more administrator must");
		expect(await previewActivation(service, ada, id)).toMatchObject({ allowed: false, refusal: { code: "approved" } });
		expect(await previewActivation(service, ben, id)).toMatchObject({ allowed: true, refusal: null });
		expect((await detail(id)).status).toBe("requested");
	});

	test("neither does a credential that somebody issued for another", async () => {
		const keyOf = async (owner: Principal, issuer: Principal): Promise<Principal> => {
			const { id } = await service.prisma.apiKey.create({
				data: {
					user_id: owner.userId,
					issued_by_id: issuer.userId,
					label: "deputy",
					prefix: "tsk_",
					secret_hash: Buffer.from(`${owner.email} ${issuer.email} ${Math.random()}`),
					scopes: ["administer"],
				},
			});
			return { ...owner, credential: { kind: "api_key", id } };
		};
		const byKey = await keyOf(ben, ada);
		const first = await newRequest();
		await activate(ada, first);
		await expect(activate(byKey, first)).rejects.toThrow(ForbiddenError);
		await expect(activate(byKey, first)).rejects.toThrow("another person must approve it");
		const second = await newRequest();
		await activate(byKey, second);
		await expect(activate(ada, second)).rejects.toThrow(ForbiddenError);
		expect(await activate(cem, second)).toMatchObject({ status: "activated" });

		// Nor do two that one person issued, until one of the two makes theirs their own.
		const byThird = await newRequest();
		const [ofBen, ofCem] = [await keyOf(ben, ada), await keyOf(cem, ada)];
		await activate(ofBen, byThird);
		await expect(activate(ofCem, byThird)).rejects.toThrow("one person issued the credentials of both of you");
		await regenerateKey(service, cem, ofCem.credential.id ?? "", { grace_seconds: 0 });
		expect(await activate(ofCem, byThird)).toMatchObject({ status: "activated" });

		// Whoever regenerates a key knows it as well, and a link sets the password of a session.
		const own = await keyOf(ben, ben);
		await regenerateKey(service, ada, own.credential.id ?? "", { grace_seconds: 0 });
		const third = await newRequest();
		await activate(ada, third);
		await expect(activate(own, third)).rejects.toThrow(ForbiddenError);
		const [begun, day] = [service.now(), 24 * HOUR];
		const session = await service.prisma.session.create({
			data: {
				user_id: ben.userId,
				opened_by: "password",
				second_factor: false,
				epoch: 1,
				used_at: begun,
				created_at: begun,
				confirmed_at: begun,
				ends_at: new Date(begun.getTime() + day),
				address: "192.0.2.1",
				browser: "Firefox",
			},
		});
		const link = await service.prisma.signInLink.create({
			data: {
				user_id: ben.userId,
				issued_by_id: ada.userId,
				secret_hash: Buffer.from(session.id),
				expires_at: begun,
				used_at: new Date(begun.getTime() - day),
			},
		});
		const signedIn = { ...ben, session: { id: session.id, confirmedAt: begun, mustAddFactor: false } };
		await expect(activate(signedIn, third)).rejects.toThrow(ForbiddenError);
		const usedAt = new Date(begun.getTime() - 8 * day);
		await service.prisma.signInLink.update({ where: { id: link.id }, data: { used_at: usedAt } });
		expect(await activate(signedIn, third)).toMatchObject({ status: "activated" });
	});

	test("with four eyes, neither the requester nor a credential that they issued approves", async () => {
		await ask({ four_eyes: true, required_approvals: 1 });
		const id = await newRequest();
		const key = await service.prisma.apiKey.create({
			data: {
				user_id: ada.userId,
				issued_by_id: world.designer.userId,
				label: "deputy",
				prefix: "tsk_",
				secret_hash: Buffer.from(id),
				scopes: ["administer"],
			},
		});
		const deputy: Principal = { ...ada, credential: { kind: "api_key", id: key.id } };
		await expect(activate(deputy, id)).rejects.toThrow("its requester issued this credential");
		expect(await detail(id, deputy)).toMatchObject({ permissions: { activate_own: false } });
		expect(await previewActivation(service, deputy, id)).toMatchObject({ refusal: { code: "four_eyes" } });
		// A schedule that it made before the rule is not carried out, though the key is gone.
		await ask({ four_eyes: false });
		await scheduleDeployment(service, deputy, id, { activate_at: inHours(1) });
		await service.prisma.apiKey.delete({ where: { id: key.id } });
		await ask({ four_eyes: true });
		service.advance(HOUR);
		await runDueSchedules(service);
		expect((await detail(id)).schedule?.last_problem?.problem).toContain("its requester issued this credential");
		expect(await activate(ada, id)).toMatchObject({ status: "activated" });
		// An approval from before the rule no longer counts.
		await ask({ four_eyes: false, required_approvals: 2 });
		const own = await newRequest();
		await service.prisma.deployment.update({ where: { id: own }, data: { requester_id: ada.userId } });
		await activate(ada, own);
		await ask({ four_eyes: true });
		expect((await detail(own)).approvals).toMatchObject({ missing: 2, given: [] });
	});

	test("the approval of a person who lost the right no longer counts", async () => {
		const id = await newRequest();
		await activate(ben, id);
		const set = (data: object) => service.prisma.user.update({ where: { id: ben.userId }, data, select: { id: true } });
		for (const [lost, back] of [
			[{ role: "designer" }, { role: "administrator" }],
			[{ disabled_at: service.now() }, { disabled_at: null }],
			[{ organization_id: world.designer.organizationId }, { organization_id: ben.organizationId }],
		] as const) {
			await set(lost);
			expect((await detail(id)).approvals).toMatchObject({ missing: 2, given: [] });
			await set(back);
			expect((await detail(id)).approvals).toMatchObject({ missing: 1 });
		}
		await set({ disabled_at: service.now() });
		expect(await activate(ada, id)).toMatchObject({ status: "requested" });
		await set({ disabled_at: null });
		expect((await detail(id)).approvals).toMatchObject({ given: [{ by: ada.email }] });
	});

	test("a decision ends them: rejection, activation, deactivation; reactivation asks again", async () => {
		const id = await newRequest();
		await activate(ada, id);
		await rejectDeployment(service, ben, id, {});
		expect((await detail(id)).approvals).toMatchObject({ missing: 2, given: [] });
		await undoDecision(service, ben, id);
		expect((await detail(id)).approvals).toMatchObject({ missing: 1, given: [{ by: ada.email }] });
		await activate(ben, id);
		await deactivateDeployment(service, ada, id);
		expect(await activate(ada, id)).toMatchObject({ status: "deactivated" });
		expect(await activate(ben, id)).toMatchObject({ status: "activated" });
	});

	test("what was rejected stays so until the last administrator activates it", async () => {
		const id = await newRequest();
		await rejectDeployment(service, ada, id, {});
		expect(await activate(ada, id)).toMatchObject({ id, status: "rejected" });
		expect((await detail(id)).approvals).toMatchObject({ missing: 1 });
		expect(await activate(ben, id)).toMatchObject({ id, status: "activated" });
	});

	test("undoing an activation takes back the last approval alone", async () => {
		const id = await newRequest();
		await activate(ada, id);
		await activate(ben, id);
		await undoDecision(service, ben, id);
		expect(await detail(id)).toMatchObject({
			status: "requested",
			approvals: { given: [{ by: ada.email }], missing: 1 },
		});
		expect(await activate(ben, id)).toMatchObject({ status: "activated" });
	});

	test("other times start afresh, and a schedule that rested on the former ones is gone", async () => {
		const id = await newRequest();
		const plan = { activate_at: inHours(1), deactivate_at: inHours(2) };
		await scheduleDeployment(service, ada, id, plan);
		expect(await detail(id)).toMatchObject({ schedule: null, approvals: { missing: 1, ...plan } });
		const scheduled = await scheduleDeployment(service, ben, id, plan);
		expect(scheduled).toMatchObject({ schedule: { ...plan, by: ben.email }, approvals: { missing: 0 } });
		expect(await activate(cem, id)).toMatchObject({ status: "requested" });
		expect(await detail(id)).toMatchObject({ schedule: null, approvals: { given: [{ by: cem.email }], missing: 1 } });
		const [ended, last] = (await events(id)).slice(-2);
		expect(ended).toMatchObject({ action: "unschedule", actor_id: cem.userId });
		expect(last).toMatchObject({ action: "approve", detail: { restarted: true } });
	});

	test("a schedule does not run with approvals for another plan", async () => {
		const id = await newRequest();
		for (const who of [ada, ben]) await scheduleDeployment(service, who, id, { activate_at: inHours(1) });
		await ask({ required_approvals: 1 });
		await scheduleDeployment(service, cem, id, { activate_at: inHours(2) });
		await ask({ required_approvals: 2 });
		service.advance(2 * HOUR);
		await runDueSchedules(service);
		const { status, schedule } = await detail(id);
		expect(status).toBe("requested");
		expect(schedule?.last_problem?.problem).toContain("the target requires 2 approvals, and 0 for this plan");
	});

	test("where fewer are asked for since, one of those who approved activates", async () => {
		await ask({ required_approvals: 3, second_approval_for_delete: false });
		const id = await newRequest();
		for (const who of [ada, ben]) await activate(who, id);
		await ask({ required_approvals: 2 });
		expect(await previewActivation(service, ada, id)).toMatchObject({ allowed: true, refusal: null });
		expect(await activate(ada, id)).toMatchObject({ status: "activated", deployer: ada.email });
		expect((await events(id)).at(-1)).toMatchObject({ detail: { approved_by: [ada.email, ben.email] } });
	});

	test("a schedule runs with the approvals that still count, and taking it back ends them", async () => {
		const [kept, lost, withdrawn] = [await newRequest(), await newRequest(), await newRequest()];
		const plan = { activate_at: inHours(1), deactivate_at: inHours(9) };
		for (const id of [kept, lost, withdrawn])
			for (const who of [ada, id === lost ? ben : cem]) await scheduleDeployment(service, who, id, plan);
		await unscheduleDeployment(service, ada, withdrawn);
		expect((await detail(withdrawn)).approvals).toMatchObject({ missing: 2 });
		await service.prisma.user.update({ where: { id: ben.userId }, data: { role: "designer" } });
		await service.prisma.deploymentSchedule.updateMany({
			where: { deployment_id: lost },
			data: { scheduled_by_id: ada.userId },
		});
		service.advance(HOUR);
		await runDueSchedules(service);
		expect(await detail(kept)).toMatchObject({ status: "activated", deployer: cem.email });
		expect((await detail(lost)).schedule?.last_problem?.problem).toContain("the target requires 2 approvals, and 1");
		await service.prisma.user.update({ where: { id: ben.userId }, data: { role: "administrator" } });
	});

	test("as proposed, the proposed times are approved, also once they have come", async () => {
		const { build_id: buildId, deployment } = await createRequest(service, world);
		await service.prisma.deployment.update({ where: { id: deployment.id }, data: { status: "cancelled" } });
		const { id } = await requestDeployment(service, world.designer, buildId, {
			targetId: world.target.id,
			activate_at: inHours(1),
			deactivate_at: inHours(5),
		});
		await activate(ada, id, { as_proposed: true });
		const { proposed, approvals } = await detail(id);
		expect(approvals).toMatchObject({ missing: 1, ...proposed });
		service.advance(2 * HOUR);
		expect(await activate(ben, id, { as_proposed: true })).toMatchObject({ status: "activated" });
		expect((await detail(id)).schedule).toMatchObject({ deactivate_at: proposed?.deactivate_at });
	});

	test("in bulk each item is approved, and its outcome says how many are missing", async () => {
		const items = [{ id: await newRequest() }, { id: await newRequest() }];
		const bulk = (who: Principal) =>
			decideInBulk(service, who, { action: "activate", items }, (_item, work) => work(service));
		expect((await bulk(ada)).outcomes).toMatchObject([
			{ ok: true, status: "requested", revision: 2, approvals_missing: 1 },
			{ ok: true, status: "requested", revision: 2, approvals_missing: 1 },
		]);
		expect((await bulk(ada)).outcomes).toMatchObject([{ ok: false, error_type: "InvalidState" }, { ok: false }]);
		const last = (await bulk(ben)).outcomes;
		expect(last).toMatchObject([{ status: "activated" }, { status: "activated" }]);
		expect(last[0]).not.toHaveProperty("approvals_missing");
	});

	test("rolling back and deactivating are one person's, for emergencies", async () => {
		const { design, deployment } = await createRequest(service, world);
		for (const who of [ada, ben]) await activate(who, deployment.id);
		const buildId = await completeABuild(service, world.designer, design.id);
		const next = await requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
		for (const who of [ada, ben]) await activate(who, next.id);
		const restored = await rollBackDeployment(service, ada, next.id);
		expect(restored).toMatchObject({ id: deployment.id, status: "activated" });
		expect(await deactivateDeployment(service, ada, deployment.id)).toMatchObject({ status: "deactivated" });
	});

	test("a second administrator approves to delete what is activated, and nothing else", async () => {
		await ask({ required_approvals: 1, second_approval_for_delete: true });
		const [id, pending] = [await newRequest(), await newRequest()];
		await activate(ada, id);
		expect(await deleteDeployment(service, ada, pending)).toBeNull();
		expect(await deleteDeployment(service, ada, id)).toMatchObject({ id, status: "activated", approvalsMissing: 1 });
		expect((await detail(id)).approvals).toMatchObject({ action: "delete", given: [{ by: ada.email }], missing: 1 });
		await expect(deleteDeployment(service, ada, id)).rejects.toThrow("you have approved this already");
		const bulk = await decideInBulk(service, ben, { action: "delete", items: [{ id }] }, (_item, work) =>
			work(service),
		);
		expect(bulk.outcomes).toEqual([{ id, ok: true, status: null, revision: null }]);
		expect((await events(id)).map(({ action }) => action)).toEqual(["request", "activate", "approve_delete", "delete"]);
	});

	test.runIf(kind === "postgres")(
		"of two last administrators at once one activates, and the rest is refused",
		async () => {
			for (let round = 0; round < 5; round += 1) {
				const id = await newRequest();
				await activate(ada, id);
				const outcomes = await Promise.allSettled([activate(ben, id), activate(cem, id)]);
				const done = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
				expect(done.map(({ status }) => status)).toEqual(["activated"]);
				expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
					reason: { kind: "InvalidState" },
				});
				expect((await events(id)).filter(({ action }) => action === "activate")).toHaveLength(1);
			}
		},
	);

	test.runIf(kind === "postgres")("of two first ones at once the second activates, and both count", async () => {
		const id = await newRequest();
		const outcomes = await Promise.all([activate(ada, id), activate(ben, id)]);
		expect(outcomes.map(({ status }) => status).sort()).toEqual(["activated", "requested"]);
		const twice = await newRequest();
		const same = await Promise.allSettled([activate(ada, twice), activate(ada, twice)]);
		expect(same.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		expect((await detail(twice)).approvals).toMatchObject({ missing: 1 });
	});
});
