import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { findServer } from "@/lib/tools/testing/find-server.mjs";
import { type Pgbouncer, setPooledRole, startPgbouncer } from "@/lib/tools/testing/pgbouncer";
import { type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { checkLoad } from "./check-load";
import { createLoadCast, type Fleet, openFleet } from "./fleet";
import { complaintsOf, type FleetProcess } from "./fleet-process";
import { type Load, startLoad } from "./load";
import { makeRelease, type Release } from "./release";

/** `npm run test:rolling` sets these. */
const WEB = Number(process.env.ROLLING_WEB ?? 3);
const WORKERS = Number(process.env.ROLLING_WORKERS ?? 2);
const pgbouncerProgram = process.env.ROLLING_PGBOUNCER === "true" ? findServer("pgbouncer") : null;
/** Fewer than the processes may open. */
const POOLED_CONNECTIONS = 20;
const MARK = "rolled";
/** Tables that every request uses; older processes run on beside the column. */
const MIGRATION = {
	"29990101000000_rolled": ["designs", "builds", "deployments"]
		.map((table) => `ALTER TABLE ${table} ADD COLUMN rolled boolean NOT NULL DEFAULT false;`)
		.join("\n"),
};

describe.runIf(testDatabaseKinds().includes("postgres"))("many processes on one PostgreSQL", () => {
	let empty: EmptyDatabase;
	let fleet: Fleet;
	let receiver: Receiver;
	let pgbouncer: Pgbouncer | undefined;
	const releases: Release[] = [];
	beforeAll(async () => {
		releases.push(await makeRelease(), await makeRelease(MIGRATION));
		empty = await createEmptyDatabase("postgres");
		receiver = await startReceiver();
		if (pgbouncerProgram !== null) {
			await setPooledRole(empty);
			pgbouncer = await startPgbouncer(pgbouncerProgram, empty.url ?? "", POOLED_CONNECTIONS);
		}
		fleet = await openFleet(pgbouncer?.url ?? empty.url ?? "");
	});
	afterAll(async () => {
		await fleet.remove();
		await pgbouncer?.stop();
		await receiver.stop();
		await empty.drop();
		for (const release of releases) await release.remove();
	});

	/** How many migrations processes have applied: another one must not do it again. */
	const appliedBy = (processes: readonly FleetProcess[]) =>
		processes
			.flatMap(({ log }) => log.map(({ migrations_applied: applied }) => Number(applied ?? 0)))
			.reduce((sum, applied) => sum + applied, 0);

	test("start at once, and are rolled to a version with a migration under load", async () => {
		const [older, newer] = releases as [Release, Release];
		const since = performance.now();
		const kinds = [...Array(WEB).fill("web"), ...Array(WORKERS).fill("worker")] as ("web" | "worker")[];
		const started = await Promise.all(kinds.map((kind) => fleet.start(kind, older)));
		const startSeconds = (performance.now() - since) / 1_000;
		expect(appliedBy(started)).toBe(older.migrations);
		expect(await fleet.database.prisma.user.count()).toBe(1);

		const cast = await createLoadCast(fleet.database);
		const load = startLoad(fleet.balancer, cast, {
			mark: MARK,
			pauseMs: 200,
			lanes: { reads: 2, writes: 1, campaigns: 2 },
		});
		await hook(cast.administrator);
		const problems = await roll(started, newer);
		await settle(load);
		const found = await checkLoad(fleet.database, MARK, load.acknowledged);
		const sent = await fleet.database.prisma.webhookDelivery.count();
		const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
		if (process.env.ROLLING_PGBOUNCER === "true") expect(pgbouncer).toBeDefined();
		console.log(
			`${WEB} web processes and ${WORKERS} workers started in ${startSeconds.toFixed(1)} s and were rolled in ${((performance.now() - since) / 1_000 - startSeconds).toFixed(0)} s; requests: ${JSON.stringify(fleet.balancer.counts)}; found: ${JSON.stringify({ ...found, problems: found.problems.length })}; messages of webhooks: ${sent}`,
		);
		expect([...problems, ...load.problems, ...found.problems, ...complaintsOf(fleet.all)]).toEqual([]);
		expect(found).toMatchObject({ repeated: 0 });
		expect(fleet.balancer.counts).toMatchObject({ unavailable: 0 });
		expect(found.activated).toBeGreaterThan(2);
		expect([ids.length, new Set(ids).size]).toEqual([sent, sent]);
	});

	async function hook(key: string): Promise<void> {
		const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": "hook" };
		const body = JSON.stringify({ url: receiver.url });
		const { status, text } = await fleet.balancer.send({ method: "POST", path: "/api/webhooks", headers, body });
		expect([status, text]).toEqual([201, expect.any(String)]);
	}

	/** Replaces one process after the other. */
	async function roll(started: readonly FleetProcess[], newer: Release): Promise<string[]> {
		const problems: string[] = [];
		const replacing: FleetProcess[] = [];
		for (const one of started) {
			const problem = await fleet.stop(one);
			if (problem !== undefined) problems.push(problem);
			replacing.push(await fleet.start(one.kind, newer));
		}
		expect(appliedBy(replacing)).toBe(1);
		return problems;
	}

	/** Ends the load, and waits for what its campaigns have left to do. */
	async function settle(load: Load): Promise<void> {
		await load.stop();
		const { prisma } = fleet.database;
		const isPending = { status: "pending" as const };
		await expect.poll(() => prisma.outboxEntry.count()).toBe(0);
		await expect.poll(() => prisma.webhookDelivery.count({ where: isPending })).toBe(0);
	}
});
