import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { Maintenance } from "@/lib/platform/db/embedded/maintenance";
import { createPglitePool } from "@/lib/platform/db/embedded/pglite-pool";

const schedule = { checkEveryMs: 5_000, idleForMs: 2_000, afterBytes: 100_000, afterMs: 600_000, atMostBytes: 500_000 };
const unexpected = (error: Error) => {
	throw error;
};

const { pool, thread } = createPglitePool({ directory: null, durable: false });
let now: number;
let maintenance: Maintenance;

beforeEach(async () => {
	now = 0;
	maintenance = new Maintenance({ pool, onError: unexpected, schedule, now: () => now });
	await pool.query("DROP TABLE IF EXISTS notes");
	await pool.query("CREATE TABLE notes (content text)");
	await maintenance.look();
});

afterEach(() => maintenance.stop());

afterAll(async () => {
	await pool.end();
	await thread.close();
});

const write = (bytes: number) =>
	pool.query("INSERT INTO notes SELECT md5(n::text) FROM generate_series(1, $1) n", [bytes / 32]);
const idle = (ms: number) => {
	now += ms;
};

test("does nothing without writes", async () => {
	idle(10_000_000);
	expect(await maintenance.look()).toBe("none");
});

test("vacuums once enough is written and no query has run for a while", async () => {
	await write(100_000);
	expect(await maintenance.look()).toBe("none");
	idle(2_000);
	expect(await maintenance.look()).toBe("vacuum");
	const { rows } = await pool.query("SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'notes'");
	expect(rows).toEqual([{ rows: 3125 }]);
	idle(2_000);
	expect(await maintenance.look()).toBe("none");
});

test("vacuums after little was written once enough time has passed", async () => {
	await write(320);
	idle(599_999);
	expect(await maintenance.look()).toBe("none");
	idle(2_000);
	expect(await maintenance.look()).toBe("vacuum");
});

test("leaves a transaction alone, however long it has been open", async () => {
	const client = await pool.connect();
	await client.query("BEGIN");
	await client.query("INSERT INTO notes SELECT md5(n::text) FROM generate_series(1, 5000) n");
	idle(60_000);
	const look = maintenance.look();
	idle(60_000);
	await client.query("COMMIT");
	client.release();
	expect(await look).toBe("none");
});

test("writes a checkpoint even when never idle, so that the log stays bounded", async () => {
	await write(1_000_000);
	expect(await maintenance.look()).toBe("checkpoint");
	expect(await maintenance.look()).toBe("none");
});

test("closing waits for running maintenance", async () => {
	await write(100_000);
	idle(2_000);
	const look = maintenance.look();
	await maintenance.stop();
	expect(await look).toBe("vacuum");
});
