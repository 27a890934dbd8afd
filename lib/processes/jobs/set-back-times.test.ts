import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { renewLease } from "@/lib/domain/builds/lease";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { postponeBuild, releaseBuild } from "@/lib/domain/builds/settle-build";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { PROCESS_JOBS, WEB_JOBS } from "@/lib/processes/jobs/background-jobs";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";

const DAY_MS = 86_400_000;

describe.each(testDatabaseKinds())("once the clock was set back, on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind, { BUILD_LEASE_SECONDS: "300" });
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	/** The job ignores the process's own lease setting. */
	const job = async () => {
		const own = PROCESS_JOBS.find((each) => /clock/.test(each.name) && WEB_JOBS.includes(each));
		return own?.run(
			{ ...service, settings: { ...service.settings, BUILD_LEASE_SECONDS: 2 } },
			new AbortController().signal,
		);
	};
	async function claimed() {
		const { id } = await createProximityDesign(service, world.designer);
		await requestBuild(service, world.designer, id, { reason: "a test" });
		const claim = await claimBuild(service, "one");
		if (claim === null) throw new Error("no build to claim");
		return claim;
	}

	test("a dead worker's lease expires in time, and a running worker's is renewed", async () => {
		const claim = await claimed();
		service.advance(-DAY_MS);
		expect(await job()).toBe(1);
		expect(await job()).toBe(0);
		service.advance(290_000);
		expect(await claimBuild(service, "two")).toBeNull();
		await renewLease(service, claim, { phase: "writing", percent: 50 });
		service.advance(290_000);
		expect(await claimBuild(service, "two")).toBeNull();
		service.advance(20_000);
		const next = await claimBuild(service, "two");
		expect(next).toMatchObject({ id: claim.id, attempt: 2 });
		if (next !== null) await releaseBuild(service, next);
		expect(await claimBuild(service, "three")).toMatchObject({ id: claim.id });
	});

	test("a postponed build runs again", async () => {
		const claim = await claimed();
		await postponeBuild(service, claim, "There is no room left.");
		service.advance(-DAY_MS);
		expect(await claimBuild(service, "two")).toBeNull();
		expect(await job()).toBeGreaterThan(0);
		expect(await claimBuild(service, "two")).toMatchObject({ id: claim.id });
	});

	test("a build scheduled for the future by a correct clock keeps waiting", async () => {
		const { id } = await createProximityDesign(service, world.designer);
		await requestBuild(service, world.designer, id, { reason: "a test" });
		const notBefore = new Date(service.now().getTime() + DAY_MS);
		const build = await service.prisma.build.findFirstOrThrow({ where: { designId: id } });
		await service.prisma.build.update({ where: { id: build.id }, data: { notBefore } });
		expect(await job()).toBe(0);
		const waiting = await service.prisma.build.findUniqueOrThrow({ where: { id: build.id } });
		expect(waiting.notBefore).toEqual(notBefore);
	});

	test("an agent without reports is silent, and small clock differences are ignored", async () => {
		const agent = { agentKeyId: world.target.id, targetId: world.target.id };
		const report = { instance_id: "one", version: "1", tags: [], memory_used: 0, memory_limit: 1, deployments: [] };
		await recordAgentReport(service, agent, report);
		const lastSeen = async () => (await service.prisma.agent.findFirstOrThrow()).lastSeenAt.getTime();
		const before = await lastSeen();
		service.advance(-50_000);
		expect(await job()).toBe(0);
		expect(await lastSeen()).toBe(before);
		service.advance(-DAY_MS);
		expect(await job()).toBeGreaterThan(0);
		expect(before - (await lastSeen())).toBeGreaterThan(DAY_MS);
	});
});
