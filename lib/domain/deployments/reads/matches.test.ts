import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentReport } from "@/lib/contract/agent";
import { listDeploymentDetailsParameters } from "@/lib/contract/deployment-list";
import type { AgentPrincipal } from "@/lib/domain/access/principal";
import { getUnmatched } from "@/lib/domain/deployments/lists/get-unmatched";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { deleteDeployment } from "@/lib/domain/deployments/transitions/delete-deployment";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { type CapturingDatabase, captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { getDeploymentDetail } from "./get-deployment-detail";
import { getDeploymentMatches } from "./get-deployment-matches";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const EMPTY: AgentReport = {
	instance_id: "one",
	version: "1.0.0",
	tags: [],
	memory_used: 0,
	memory_limit: null,
	deployments: [],
};

type Counts = Readonly<Record<string, number>>;

describe.each(testDatabaseKinds())("matches on %s", (kind) => {
	let service: TestService;
	let world: World;
	let agent: AgentPrincipal;
	let capturing: CapturingDatabase;
	beforeAll(async () => {
		const made = await createTestService(kind);
		capturing = captureQueries(made.database.pool, kind);
		service = { ...made, prisma: capturing.database.prisma };
	});
	beforeEach(async () => {
		world = await createWorld(service);
		agent = { agentKeyId: world.target.id, targetId: world.target.id };
	});
	afterAll(() => service.drop());

	async function activated(targetId = world.target.id): Promise<string> {
		const { deployment } = await createRequest(service, world, targetId);
		await activateDeployment(service, world.operator, deployment.id);
		return deployment.id;
	}
	/** A run of an agent, which reports batches by number. */
	function run(instanceId = "one", tags: string[] = []) {
		const runId = randomUUID();
		const batch = (number: number, counts: Counts): NonNullable<AgentReport["matches"]> => ({
			run_id: runId,
			number,
			counts: Object.entries(counts).map(([deployment_id, matches]) => ({ deployment_id, matches })),
		});
		return (number: number, counts: Counts) => report(instanceId, batch(number, counts), tags);
	}
	const report = (instanceId: string, matches?: AgentReport["matches"], tags: string[] = []) =>
		recordAgentReport(service, agent, {
			...EMPTY,
			instance_id: instanceId,
			tags,
			...(matches && { matches }),
		});
	const detail = (id: string) => getDeploymentDetail(service, world.administrator, id);
	const total = async (id: string) => (await getDeploymentMatches(service, world.designer, id, "day")).total;
	const unmatched = (days = 30) => getUnmatched(service, world.administrator, world.target.id, days);
	const listed = async (filter: Record<string, string>) => {
		const parameters = listDeploymentDetailsParameters.parse({ target_id: world.target.id, ...filter });
		return (await listDeploymentDetails(service, world.administrator, parameters)).rows.map(({ id }) => id);
	};

	test("a repeated report counts once, a late one not at all, and the next one what came since", async () => {
		const id = await activated();
		const send = run();
		await send(1, { [id]: 5 });
		await send(1, { [id]: 5 });
		expect(await total(id)).toBe(5);
		await send(2, { [id]: 7 });
		await send(1, { [id]: 5 });
		await send(2, { [id]: 7 });
		expect(await total(id)).toBe(12);
		// An empty batch has the number of the one before.
		await send(2, {});
		await send(3, { [id]: 1 });
		expect(await total(id)).toBe(13);
	});

	test("reports that arrive together count once", async () => {
		const id = await activated();
		const send = run();
		await send(1, { [id]: 1 });
		await Promise.all([send(2, { [id]: 10 }), send(2, { [id]: 10 }), send(2, { [id]: 10 })]);
		expect(await total(id)).toBe(11);
	});

	test("restarts, two agents and two copies of one agent each count their own", async () => {
		const [first, second] = [await activated(), await activated()];
		const earlier = run("one");
		await earlier(1, { [first]: 5 });
		const later = run("one");
		await later(1, { [first]: 3, [second]: 2 });
		await earlier(1, { [first]: 5 });
		const other = run("two");
		await Promise.all([other(1, { [second]: 4, [first]: 1 }), later(2, { [first]: 1, [second]: 1 })]);
		expect([await total(first), await total(second)]).toEqual([10, 7]);
	});

	test("a deployment counts on when it is activated again, and reports after its end count too", async () => {
		const id = await activated();
		const send = run();
		await send(1, { [id]: 2 });
		await deactivateDeployment(service, world.administrator, id);
		await send(2, { [id]: 3 });
		expect(await detail(id)).toMatchObject({ status: "deactivated", matches_counted_since: null });
		await activateDeployment(service, world.administrator, id);
		await send(3, { [id]: 4 });
		expect(await total(id)).toBe(9);
	});

	test("deleted deployments and those of other targets are ignored, the rest of the batch is not", async () => {
		const [kept, gone, elsewhere] = [await activated(), await activated(), await activated(world.otherTarget.id)];
		await deactivateDeployment(service, world.administrator, gone);
		await deleteDeployment(service, world.administrator, gone);
		await run()(1, { [kept]: 1, [gone]: 1, [elsewhere]: 1, [randomUUID()]: 1 });
		expect(await total(kept)).toBe(1);
		expect(await service.prisma.matchDay.count({ where: { deployment_id: { in: [gone, elsewhere] } } })).toBe(0);
	});

	test("sums are by hours and days in UTC, and the last match is the report's time", async () => {
		const id = await activated();
		const send = run();
		const moveTo = (time: number) => service.advance(time - service.now().getTime());
		const midnight = Math.ceil(service.now().getTime() / DAY_MS) * DAY_MS;
		moveTo(midnight - MINUTE_MS);
		await send(1, { [id]: 1 });
		moveTo(midnight + MINUTE_MS);
		await send(2, { [id]: 10 });
		moveTo(midnight + 23 * HOUR_MS);
		await send(3, { [id]: 100 });
		const hours = await getDeploymentMatches(service, world.designer, id, "hour");
		expect(hours.sums).toHaveLength(48);
		expect(hours.total).toBe(111);
		expect(hours.sums.filter(({ matches }) => matches > 0)).toEqual([
			{ start: new Date(midnight - HOUR_MS).toISOString(), matches: 1 },
			{ start: new Date(midnight).toISOString(), matches: 10 },
			{ start: new Date(midnight + 23 * HOUR_MS).toISOString(), matches: 100 },
		]);
		const days = await getDeploymentMatches(service, world.designer, id, "day");
		expect(days.sums).toHaveLength(90);
		expect(days.sums.slice(-2)).toEqual([
			{ start: new Date(midnight - DAY_MS).toISOString(), matches: 1 },
			{ start: new Date(midnight).toISOString(), matches: 110 },
		]);
		const shown = await detail(id);
		expect(shown.daily_matches).toEqual([...Array.from({ length: 12 }, () => 0), 1, 110]);
		expect(Date.parse(shown.last_match_at ?? "")).toBeGreaterThanOrEqual(midnight + 23 * HOUR_MS);
	});

	test("an agent of an earlier version makes a target's matches unknown, not zero", async () => {
		const id = await activated();
		expect(await detail(id)).toMatchObject({ last_match_at: null, matches_counted_since: null });
		const send = run("new");
		await send(0, {});
		expect((await detail(id)).matches_counted_since).not.toBeNull();
		await report("old");
		expect(await detail(id)).toMatchObject({ last_match_at: null, matches_counted_since: null });
		await send(1, { [id]: 1 });
		expect(await detail(id)).toMatchObject({ last_match_at: expect.any(String), matches_counted_since: null });
		expect((await unmatched()).agents).toEqual({ living: 2, counting: 1 });
		// Once the earlier one is silent, counting begins afresh.
		service.advance(31_000);
		const from = service.now().toISOString();
		await send(1, {});
		const since = (await detail(id)).matches_counted_since ?? "";
		expect(since > from).toBe(true);
		expect((await unmatched()).counted_since).toBe(since);
	});

	test("what has matched nothing for 30 days is listed with the memory it takes", async () => {
		const [silent, matching, matchedOnce, tagged] = [
			await activated(),
			await activated(),
			await activated(),
			await activated(),
		];
		await service.prisma.deployment.update({ where: { id: tagged }, data: { tags: ["elsewhere"] } });
		await service.prisma.deployment.update({ where: { id: matchedOnce }, data: { build_size: 5_000 } });
		const send = run("one", ["here"]);
		await service.prisma.deployment.updateMany({
			where: { id: { in: [silent, matching, matchedOnce] } },
			data: { tags: ["here"] },
		});
		await send(1, { [matchedOnce]: 1, [matching]: 1 });
		expect(await unmatched()).toMatchObject({ total: 0, bytes: 0, deployments: [] });
		service.advance(29 * DAY_MS);
		await send(2, { [matching]: 1 });
		expect((await unmatched()).total).toBe(0);
		service.advance(DAY_MS + MINUTE_MS);
		const young = await activated();
		await service.prisma.deployment.update({ where: { id: young }, data: { tags: ["here"] } });
		// Nothing is known while no agent reports.
		expect((await unmatched()).total).toBe(0);
		await send(2, {});
		const found = await unmatched();
		expect(found).toMatchObject({ days: 30, total: 2, bytes: 6_000, agents: { living: 1, counting: 1 } });
		expect(found.deployments.map(({ id }) => id)).toEqual([matchedOnce, silent]);
		expect(await listed({ unmatched_for: "30", sort: "build_size" })).toEqual([matchedOnce, silent]);
		expect(await listed({ unmatched_for: "31" })).toEqual([]);
		await deactivateDeployment(service, world.administrator, silent);
		await activateDeployment(service, world.administrator, silent);
		expect(await listed({ unmatched_for: "30" })).toEqual([matchedOnce]);
	});

	test("sums are kept for 90 days, the last day of each deployment for good", async () => {
		const [quiet, busy] = [await activated(), await activated()];
		const send = run();
		await send(1, { [quiet]: 1, [busy]: 1 });
		const { last_match_at: last } = await detail(quiet);
		service.advance(DAY_MS);
		await send(2, { [busy]: 1 });
		const rows = (id: string) => service.prisma.matchDay.count({ where: { deployment_id: id } });
		service.advance(88 * DAY_MS);
		await removeOldRows(service);
		expect([await rows(quiet), await rows(busy)]).toEqual([1, 2]);
		service.advance(2 * DAY_MS);
		await removeOldRows(service);
		expect([await rows(quiet), await rows(busy)]).toEqual([1, 1]);
		expect((await detail(quiet)).last_match_at).toBe(last);
		expect(await total(quiet)).toBe(0);
		expect(await service.prisma.matchRun.count({ where: { target_id: world.target.id } })).toBe(0);
	});

	test("a report adds one statement for matches, whether it counts much, nothing or not at all", async () => {
		const ids = [await activated(), await activated(), await activated()];
		const statements = async (matches: AgentReport["matches"]) => {
			capturing.taken();
			await recordAgentReport(service, agent, {
				...EMPTY,
				...(matches && { matches }),
			});
			return capturing.taken().filter(({ text }) => text.includes("match_")).length;
		};
		const batch = (number: number, counted: readonly string[]) => ({
			run_id: randomUUID(),
			number,
			counts: counted.map((deployment_id) => ({ deployment_id, matches: 1 })),
		});
		expect(await statements(batch(1, ids))).toBe(1);
		expect(await statements(batch(0, []))).toBe(1);
		expect(await statements(undefined)).toBe(1);
		capturing.taken();
		await Promise.all(Array.from({ length: 20 }, () => report("one", batch(1, ids))));
		const texts = capturing.taken().map(({ text }) => text);
		// Those of a transaction are one statement, which locks the sums in one order.
		const transactions = texts.filter((text) => text.startsWith("BEGIN")).length;
		const adding = texts.filter((text) => text.includes("INSERT INTO match_days")).length;
		expect([transactions < 10, adding]).toEqual([true, transactions]);
		expect(await Promise.all(ids.map(total))).toEqual([21, 21, 21]);
	});
});
