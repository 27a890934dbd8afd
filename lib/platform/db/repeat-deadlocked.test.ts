import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresPool } from "@/lib/platform/db/postgres-pool";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";

describe.runIf(testDatabaseKinds().includes("postgres"))("a statement that a deadlock ends", () => {
	let db: EmptyDatabase;
	beforeAll(async () => {
		db = await createEmptyDatabase("postgres");
		await db.pool.query("CREATE TABLE one (n int); CREATE TABLE two (n int); INSERT INTO one VALUES (1)");
	});
	afterAll(() => db.drop());

	test("is run again, outside of transactions", async () => {
		const url = new URL(db.url ?? "");
		// Long enough for the other one to begin to wait, on a busy machine, too.
		url.searchParams.set("options", "-c deadlock_timeout=2s");
		const { pool, close } = await openPostgresPool({ databaseUrl: url.toString(), onError: () => undefined });
		const other = await db.pool.connect();
		await other.query("SET deadlock_timeout = '1h'; BEGIN; LOCK TABLE two IN ACCESS EXCLUSIVE MODE");
		const read = pool.query("SELECT one.n FROM one LEFT JOIN two ON true");
		const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'two'::regclass";
		await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
		await other.query("LOCK TABLE one IN ACCESS EXCLUSIVE MODE");
		await other.query("COMMIT; RESET deadlock_timeout");
		other.release();
		expect((await read).rows).toEqual([{ n: 1 }]);
		await close();
	});
});
