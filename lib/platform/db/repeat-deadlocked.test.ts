import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresPool } from "@/lib/platform/db/postgres-pool";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";

describe.runIf(testDatabaseKinds().includes("postgres"))("a statement that a deadlock ends", () => {
	let db: EmptyDatabase;
	beforeAll(async () => {
		db = await createEmptyDatabase("postgres");
		// A real deadlock would need both sides to wait within the time after which the server looks. What
		// a sequence gives is not rolled back.
		await db.pool.query(`
			CREATE SEQUENCE attempts;
			CREATE FUNCTION meets_two_deadlocks() RETURNS int LANGUAGE plpgsql AS $$
			BEGIN
				IF nextval('attempts') < 3 THEN
					RAISE deadlock_detected;
				END IF;
				RETURN currval('attempts');
			END $$`);
	});
	afterAll(() => db.drop());

	test("is run again, outside of transactions", async () => {
		const { pool, close } = await openPostgresPool({ databaseUrl: db.url ?? "", onError: () => undefined });
		expect((await pool.query("SELECT meets_two_deadlocks() AS attempts")).rows).toEqual([{ attempts: 3 }]);
		await close();
	});
});
