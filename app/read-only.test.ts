import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as agentRoute } from "@/app/api/agent/deployments/route";
import { POST as createDesignRoute } from "@/app/api/designs/route";
import { GET as readyRoute } from "@/app/api/ready/route";
import { GET as listDesignsRoute } from "@/app/targeting/designs/route";
import { runDueSchedules } from "@/lib/domain/deployments/schedules/run-due-schedules";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { watchOutages } from "@/lib/platform/db/outage";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey } from "@/lib/tools/testing/world";

describe.runIf(testDatabaseKinds().includes("postgres"))("a database that only reads, as a standby", () => {
	let service: TestService;
	let key: string;
	let agentKey: string;
	beforeAll(async () => {
		service = await createTestService("postgres");
		setService(service);
		const world = await createWorld(service);
		key = await issueKey(service, world.designer, ["manage"]);
		const issued = await createAgentKey(service, world.administrator, world.target.id, { label: "edge" });
		agentKey = issued.key ?? "";
		const at = service.now();
		for (let count = 0; count < 3; count += 1) {
			const { deployment } = await createRequest(service, world);
			const data = {
				deployment_id: deployment.id,
				action: "activate",
				scheduled_by_id: world.administrator.userId,
			} as const;
			await service.prisma.deploymentSchedule.create({ data: { ...data, at } });
		}
		await takeNoWrites(service);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	test("is read from: by API keys and agents, whose use cannot be noted; what writes is a 503, and readiness says it", async () => {
		const authorization = `Bearer ${key}`;
		const designs = await callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}` });
		expect(designs.status).toBe(200);
		const headers = { authorization: `Bearer ${agentKey}` };
		expect((await callRoute(agentRoute, { url: "/api/agent/deployments", headers })).status).toBe(200);
		const json = { name: "Never", type: "proximity" };
		const created = await callRoute(createDesignRoute, { url: "/api/designs", json, headers: { authorization } });
		expect([created.status, created.body.message]).toEqual([
			503,
			expect.stringContaining("the database cannot be used now"),
		]);
		const ready = await callRoute(readyRoute, { url: "/api/ready" });
		expect([ready.status, ready.body.response?.data]).toEqual([
			200,
			{ degraded: ["the database takes no writes: nothing can be changed"] },
		]);
	});

	test("schedules that are due wait: the log tells one and that the database is away, and no more with each look", async () => {
		const lines: unknown[][] = [];
		const told = vi.spyOn(log, "error").mockImplementation((...line: unknown[]) => void lines.push(line));
		watchOutages(service.database.pool);
		try {
			expect(await runDueSchedules(service)).toBe(0);
			await eventually(() => expect(lines).toHaveLength(2));
			expect(await runDueSchedules(service)).toBe(0);
			const cause = expect.stringContaining("read-only transaction");
			expect(lines).toEqual([
				[{ cause, schedule_id: expect.any(String) }, "a schedule could not be run"],
				[{ cause: "it takes no writes" }, expect.stringContaining("the database is away")],
			]);
		} finally {
			watchOutages(undefined);
			told.mockRestore();
		}
	});
});

/** Makes the database read-only like a standby, and closes earlier connections. */
async function takeNoWrites({ database: { pool, genericPool } }: TestService): Promise<void> {
	for (const each of [pool, genericPool]) each.on("error", () => undefined);
	const client = await pool.connect();
	const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
	await client.query(`ALTER DATABASE "${rows[0]?.name}" SET default_transaction_read_only = on`);
	await client.query(
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
	);
	client.release(true);
	await eventually(() => expect([pool.totalCount, genericPool.totalCount]).toEqual([0, 0]));
}
