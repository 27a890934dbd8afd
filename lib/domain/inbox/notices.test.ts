import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noteJob } from "@/lib/domain/audit/note-job";
import { QUIET_MS } from "@/lib/domain/audit/note-states";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { remindOfRequests } from "@/lib/domain/deployments/transitions/remind-of-requests";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { noticeDisks } from "@/lib/domain/overview/notice-disks";
import { noticeTargets } from "@/lib/domain/targets/notice-targets";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { readDisks, setDiskUse } from "@/lib/platform/files/disks";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { mountSmallDisk } from "@/lib/tools/testing/small-disk";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { inboxSink } from "./inbox-sink";

const HOUR_MS = 3_600_000;
type State = "pending" | "loaded" | "failed" | "refused";

describe.each(testDatabaseKinds())("what is told of loads and troubles on %s", (kind) => {
	const disk = mountSmallDisk(4);
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(async () => {
		disk.remove();
		await service.drop();
	});
	beforeEach(async () => {
		world = await createWorld(service);
		await handOver(service, []);
		await service.prisma.inboxItem.deleteMany();
	});

	const activated = async (as = world) => {
		const { deployment } = await createRequest(service, as);
		await activateDeployment(service, world.administrator, deployment.id);
		await handOver(service, []);
		return deployment.id;
	};
	const report = (agent: string, id: string, state: State, error: string | null = null) =>
		reportAll(agent, [id], state, error);
	const reportAll = (agent: string, ids: readonly string[], state: State, error: string | null = null) =>
		recordAgentReport(
			service,
			{ agentKeyId: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", targetId: world.target.id },
			{
				instance_id: agent,
				version: "1.0.0",
				tags: [],
				memory_used: 0,
				memory_limit: null,
				deployments: ids.map((id) => ({ deployment_id: id, digest: null, state, error })),
			},
		);
	/** The new items of people of this world, as `designer deployment.live`. */
	const told = async () => {
		await handOver(service, [inboxSink]);
		const items = await service.prisma.inboxItem.findMany({ orderBy: { id: "asc" } });
		await service.prisma.inboxItem.deleteMany();
		const names = new Map(
			(["designer", "administrator", "operator"] as const).map((name) => [world[name].userId, name]),
		);
		return items
			.flatMap(({ user_id: userId, kind: notice }) => (names.has(userId) ? [`${names.get(userId)} ${notice}`] : []))
			.sort();
	};
	const LIVE = ["designer deployment.live"];
	const FAILED = ["administrator deployment.load_failed", "designer deployment.load_failed"];

	test("a deployment is live once every agent online has loaded it: told once an activation", async () => {
		const id = await activated();
		await report("one", id, "pending");
		await report("two", id, "pending");
		await report("one", id, "loaded");
		expect(await told()).toEqual([]);
		await report("two", id, "loaded");
		expect(await told()).toEqual(LIVE);
		await report("two", id, "pending");
		await report("two", id, "loaded");
		expect(await told()).toEqual([]);
		await deactivateDeployment(service, world.administrator, id);
		await activateDeployment(service, world.administrator, id);
		await report("one", id, "pending");
		await told();
		await report("one", id, "loaded");
		expect(await told()).toEqual(LIVE);
	});

	test.runIf(kind === "postgres")("is told once where the last agents report at a time", async () => {
		const id = await activated();
		const agents = ["one", "two", "three", "four"];
		for (const agent of agents) await report(agent, id, "pending");
		await Promise.all(agents.map((agent) => report(agent, id, "loaded")));
		expect(await told()).toEqual(LIVE);
	});

	test("a failed load is told with the agent's words, again after it was live, and at most once an hour", async () => {
		const id = await activated();
		await report("one", id, "failed", "the digest is wrong");
		await handOver(service, [inboxSink]);
		expect(await service.prisma.inboxItem.findFirst({ where: { user_id: world.designer.userId } })).toMatchObject({
			facts: { reason: "one: the digest is wrong" },
		});
		expect(await told()).toEqual(FAILED);
		await report("one", id, "failed", "the digest is still wrong");
		expect(await told()).toEqual([]);
		for (let turn = 0; turn < 5; turn += 1) {
			await report("one", id, "loaded");
			expect(await told()).toEqual(turn === 0 ? LIVE : []);
			await report("one", id, "failed", "again");
			expect(await told()).toEqual([]);
		}
		service.advance(QUIET_MS);
		await report("one", id, "pending");
		await report("one", id, "failed", "again");
		expect(await told()).toEqual(FAILED);
		// It was live before: that it is so again is no news.
		await report("one", id, "loaded");
		expect(await told()).toEqual([]);
	});

	test("many loads of one report are one item for each reader, and an audit event for each deployment", async () => {
		const ids: string[] = [];
		while (ids.length < 4) ids.push(await activated());
		ids.push(await activated({ ...world, designer: world.colleague }));
		await reportAll("one", ids, "failed", "the digest is wrong");
		await handOver(service, [inboxSink]);
		const items = await service.prisma.inboxItem.findMany({ orderBy: { id: "asc" } });
		const standsFor = (userId: string) =>
			items.flatMap((item) => (item.user_id === userId ? [Object(item.facts).bundle] : []));
		expect(standsFor(world.designer.userId)).toMatchObject([{ requester: 4 }]);
		expect(standsFor(world.administrator.userId)).toMatchObject([{ administrators: 5 }]);
		expect(standsFor(world.colleague.userId)).toMatchObject([{ requester: 1 }]);
		expect(await told()).toEqual(FAILED);
		const events = { action: "load_failed", object_id: { in: ids } };
		expect(await service.prisma.auditEvent.count({ where: events })).toBe(5);
		await reportAll("one", ids, "loaded");
		expect(await told()).toEqual(LIVE);
	});

	test("an activation of long ago that is loaded again is no news", async () => {
		const id = await activated();
		service.advance(8 * 24 * HOUR_MS);
		await report("one", id, "loaded");
		expect(await told()).toEqual([]);
	});

	test("a target without an agent online is told once, whatever the number of processes, and again after it was back", async () => {
		const id = await activated();
		await noticeTargets(service);
		expect(await told()).toEqual([]);
		await report("one", id, "loaded");
		await told();
		service.advance(60_000);
		await noticeTargets(service);
		expect(await told()).toEqual([]);
		service.advance(90_000);
		await Promise.all([1, 2, 3].map(() => noticeTargets(service)));
		expect(await told()).toEqual(["administrator target.offline"]);
		await noticeTargets(service);
		await report("one", id, "loaded");
		await noticeTargets(service);
		expect(await told()).toEqual([]);
		service.advance(QUIET_MS);
		await noticeTargets(service);
		expect(await told()).toEqual(["administrator target.offline"]);
	});

	test("a target that refuses a file for lack of memory is told with the agent's words", async () => {
		const id = await activated();
		await report("one", id, "refused", "needs 12 MB of memory, and 3 MB are free");
		await told();
		await noticeTargets(service);
		await handOver(service, [inboxSink]);
		expect(await service.prisma.inboxItem.findFirst()).toMatchObject({
			kind: "target.out_of_memory",
			facts: { reason: "one: needs 12 MB of memory, and 3 MB are free" },
		});
		expect(await told()).toEqual(["administrator target.out_of_memory"]);
		await noticeTargets(service);
		expect(await told()).toEqual([]);
	});

	test("administrators are reminded of the oldest request of a target, once until none is old", async () => {
		const first = await createRequest(service, world);
		const second = await createRequest(service, world);
		await told();
		service.advance(23 * HOUR_MS);
		expect(await remindOfRequests(service)).toBe(0);
		service.advance(2 * HOUR_MS);
		await Promise.all([remindOfRequests(service), remindOfRequests(service)]);
		await handOver(service, [inboxSink]);
		expect(await service.prisma.inboxItem.findFirst({ where: { user_id: world.administrator.userId } })).toMatchObject({
			deployment_id: first.deployment.id,
			facts: { hours: 25 },
		});
		expect(await told()).toEqual(["administrator deployment.waiting"]);
		await rejectDeployment(service, world.administrator, first.deployment.id, {});
		await told();
		expect(await remindOfRequests(service)).toBe(0);
		await rejectDeployment(service, world.administrator, second.deployment.id, {});
		await remindOfRequests(service);
		await told();
		await createRequest(service, world);
		await told();
		service.advance(25 * HOUR_MS);
		await remindOfRequests(service);
		expect(await told()).toEqual(["administrator deployment.waiting"]);
		expect(await remindOfRequests({ ...service, settings: { ...service.settings, REQUEST_REMINDER_HOURS: 0 } })).toBe(
			0,
		);
	});

	test("a failing job is told to operators once, until it runs again", async () => {
		await noteJob(service, "expire requests", "the disk is full");
		await noteJob(service, "expire requests", "the disk is full");
		expect(await told()).toEqual(["operator service.job_failed"]);
		await noteJob(service, "expire requests", null);
		service.advance(QUIET_MS);
		await noteJob(service, "expire requests", "the disk is full");
		expect(await told()).toEqual(["operator service.job_failed"]);
	});

	test.runIf(disk.isMounted)("a disk that is nearly full is told to operators once", async () => {
		setDiskUse({ dataDirectory: disk.directory, fileDirectory: undefined, embedded: false });
		await readDisks();
		await noticeDisks(service);
		await noticeDisks(service);
		setDiskUse(undefined);
		expect(await told()).toEqual(["operator service.disk_low"]);
	});
});
