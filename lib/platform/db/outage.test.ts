import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createDatabase, type Database } from "@/lib/platform/db/client";
import { noteOutage, watchOutages } from "@/lib/platform/db/outage";
import { openPostgresPool } from "@/lib/platform/db/postgres-pool";
import { type Door, openDoor } from "@/lib/platform/db/testing/door";
import { log } from "@/lib/platform/log";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";

describe.runIf(testDatabaseKinds().includes("postgres"))("an outage of PostgreSQL", () => {
	let empty: EmptyDatabase;
	let door: Door;
	let database: Database;
	beforeAll(async () => {
		empty = await createEmptyDatabase("postgres");
		door = await openDoor(empty.url ?? "");
		database = createDatabase(await openPostgresPool({ databaseUrl: door.url, onError: () => undefined }));
		watchOutages(database.pool);
	});
	afterEach(() => vi.restoreAllMocks());
	afterAll(async () => {
		watchOutages(undefined);
		await database.close();
		await door.close();
		await empty.drop();
	});

	const ask = () => database.pool.query("SELECT 1").catch((error: unknown) => logFailure(error, "it failed"));
	const listen = () => {
		const [error, warn] = [vi.spyOn(log, "error"), vi.spyOn(log, "warn")];
		const lines: unknown[] = [];
		for (const spy of [error, warn]) spy.mockImplementation((...line: unknown[]) => void lines.push(line));
		return lines;
	};
	const AWAY = "the database is away: further failures are not logged until it answers again";

	test("logs the first failure, the outage, and its duration at the end", async () => {
		const lines = listen();
		await door.close();
		for (let count = 0; count < 20; count += 1) await ask();
		await expect.poll(() => lines.length).toBe(2);
		const cause = expect.stringContaining("ECONNREFUSED");
		expect(lines.splice(0)).toEqual([
			[{ cause: expect.any(String) }, "it failed"],
			[{ cause }, AWAY],
		]);
		for (let count = 0; count < 20; count += 1) await ask();
		expect(lines).toEqual([]);
		door = await openDoor(empty.url ?? "", Number(new URL(door.url).port));
		await expect.poll(() => lines.length).toBe(1);
		expect(lines).toEqual([[{ seconds: expect.any(Number), failures: 39 }, "the database answers again"]]);
		await ask();
		expect(lines).toHaveLength(1);
	});

	const lost = () => Object.assign(new Error("terminating connection"), { code: "57P01" });

	test("a single lost connection is no outage", async () => {
		const lines = listen();
		expect(noteOutage(lost())).toBe(false);
		// Concurrent failures of one outage are logged once.
		expect(noteOutage(lost())).toBe(true);
		await eventually(() => expect(noteOutage(lost())).toBe(false));
		expect(lines).toEqual([]);
	});

	test("a read-only server is an outage", async () => {
		const lines = listen();
		const name = new URL(empty.url ?? "").pathname.slice(1);
		await empty.pool.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
		door.cut();
		await eventually(async () => {
			const { rows } = await database.pool.query("SHOW transaction_read_only");
			expect(rows).toEqual([{ transaction_read_only: "on" }]);
		});
		logFailure(Object.assign(new Error("cannot execute UPDATE"), { code: "25006" }), "it failed");
		await eventually(() => expect(lines.at(-1)).toEqual([{ cause: "it takes no writes" }, AWAY]));
	});

	test("a server without disk space is no outage: it answers the next query", () => {
		expect(noteOutage(Object.assign(new Error("could not extend file"), { code: "53100" }))).toBe(false);
		expect(noteOutage(new Error("A fault of the program."))).toBe(false);
	});
});
