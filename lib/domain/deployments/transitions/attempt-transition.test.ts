import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { meanwhile } from "@/lib/tools/testing/meanwhile";
import { type CapturingDatabase, captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";
import { activateDeployment } from "./activate-deployment";
import { cancelDeployment } from "./cancel-deployment";
import { deactivateDeployment } from "./deactivate-deployment";
import { rejectDeployment } from "./reject-deployment";
import { requestDeployment } from "./request-deployment";
import { tagDeployment } from "./tag-deployment";

describe.each(testDatabaseKinds())("a transition with concurrent changes on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	let capturing: CapturingDatabase;
	beforeAll(async () => {
		const opened = await createTestService(kind);
		// Statements are named by client, and this client alone uses these connections.
		capturing = captureQueries(opened.database.pool, kind);
		service = { ...opened, prisma: capturing.database.prisma };
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const rowOf = (id: string) =>
		service.prisma.deployment.findUniqueOrThrow({
			where: { id },
			select: { status: true, revision: true, tags: true, replaced_by_id: true },
		});
	const actionsOf = async (id: string) =>
		(await service.prisma.auditEvent.findMany({ where: { object_id: id }, orderBy: { id: "asc" } })).map(
			({ action }) => action,
		);
	const desiredRevision = async () =>
		(await service.prisma.target.findUniqueOrThrow({ where: { id: world.target.id } })).desired_revision;

	/** Creates an activated deployment and requests for newer builds of its design. */
	async function activatedAnd(requests: number): Promise<{ active: string; requested: string[] }> {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const ids: string[] = [];
		for (let number = 0; number <= requests; number += 1) {
			const buildId = await completeABuild(service, world.designer, designId);
			ids.push((await requestDeployment(service, world.designer, buildId, { targetId: world.target.id })).id);
		}
		const [active = "", ...requested] = ids;
		await activateDeployment(service, world.administrator, active);
		return { active, requested };
	}

	test("without rivals one statement writes the transition, no lock precedes it, and agents are notified once", async () => {
		const { active, requested } = await activatedAnd(2);
		const [next = "", refused = ""] = requested;
		const statements = async (act: () => Promise<unknown>) => {
			const before = await desiredRevision();
			capturing.taken();
			await act();
			const taken = capturing.taken();
			expect(taken.filter(({ text }) => /^\s*(BEGIN|COMMIT)|FOR NO KEY UPDATE OF/.test(text))).toEqual([]);
			expect(taken.filter(({ text }) => /UPDATE deployments/.test(text))).toHaveLength(1);
			return { statements: taken.length, desired: (await desiredRevision()) - before };
		};
		expect(await statements(() => activateDeployment(service, world.administrator, next))).toEqual({
			statements: 3,
			desired: 1,
		});
		expect(await rowOf(active)).toMatchObject({ status: "deactivated", replaced_by_id: next });
		expect(await statements(() => deactivateDeployment(service, world.administrator, next))).toEqual({
			statements: 2,
			desired: 1,
		});
		expect(await statements(() => rejectDeployment(service, world.administrator, refused, {}))).toEqual({
			statements: 2,
			desired: 0,
		});
	});

	test("a request that is cancelled concurrently does not replace the active deployment", async () => {
		const { active, requested } = await activatedAnd(1);
		const [id = ""] = requested;
		const events = await actionsOf(active);
		const busy = meanwhile(service, id, () => cancelDeployment(service, world.designer, id, {}));
		const desired = await desiredRevision();
		await expect(activateDeployment(busy, world.administrator, id)).rejects.toThrow(
			"cannot activate a deployment whose status is 'cancelled'",
		);
		expect(await rowOf(active)).toMatchObject({ status: "activated", replaced_by_id: null });
		expect(await actionsOf(active)).toEqual(events);
		expect(await actionsOf(id)).toEqual(["request", "cancel"]);
		expect(await desiredRevision()).toBe(desired);
	});

	test("a deployment that is deactivated concurrently before its replacement stays deactivated", async () => {
		const { active, requested } = await activatedAnd(1);
		const [id = ""] = requested;
		const busy = meanwhile(service, active, () => deactivateDeployment(service, world.administrator, active));
		await activateDeployment(busy, world.administrator, id);
		expect(await rowOf(id)).toMatchObject({ status: "activated" });
		expect(await rowOf(active)).toMatchObject({ status: "deactivated", replaced_by_id: null });
		expect(await actionsOf(active)).toEqual(["request", "activate", "deactivate"]);
	});

	test("a rival that is activated concurrently is replaced", async () => {
		const { active, requested } = await activatedAnd(2);
		const [first = "", second = ""] = requested;
		const busy = meanwhile(service, second, () => activateDeployment(service, world.administrator, first));
		await activateDeployment(busy, world.administrator, second);
		expect(await rowOf(active)).toMatchObject({ status: "deactivated", replaced_by_id: first });
		expect(await rowOf(first)).toMatchObject({ status: "deactivated", replaced_by_id: second });
		expect(await rowOf(second)).toMatchObject({ status: "activated" });
	});

	test("a rival that is activated concurrently on an empty target is replaced as well", async () => {
		const { active, requested } = await activatedAnd(2);
		const [first = "", second = ""] = requested;
		await deactivateDeployment(service, world.administrator, active);
		const busy = meanwhile(service, second, () => activateDeployment(service, world.administrator, first));
		await activateDeployment(busy, world.administrator, second);
		expect(await rowOf(first)).toMatchObject({ status: "deactivated", replaced_by_id: second });
		expect(await rowOf(second)).toMatchObject({ status: "activated" });
	});

	test("concurrently set tags are in the answer, and a decision on the earlier revision is refused", async () => {
		const { deployment } = await createRequest(service, world);
		const { id } = deployment;
		const tag = (...tags: string[]) => tagDeployment(service, world.administrator, id, { tags });
		const { revision } = await rowOf(id);
		const expecting = activateDeployment(
			meanwhile(service, id, () => tag("one")),
			world.administrator,
			id,
			{ revision },
		);
		await expect(expecting).rejects.toThrow(`the deployment is at revision ${revision + 1}, not ${revision}`);
		expect(await rowOf(id)).toMatchObject({ status: "requested", revision: revision + 1 });
		const answer = await activateDeployment(
			meanwhile(service, id, () => tag("one", "two")),
			world.administrator,
			id,
		);
		expect(answer).toMatchObject({ status: "activated", tags: "one,two" });
		expect(await rowOf(id)).toMatchObject({ status: "activated", revision: revision + 3, tags: ["one", "two"] });
	});

	onPostgres("a transition that waited for another has a later time in the audit log", async () => {
		const { active } = await activatedAnd(0);
		const waiting = async () =>
			(
				await service.prisma.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`
			).length;
		let both: Promise<unknown> = Promise.resolve();
		await service.prisma.$transaction(async (tx) => {
			await tx.$queryRaw`SELECT 1 FROM deployments WHERE id = ${active}::uuid FOR NO KEY UPDATE`;
			const tag = tagDeployment(service, world.administrator, active, { tags: ["first"] });
			await expect.poll(waiting).toBe(1);
			both = Promise.all([tag, deactivateDeployment(service, world.administrator, active)]);
			both.catch(() => undefined);
			await expect.poll(waiting).toBe(2);
		});
		await both;
		const events = await service.prisma.auditEvent.findMany({
			where: { object_id: active },
			orderBy: { id: "asc" },
			select: { action: true, at: true },
		});
		expect(events.map(({ action }) => action)).toEqual(["request", "activate", "tag", "deactivate"]);
		const times = events.map(({ at }) => at.getTime());
		expect(times).toEqual(times.toSorted((one, other) => one - other));
		const { updated_at: updatedAt } = await service.prisma.deployment.findUniqueOrThrow({ where: { id: active } });
		expect(updatedAt.getTime()).toBe(times.at(-1));
	});

	onPostgres("a transition that waits checks the right after the wait", async () => {
		const { id: designId } = await createProximityDesign(service, world.designer);
		const buildId = await completeABuild(service, world.designer, designId);
		await service.prisma.target.update({
			where: { id: world.target.id },
			data: { accepted: { create: { organization_id: world.operator.organizationId } } },
			select: { id: true },
		});
		const { id } = await requestDeployment(service, world.operator, buildId, { targetId: world.target.id });
		const fourEyes = (on: boolean) =>
			service.prisma.target.update({ where: { id: world.target.id }, data: { four_eyes: on }, select: { id: true } });
		let activation: Promise<unknown> = Promise.resolve();
		await service.prisma.$transaction(async (tx) => {
			await tx.deployment.update({ where: { id }, data: { search_document: "locked" }, select: { id: true } });
			activation = activateDeployment(service, world.operator, id);
			activation.catch(() => undefined);
			const waiting = () => service.prisma.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`;
			await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
			await fourEyes(true);
		});
		await expect(activation).rejects.toThrow("four-eyes rule");
		expect(await rowOf(id)).toMatchObject({ status: "requested" });
		await fourEyes(false);
		expect(await activateDeployment(service, world.operator, id)).toMatchObject({ status: "activated" });
	});
});
