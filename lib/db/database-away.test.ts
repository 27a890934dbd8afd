import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createDatabase } from "@/lib/db/client";
import { causeInWords, isDatabaseAway } from "@/lib/db/database-away";
import { openPostgresPool } from "@/lib/db/postgres-pool";
import { readRows } from "@/lib/db/read-rows";
import { type Door, openDoor } from "@/lib/db/testing/door";
import { Prisma } from "@/lib/generated/prisma/client";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/testing/database";

/** Long enough for a machine that is busy. */
const ANSWER_WITHIN_MS = 2_000;

describe.runIf(testDatabaseKinds().includes("postgres"))("a PostgreSQL server that is away", () => {
	let empty: EmptyDatabase;
	beforeAll(async () => {
		empty = await createEmptyDatabase("postgres");
	});
	afterAll(() => empty.drop());

	async function open(answerWithinMs?: number) {
		const door = await openDoor(empty.url ?? "");
		const opened = await openPostgresPool({
			databaseUrl: door.url,
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
	const SLOW = Prisma.sql`SELECT pg_sleep(20)::text AS slept`;
	/** Every way by which this code asks the database. */
	const asked = ({ prisma, pool }: Opened): Promise<unknown>[] => [
		prisma.$queryRaw(SLOW),
		readRows(prisma, SLOW),
		prisma.$transaction((tx) => tx.$queryRaw(SLOW)),
		pool.query("SELECT pg_sleep(20)"),
		pool.connect().then((client) => client.query("SELECT pg_sleep(20)").finally(() => client.release())),
	];
	const underWay = async () => {
		for (;;) {
			const sleeping = await empty.pool.query(
				"SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(20)%' AND state = 'active' AND datname = current_database()",
			);
			if (sleeping.rowCount === 5) return;
			await delay(20);
		}
	};
	const expectAway = async (reasons: readonly Promise<unknown>[]) => {
		for (const reason of await Promise.all(reasons)) {
			expect([isDatabaseAway(reason), causeInWords(reason)]).toEqual([true, expect.stringMatching(/\w/)]);
		}
	};

	const terminate = () =>
		empty.pool.query(
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
		);
	// A server whose client has vanished goes on with what it does.
	afterEach(() => terminate());

	test.each<[string, (door: Door) => unknown]>([
		["cuts the connections", (door) => door.cut()],
		["is told to stop", () => terminate()],
	])("is known for it where it %s in the middle, and is asked again when it is back", async (_, bar) => {
		const { door, database } = await open();
		const reasons = asked(database).map(reasonOf);
		await underWay();
		await bar(door);
		await expectAway(reasons);
		// A connection that has just been given back may not have heard of its end yet.
		await vi.waitFor(async () => expect(await database.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]));
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
		await expectAway([reasonOf(database.pool.query("SELECT 1"))]);
		await door.close();
		await database.close();
	});

	test("is not taken for away because of what is asked", async () => {
		const { door, database } = await open(ANSWER_WITHIN_MS);
		const reasons = [
			await reasonOf(database.prisma.$queryRaw`SELECT * FROM nothing`),
			await reasonOf(readRows(database.prisma, Prisma.sql`SELEC 1`)),
			await reasonOf(database.prisma.$transaction((tx) => tx.$queryRaw`SELECT 1 / 0`)),
			new Error("something else"),
			"a word",
			undefined,
		];
		expect(reasons.map(isDatabaseAway)).toEqual(reasons.map(() => false));
		// Answers in time are no silence.
		for (let time = 0; time < 4; time += 1) await database.pool.query("SELECT pg_sleep(0.6)");
		await database.close();
		await door.close();
	});
});
