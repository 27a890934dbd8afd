import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { ChangeFeed } from "@/lib/domain/events/change-feed";
import { openDatabase } from "@/lib/platform/db/client";
import { migrate } from "@/lib/platform/db/migrate";
import { projectPath } from "@/lib/platform/project-path";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";
import { findServer } from "@/lib/tools/testing/find-server.mjs";
import { type Pgbouncer, setPooledRole, startPgbouncer } from "@/lib/tools/testing/pgbouncer";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld } from "@/lib/tools/testing/world";

const program = findServer("pgbouncer");
/** Fewer than the service opens, so that sessions are shared. */
const CONNECTIONS = 3;

describe.runIf(program !== null && testDatabaseKinds().includes("postgres"))("behind pgbouncer", () => {
	let empty: EmptyDatabase;
	let pgbouncer: Pgbouncer;
	let service: TestService;
	beforeAll(async () => {
		empty = await createEmptyDatabase("postgres");
		pgbouncer = await startPgbouncer(program ?? "", empty.url ?? "", CONNECTIONS);
	});
	afterAll(async () => {
		await service?.drop();
		await pgbouncer.stop();
		await empty.drop();
	});

	test("a role whose sessions have another time zone, or no timeouts, is refused", async () => {
		await expect(openDatabase({ databaseUrl: pgbouncer.url })).rejects.toThrow(
			"its role must have the settings TimeZone=UTC, statement_timeout=30000, lock_timeout=10000, idle_in_transaction_session_timeout=60000",
		);
	});

	test("a design is built, requested and activated, and its changes are read", async () => {
		await setPooledRole(empty);
		// It keeps the time zone of its first connection.
		await pgbouncer.stop();
		pgbouncer = await startPgbouncer(program ?? "", empty.url ?? "", CONNECTIONS);
		const opened = await openDatabase({ databaseUrl: pgbouncer.url });
		const atOnce = await Promise.all([1, 2, 3, 4, 5, 6].map(() => migrate(opened.pool)));
		const migrations = readdirSync(projectPath("prisma", "migrations"), { withFileTypes: true }).filter((entry) =>
			entry.isDirectory(),
		);
		// Each once; the six may take turns.
		expect(atOnce.flat().sort()).toEqual(migrations.map(({ name }) => name).sort());
		service = await createTestService("postgres", {}, Promise.resolve({ ...opened, drop: opened.close }));
		const world = await createWorld(service);
		const feed = new ChangeFeed(service.database, service, (error) => expect.fail(String(error)));
		const seen = new Set<string>();
		await feed.subscribe({
			principal: world.administrator,
			lastId: null,
			begin: () => undefined,
			send: (message) => "event" in message && seen.add(`${message.event.type} ${message.event.id}`),
			recheck: () => undefined,
			fail: (error) => expect.fail(String(error)),
		});
		// More transactions at once than pgbouncer has connections, several times: it hands them about.
		const activated: string[] = [];
		for (let round = 0; round < 3; round += 1) {
			const designs = await Promise.all(
				[1, 2, 3, 4, 5].map((number) => createProximityDesign(service, world.designer, `Round ${round}, ${number}`)),
			);
			await Promise.all(designs.map(({ id }) => requestBuild(service, world.designer, id, { reason: "a test" })));
			while (await runNextBuild(service, "test"));
			const builds = await service.prisma.build.findMany({ where: { design_id: { in: designs.map(({ id }) => id) } } });
			expect(builds.map(({ status }) => status)).toEqual(designs.map(() => "done"));
			const asked = await Promise.all(
				builds.map(({ id }) => requestDeployment(service, world.designer, id, { targetId: world.target.id })),
			);
			for (const { id } of asked) {
				const { status } = await activateDeployment(service, world.administrator, id, {}, {});
				expect(status).toBe("activated");
				activated.push(id);
			}
		}
		const wanted = activated.map((id) => `deployment ${id}`);
		await eventually(() => expect([...seen]).toEqual(expect.arrayContaining(wanted)));
		await feed.stop();
	});
});
