import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ROUTES } from "@/lib/generated/routes";
import { documentationOf } from "@/lib/http/routes/documentation";
import { openDatabase, setDatabase } from "@/lib/platform/db/client";
import { migrate } from "@/lib/platform/db/migrate";
import { type Door, openDoor } from "@/lib/platform/db/testing/door";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics/metrics";
import { Replica } from "@/lib/platform/replica/replica";
import { setService } from "@/lib/platform/service";
import { rightCalls } from "@/lib/tools/testing/access/access-calls";
import { type AccessWorld, createAccessWorld } from "@/lib/tools/testing/access/access-world";
import { RIGHTS } from "@/lib/tools/testing/access/rights";
import { ROUTE_ROWS } from "@/lib/tools/testing/access/route-rows";
import { send } from "@/lib/tools/testing/access/send";
import { callNamedRoute } from "@/lib/tools/testing/call-named-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { findPostgres, type PostgresServer, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { tomorrow } from "@/lib/tools/testing/write-preparations";

const programs = testDatabaseKinds().includes("postgres") ? await findPostgres() : null;

/** Names of the routes that a replica may answer. */
const REPLICA_ROUTES = Object.entries(ROUTES)
	.filter(([, { GET }]) => documentationOf(GET)?.fromReplica)
	.map(([pattern]) => `GET ${pattern}`);

test("a replica may answer every list and export, and nothing that may write", () => {
	const named = Object.entries(ROUTES).flatMap(([pattern, methods]) =>
		Object.entries(methods).map(([method, handler]) => ({
			route: `${method} ${pattern}`,
			...documentationOf(handler),
		})),
	);
	const lists = named.filter(({ summary = "" }) => /^(List|Export) /.test(summary)).map(({ route }) => route);
	expect(lists.length).toBeGreaterThan(25);
	expect(lists.filter((route) => !REPLICA_ROUTES.includes(route))).toEqual([]);
	const marked = named.filter(({ fromReplica }) => fromReplica).map(({ route }) => route);
	expect(marked).toEqual(REPLICA_ROUTES);
});

describe.runIf(programs !== null)("with a replica", () => {
	let primary: PostgresServer;
	let standby: PostgresServer;
	/** Stands before the standby. */
	let door: Door;
	let service: TestService;
	let world: AccessWorld;
	let replica: Replica;
	beforeAll(async () => {
		const settings = ["synchronous_commit=on"];
		primary = await startPostgres(programs ?? "", { settings });
		const opened = await openDatabase({ databaseUrl: primary.url });
		await migrate(opened.pool);
		standby = await startPostgres(programs ?? "", { settings, standbyOf: primary.url });
		door = await openDoor(standby.url);
		service = await createTestService("postgres", {}, Promise.resolve({ ...opened, drop: opened.close }));
		setDatabase(service.database);
		world = await createAccessWorld(service);
		replica = new Replica({ databaseUrl: door.url }, opened);
		setService({ ...service, replica });
	});
	afterAll(async () => {
		setService(undefined);
		setDatabase(undefined);
		await replica?.close();
		await service?.drop();
		await door?.close();
		await standby?.stop();
		await primary?.stop();
	});
	beforeEach(() => {
		metrics().own.replicaReads.reset();
	});

	/** How many reads each database took. */
	async function reads() {
		const { values } = await metrics().own.replicaReads.get();
		return Object.fromEntries(values.map(({ labels, value }) => [labels.database, value]));
	}

	async function onStandby<Row extends pg.QueryResultRow>(sql: string): Promise<Row | undefined> {
		const client = new pg.Client({ connectionString: standby.url });
		await client.connect();
		try {
			return (await client.query<Row>(sql)).rows[0];
		} finally {
			await client.end();
		}
	}

	const owner = () => ({ authorization: `Bearer ${world.cast.shown.owner.key}` });

	async function createDesign(name: string): Promise<void> {
		const json = { name, type: "proximity", sets: [] };
		expect(await callNamedRoute("POST /api/designs", { headers: owner(), json })).toMatchObject({ status: 201 });
	}

	/** Whether a list with one row of the name has it. */
	async function lists(name: string): Promise<boolean> {
		const query = { q: name };
		const { status, body } = await send("GET /targeting/designs", { query }, world.cast.shown.owner);
		expect([status, status === 200 ? "" : body]).toEqual([200, ""]);
		return JSON.parse(body).response.data.some((design: { name: string }) => design.name === name);
	}

	/** Lists until the replica has taken a list. */
	const awaitReplica = () =>
		expect
			.poll(async () => {
				metrics().own.replicaReads.reset();
				await lists("anything");
				return reads();
			})
			.toEqual({ replica: 1 });

	test("it takes every list and export, and none of them writes", async () => {
		const patient = new Replica({ databaseUrl: door.url, waitMs: 600_000 }, service.database);
		setService({ ...service, replica: patient });
		const calls = await rightCalls(world.ids, tomorrow(service));
		const answers: Record<string, unknown> = {};
		for (const route of REPLICA_ROUTES) {
			metrics().own.replicaReads.reset();
			const [row, , right] = ROUTE_ROWS.find(([each]) => each === route) ?? [];
			const [person] = right === undefined ? [] : RIGHTS[right].yes;
			const call = calls.get(row ?? "");
			if (person === undefined || call === undefined) throw new Error(`${route} must have a call`);
			const { status } = await send(route, call, world.cast.shown[person]);
			answers[route] = [status, await reads()];
		}
		expect(answers).toEqual(Object.fromEntries(REPLICA_ROUTES.map((route) => [route, [200, { replica: 1 }]])));
		setService({ ...service, replica });
		await patient.close();
	});

	test("nobody misses a write that it has not replayed", async () => {
		await awaitReplica();
		await onStandby("SELECT pg_wal_replay_pause()");
		await expect.poll(() => onStandby("SELECT pg_get_wal_replay_pause_state() AS state")).toEqual({ state: "paused" });
		metrics().own.replicaReads.reset();
		for (const name of ["Paused once", "Paused twice"]) {
			await createDesign(name);
			expect(await lists(name)).toBe(true);
		}
		expect(await reads()).toEqual({ primary: 2 });
		expect(await onStandby("SELECT count(*)::int FROM designs WHERE name LIKE 'Paused%'")).toEqual({ count: 0 });
		await onStandby("SELECT pg_wal_replay_resume()");
		await awaitReplica();
	});

	test("a read that it fails goes on on the primary, as do all without it", async () => {
		const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
		await awaitReplica();
		const reader = await replica.reader();
		const before = await reader.design.count();
		expect(before).toBeGreaterThan(2);
		const { port } = new URL(door.url);
		await door.close();
		metrics().own.replicaReads.reset();
		expect(await reader.design.count()).toBe(before);
		expect(await reader.$transaction((tx) => tx.design.count())).toBe(before);
		expect(await reads()).toEqual({ repeated: 1 });
		await createDesign("Alone");
		expect(await lists("Alone")).toBe(true);
		expect(await callNamedRoute("GET /api/ready", {})).toMatchObject({ status: 200 });
		await expect.poll(async () => (await lists("Alone")) && warned.mock.calls.length).toBe(1);
		expect(warned.mock.lastCall?.[1]).toContain("the read replica is not used");
		expect(await reads()).not.toHaveProperty("replica");
		door = await openDoor(standby.url, Number(port));
		await awaitReplica();
		expect(warned.mock.lastCall?.[1]).toBe("the read replica takes lists and exports again");
		expect(await lists("Alone")).toBe(true);
	});

	test("a server that is no standby, or none of this database, is never used", async () => {
		const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
		const standbyOfAnother = new URL(standby.url);
		standbyOfAnother.pathname = "/template1";
		for (const [databaseUrl, cause] of [
			[primary.url, "it is no standby"],
			[standbyOfAnother.href, "it is not a copy of the database that DATABASE_URL names"],
		] as const) {
			const wrong = new Replica({ databaseUrl, waitMs: 600_000 }, service.database);
			await wrong.check();
			expect(warned.mock.lastCall?.[0]).toEqual({ cause });
			expect(await wrong.reader()).toBe(service.prisma);
			await wrong.close();
		}
	});

	test("a server that takes its address and is not as far takes no read from before", async () => {
		vi.spyOn(log, "warn").mockImplementation(() => undefined);
		const moved = new Replica({ databaseUrl: door.url, waitMs: 600_000 }, service.database);
		const reader = await moved.reader();
		metrics().own.replicaReads.reset();
		door.leadTo(primary.url);
		expect(await reader.design.count()).toBeGreaterThan(2);
		expect(await reads()).toEqual({ repeated: 1 });
		expect(await moved.reader()).toBe(service.prisma);
		await moved.close();
	});
});
