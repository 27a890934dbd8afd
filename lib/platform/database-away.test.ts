import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Prisma } from "@/lib/generated/prisma/client";
import { causeInWords, isDatabaseAway } from "@/lib/platform/database-away";
import { createDatabase } from "@/lib/platform/db/client";
import { openPostgresPool } from "@/lib/platform/db/postgres-pool";
import { type Door, openDoor } from "@/lib/platform/db/testing/door";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";

const ANSWER_WITHIN_MS = 60_000;

describe.runIf(testDatabaseKinds().includes("postgres"))("a PostgreSQL server that is away", () => {
	let empty: EmptyDatabase;
	beforeAll(async () => {
		empty = await createEmptyDatabase("postgres");
	});
	afterAll(() => empty.drop());

	async function open(answerWithinMs?: number, settings?: string) {
		const door = await openDoor(empty.url ?? "");
		const url = new URL(door.url);
		if (settings !== undefined) url.searchParams.set("options", settings);
		const opened = await openPostgresPool({
			databaseUrl: url.toString(),
			onError: () => undefined,
			...(answerWithinMs === undefined ? {} : { answerWithinMs }),
		});
		return { door, database: createDatabase(opened) };
	}
	type Opened = Awaited<ReturnType<typeof open>>["database"];
	const reasonOf = (asked: Promise<unknown>) =>
		asked.then(
			() => "answered",
			(error: unknown) => error,
		);
	const SLOW = Prisma.sql`SELECT pg_sleep(1000)::text AS slept`;
	/** Every way by which this code queries the database. */
	const asked = ({ prisma, pool }: Opened): Promise<unknown>[] => [
		prisma.$queryRaw(SLOW),
		prisma.$rows(SLOW),
		prisma.$transaction((tx) => tx.$queryRaw(SLOW)),
		pool.query("SELECT pg_sleep(1000)"),
		pool.connect().then((client) => client.query("SELECT pg_sleep(1000)").finally(() => client.release())),
	];
	const underWay = () =>
		eventually(async () => {
			const sleeping = await empty.pool.query(
				"SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(1000)%' AND state = 'active' AND datname = current_database()",
			);
			expect(sleeping.rowCount).toBe(5);
		});
	const expectAway = async (reasons: readonly Promise<unknown>[]) => {
		for (const reason of await Promise.all(reasons)) {
			expect([isDatabaseAway(reason), causeInWords(reason)]).toEqual([true, expect.stringMatching(/\w/)]);
		}
	};

	const terminate = () =>
		empty.pool.query(
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
		);
	// A server continues after its client has vanished.
	afterEach(async () => {
		// A spy on a fake timer would put that back after the real one.
		vi.restoreAllMocks();
		vi.useRealTimers();
		await terminate();
	});

	test.each<[string, (door: Door) => unknown]>([
		["cuts the connections", (door) => door.cut()],
		["is told to stop", () => terminate()],
	])("is known for it where it %s in the middle, and is asked again when it is back", async (_, bar) => {
		const { door, database } = await open();
		const reasons = asked(database).map(reasonOf);
		await underWay();
		await bar(door);
		await expectAway(reasons);
		// A connection that was just released may not have received its end yet.
		await eventually(async () => expect(await database.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]));
		await database.close();
		await door.close();
	});

	test("is known for it where it takes no connections", async () => {
		const { door, database } = await open();
		await door.close();
		await expectAway(asked(database).map(reasonOf));
		await database.close();
	});

	test("is known for it where it has vanished without a word", async () => {
		const { door, database } = await open(ANSWER_WITHIN_MS);
		await database.pool.query("SELECT 1");
		door.hold();
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const asks = vi.spyOn(globalThis, "setTimeout");
		const reason = reasonOf(database.pool.query("SELECT 1"));
		await eventually(() => expect(asks).toHaveBeenCalledWith(expect.any(Function), ANSWER_WITHIN_MS));
		vi.advanceTimersByTime(ANSWER_WITHIN_MS);
		await expectAway([reason]);
		await door.close();
		await database.close();
	});

	test("is known for it where somebody holds what is asked for", async () => {
		const { door, database } = await open(undefined, "-c lock_timeout=200");
		await empty.pool.query("CREATE TABLE hot (n int)");
		const stuck = await empty.pool.connect();
		await stuck.query("BEGIN; LOCK TABLE hot");
		const hot = Prisma.sql`SELECT n FROM hot`;
		const held = [
			database.prisma.$queryRaw(hot),
			database.prisma.$rows(hot),
			database.prisma.$transaction((tx) => tx.$queryRaw(hot)),
			database.pool.query("SET statement_timeout = 100; SELECT pg_sleep(1000)"),
		];
		await expectAway(held.map(reasonOf));
		await stuck.query("ROLLBACK");
		stuck.release();
		expect(await database.prisma.$queryRaw(hot)).toEqual([]);
		await database.close();
		await door.close();
	});

	test("releases the locks and the connection of a process that died silently", async () => {
		const { door, database } = await open();
		const names = ["lock_timeout", "idle_in_transaction_session_timeout", "tcp_keepalives_idle"];
		const { rows } = await database.pool.query(
			"SELECT current_setting(name) AS value FROM unnest($1::text[]) AS name",
			[names],
		);
		expect(rows.map(({ value }) => value)).toEqual(["10s", "1min", "30"]);
		const ended = reasonOf(
			database.prisma.$transaction(async (tx) => {
				const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
				await tx.$executeRaw`SET idle_in_transaction_session_timeout = 100`;
				const session = () => empty.pool.query("SELECT FROM pg_stat_activity WHERE pid = $1", [row?.pid]);
				await eventually(async () => expect((await session()).rowCount).toBe(0));
				await tx.$queryRaw`SELECT 1`;
			}),
		);
		await expectAway([ended]);
		expect(await database.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
		await database.close();
		await door.close();
	});

	test("is known for it where no connection becomes free for a transaction", () => {
		const message = "Transaction API error: Unable to start a transaction in the given time.";
		expect(isDatabaseAway(Object.assign(new Error(message), { code: "P2028" }))).toBe(true);
		expect(isDatabaseAway(Object.assign(new Error("Transaction API error: it is closed"), { code: "P2028" }))).toBe(
			false,
		);
	});

	test("an error of the query is no outage", async () => {
		const { door, database } = await open(ANSWER_WITHIN_MS);
		const reasons = [
			await reasonOf(database.prisma.$queryRaw`SELECT * FROM nothing`),
			await reasonOf(database.prisma.$rows(Prisma.sql`SELEC 1`)),
			await reasonOf(database.prisma.$transaction((tx) => tx.$queryRaw`SELECT 1 / 0`)),
			new Error("something else"),
			"a word",
			undefined,
		];
		expect(reasons.map(isDatabaseAway)).toEqual(reasons.map(() => false));
		// Timely answers are no silence, however many there are.
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		for (let time = 0; time < 4; time += 1) {
			const asks = vi.spyOn(globalThis, "setTimeout");
			door.hold();
			const answer = database.pool.query("SELECT 1");
			await eventually(() => expect(asks).toHaveBeenCalledWith(expect.any(Function), ANSWER_WITHIN_MS));
			vi.advanceTimersByTime(ANSWER_WITHIN_MS / 2);
			door.release();
			await answer;
			asks.mockRestore();
		}
		await database.close();
		await door.close();
	});
});
