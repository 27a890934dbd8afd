import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, openDoor } from "@/lib/platform/db/testing/door";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { findPostgres, type PostgresServer, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { checkLoad } from "./check-load";
import { createLoadCast, type Fleet, openFleet } from "./fleet";
import { startLoad } from "./load";
import { makeRelease, type Release } from "./release";

/** `npm run test:failover` sets these. */
const WEB = Number(process.env.FAILOVER_WEB ?? 1);
const WORKERS = Number(process.env.FAILOVER_WORKERS ?? 1);
const ROUNDS = Number(process.env.FAILOVER_ROUNDS ?? 1);

const programs = testDatabaseKinds().includes("postgres") ? await findPostgres() : null;

describe.runIf(programs !== null)("the loss of the primary", () => {
	let primary: PostgresServer;
	let standby: PostgresServer | undefined;
	/** Stands for the name, or the pooler, that the operator points at another server. */
	let door: Door;
	let release: Release;
	let fleet: Fleet;
	beforeAll(async () => {
		release = await makeRelease();
		primary = await start();
		door = await openDoor(primary.url);
		fleet = await openFleet(door.url, { BUILD_LEASE_SECONDS: "5" });
	});
	afterAll(async () => {
		await fleet?.remove();
		await door?.close();
		await standby?.stop();
		await primary?.stop();
		await release?.remove();
	});

	const start = (standbyOf?: string) =>
		startPostgres(programs ?? "", {
			settings: ["synchronous_commit=on"],
			...(standbyOf === undefined ? {} : { standbyOf }),
		});

	async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
		const client = new pg.Client({ connectionString: url });
		await client.connect();
		try {
			return (await client.query<Row>(sql)).rows;
		} finally {
			await client.end();
		}
	}

	/** Starts a server that follows the primary, and has the primary wait for it at each commit. */
	async function follow(): Promise<PostgresServer> {
		const started = await start(primary.url);
		await ask(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
		await ask(primary.url, "SELECT pg_reload_conf()");
		const state = "SELECT sync_state FROM pg_stat_replication";
		await expect.poll(() => ask(primary.url, state)).toEqual([{ sync_state: "sync" }]);
		return started;
	}

	test("under load loses nothing that was acknowledged", async () => {
		const kinds = [...Array(WEB).fill("web"), ...Array(WORKERS).fill("worker")] as ("web" | "worker")[];
		await Promise.all(kinds.map((kind) => fleet.start(kind, release)));
		const cast = await createLoadCast(fleet.database);
		for (let round = 1; round <= ROUNDS; round += 1) {
			standby = await follow();
			const mark = `failover-${round}`;
			const lanes = { reads: 1, writes: 4, campaigns: 1 };
			const load = startLoad(fleet.balancer, cast, { mark, pauseMs: 50, lanes });
			await expect.poll(() => load.acknowledged.activated.size).toBeGreaterThan(0);
			const before = load.acknowledged.designs.size;
			const activated = load.acknowledged.activated.size;
			const lostAt = performance.now();
			await primary.kill();
			await promote(standby);
			const promoted = performance.now() - lostAt;
			await expect.poll(() => load.acknowledged.designs.size).toBeGreaterThan(before + lanes.writes);
			const writing = performance.now() - lostAt;
			await expect.poll(() => load.acknowledged.activated.size).toBeGreaterThan(activated);
			await load.stop();
			const found = await checkLoad(fleet.database, mark, load.acknowledged);
			console.log(
				`loss ${round} of the primary: promoted after ${(promoted / 1_000).toFixed(1)} s, writing after ${(writing / 1_000).toFixed(1)} s; acknowledged ${load.acknowledged.designs.size} designs, ${before} of them before; requests: ${JSON.stringify(fleet.balancer.counts)}; found: ${JSON.stringify({ ...found, problems: found.problems.length })}`,
			);
			expect([...load.problems, ...found.problems]).toEqual([]);
			expect(before).toBeGreaterThan(0);
			expect(found.activated).toBeGreaterThan(0);
		}
	});

	/** What docs/operations.md tells an operator to do. */
	async function promote(server: PostgresServer): Promise<void> {
		await ask(server.url, "ALTER SYSTEM RESET synchronous_standby_names");
		expect(await ask(server.url, "SELECT pg_promote() AS done")).toEqual([{ done: true }]);
		await ask(server.url, "SELECT pg_reload_conf()");
		const { port } = new URL(door.url);
		await door.close();
		door = await openDoor(server.url, Number(port));
		await primary.stop();
		primary = server;
		standby = undefined;
	}
});
