import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AgentReport } from "@/lib/contract/agent";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { REPORT_PACE, recordAgentReport } from "./record-agent-report";

const AGENTS = 60;

describe.each(testDatabaseKinds())("reports of many agents on %s", (kind) => {
	let service: TestService;
	let world: World;
	let targetId: string;
	let deploymentId: string;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());
	beforeEach(async () => {
		world = await createWorld(service);
		targetId = world.target.id;
		const { deployment } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, deployment.id);
		deploymentId = deployment.id;
	});

	type State = AgentReport["deployments"][number]["state"];
	const reportOf = (instance_id: string, state: State, matches = 0): AgentReport => ({
		instance_id,
		version: "1.0.0",
		tags: [],
		memory_used: 9_007_199_254_740_991,
		memory_limit: null,
		deployments: [{ deployment_id: deploymentId, digest: null, state, error: null }],
		matches: {
			run_id: randomUUID(),
			number: 1,
			counts: matches === 0 ? [] : [{ deployment_id: deploymentId, matches }],
		},
	});
	const record = (report: AgentReport) => recordAgentReport(service, { agentKeyId: targetId, targetId }, report);
	const recordAll = (state: State, matches?: number) =>
		Promise.all(Array.from({ length: AGENTS }, (_, number) => record(reportOf(`agent-${number}`, state, matches))));
	/** Transactions that a work begins. */
	const transactionsOf = async (work: () => Promise<unknown>) => {
		const began = vi.spyOn(service.prisma, "$transaction");
		await work();
		const { length } = began.mock.calls;
		began.mockRestore();
		return length;
	};
	const agents = () =>
		service.prisma.agent.findMany({
			where: { target_id: targetId },
			include: { deployments: true },
			orderBy: { instance_id: "asc" },
		});
	const states = async () => new Set((await agents()).map(({ deployments }) => deployments[0]?.state));
	const isCounting = async () => (await service.prisma.matchCounting.count({ where: { target_id: targetId } })) === 1;

	test("share transactions, and are answered when they are written", async () => {
		await recordAll("pending");
		expect(await transactionsOf(() => recordAll("loaded"))).toBeLessThan(AGENTS / 5);
		const [first, ...others] = await agents();
		expect([others.length, await states()]).toEqual([AGENTS - 1, new Set(["loaded"])]);
		expect(first).toMatchObject({
			instance_id: "agent-0",
			version: "1.0.0",
			tags: [],
			memory_used: 9_007_199_254_740_991n,
			memory_limit: null,
			counts_matches: true,
			knows_opt_outs: false,
			opt_outs_digest: null,
			opt_outs_error: null,
		});
		const events = await service.prisma.auditEvent.count({ where: { action: "loaded", object_id: deploymentId } });
		expect(events).toBe(1);
	});

	test("that repeat the last one share a statement, and only tell that their agents are there", async () => {
		await recordAll("loaded");
		const before = await agents();
		service.advance(10_000);
		expect(await transactionsOf(() => recordAll("loaded"))).toBeLessThan(AGENTS / 10);
		const after = await agents();
		for (const [place, agent] of after.entries()) {
			const { last_seen_at: lastSeenAt, report_digest_at: _, ...rest } = before[place] ?? {};
			expect(agent.last_seen_at.getTime()).toBeGreaterThanOrEqual((lastSeenAt?.getTime() ?? 0) + 10_000);
			expect(agent).toMatchObject(rest);
		}
	});

	test("that say something else than the last one are written, also when they said it before", async () => {
		for (const state of ["loaded", "failed", "loaded"] as const) {
			await record(reportOf("one", state));
			expect(await states()).toEqual(new Set([state]));
		}
		await service.prisma.agent.deleteMany({ where: { target_id: targetId } });
		await record(reportOf("one", "loaded"));
		expect(await states()).toEqual(new Set(["loaded"]));
	});

	test("that say what they said before a process of an earlier version wrote another one are written", async () => {
		await record(reportOf("one", "loaded"));
		const { id } = await service.prisma.agent.update({
			where: { target_id_instance_id: { target_id: targetId, instance_id: "one" } },
			data: { last_seen_at: service.now() },
		});
		await service.prisma.agentDeployment.updateMany({ where: { agent_id: id }, data: { state: "failed" } });
		await record(reportOf("one", "loaded"));
		expect(await states()).toEqual(new Set(["loaded"]));
	});

	test.runIf(kind === "postgres")("that repeat the last one wait for no agent of another target", async () => {
		const other = await createWorld(service);
		const ofOther = () =>
			recordAgentReport(
				service,
				{ agentKeyId: other.target.id, targetId: other.target.id },
				{ ...reportOf("one", "loaded"), deployments: [] },
			);
		await Promise.all([record(reportOf("one", "loaded")), ofOther()]);
		let isWritten = false;
		const held = await service.prisma.$transaction(async (tx) => {
			await tx.$queryRaw`SELECT id FROM agents WHERE target_id = ${targetId}::uuid FOR UPDATE`;
			const writing = record(reportOf("one", "loaded")).then(() => {
				isWritten = true;
			});
			await ofOther();
			expect(isWritten).toBe(false);
			// In an array, or the transaction would wait for it.
			return [writing];
		});
		await Promise.all(held);
		expect(isWritten).toBe(true);
	});

	test("count each match once, also several reports of an agent at a time", async () => {
		const twice = [reportOf("one", "loaded", 5), reportOf("one", "loaded", 7), reportOf("two", "loaded", 1)];
		await record(reportOf("zero", "loaded"));
		await Promise.all([...twice, ...twice.slice(0, 1)].map(record));
		const sums = await service.prisma.matchDay.findMany({ where: { deployment_id: deploymentId } });
		expect(sums.map(({ matches }) => matches)).toEqual([13n]);
		const run = randomUUID();
		const next = [2, 3, 3, 1].map((number) => {
			const counts = [{ deployment_id: deploymentId, matches: 10 ** number }];
			return {
				...reportOf("one", "loaded"),
				matches: { run_id: number === 3 ? run.toUpperCase() : run, number, counts },
			};
		});
		await record(reportOf("zero", "failed"));
		await Promise.all(next.map(record));
		const [after] = await service.prisma.matchDay.findMany({ where: { deployment_id: deploymentId } });
		expect(after?.matches).toBe(1_113n);
	});

	test("begin the counting of matches once no online agent is without it", async () => {
		const { matches: _, ...old } = reportOf("old", "loaded");
		await record(reportOf("new", "loaded"));
		expect(await isCounting()).toBe(true);
		for (let times = 0; times < 2; times += 1) {
			await record(old);
			await record(reportOf("new", "loaded"));
			expect(await isCounting()).toBe(false);
		}
		service.advance(31_000);
		await record(reportOf("new", "loaded"));
		expect(await isCounting()).toBe(true);
		await record(old);
		expect(await isCounting()).toBe(false);
	});

	test("of one target are written a few times in a second at most", async () => {
		const began = performance.now();
		const written = await transactionsOf(async () => {
			for (let round = 0; round < 4; round += 1) await record(reportOf("one", round % 2 === 0 ? "loaded" : "failed"));
		});
		const rounds = Math.ceil((performance.now() - began) / REPORT_PACE.everyMs) + 1;
		// Each round first looks whether it repeats the last one; a new agent is one more.
		expect(written).toBeLessThanOrEqual(2 * rounds + 1);
		expect(rounds).toBeGreaterThanOrEqual(4);
	});
});
