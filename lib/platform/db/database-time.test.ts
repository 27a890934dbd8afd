import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Client } from "@/lib/platform/db/prisma-client";
import { PROCESS_JOBS, WEB_JOBS } from "@/lib/processes/jobs/background-jobs";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";

const DAY_MS = 86_400_000;

let databaseTime: () => Date;
let readDatabaseTime: (service: { prisma: Client }) => Promise<number>;
beforeEach(async () => {
	vi.resetModules();
	({ databaseTime, readDatabaseTime } = await import("./database-time"));
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test("every process reads it, and none has a time before", () => {
	const named = (jobs: typeof WEB_JOBS) => jobs.map(({ run }) => run.name);
	expect(named(PROCESS_JOBS)).toContain("readDatabaseTime");
	expect(named(WEB_JOBS)).toContain("readDatabaseTime");
	expect(databaseTime).toThrow("readDatabaseTime must come first");
});

describe.each(testDatabaseKinds())("the time of %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	/** @param doubtMs how long the reading took: what of it was before the answer is unknown */
	async function expectSameAsDatabase(doubtMs: number) {
		const before = databaseTime();
		const [row] = await service.prisma.$queryRaw<{ time: Date }[]>`SELECT clock_timestamp() AS time`;
		const time = row?.time.getTime() ?? Number.NaN;
		expect(time).toBeGreaterThan(before.getTime() - doubtMs);
		expect(time).toBeLessThan(databaseTime().getTime() + doubtMs);
	}

	test("goes on in a process whose machine's clock is set back or ahead", async () => {
		const asked = performance.now();
		await readDatabaseTime(service);
		// Both give whole milliseconds.
		await expectSameAsDatabase(performance.now() - asked + 2);
		const began = databaseTime().getTime();
		for (const byMs of [-DAY_MS, DAY_MS]) {
			vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + byMs });
			expect(databaseTime().getTime() - began).toBeLessThan(DAY_MS / 2);
			expect(databaseTime().getTime()).toBeGreaterThanOrEqual(began);
			vi.useRealTimers();
		}
	});
});

describe("a reading", () => {
	let machine = 0;
	beforeEach(() => {
		machine = 1_000;
		vi.spyOn(performance, "now").mockImplementation(() => machine);
	});

	/** Reads a clock that is `aheadMs` ahead of the machine's, in the middle of the round trip. */
	async function read({ aheadMs, roundTripMs }: { aheadMs: number; roundTripMs: number }) {
		const $queryRaw = async () => {
			const time = machine + roundTripMs / 2 + aheadMs;
			machine += roundTripMs;
			return [{ time }];
		};
		expect(await readDatabaseTime({ prisma: { $queryRaw } as unknown as Client })).toBe(0);
		return databaseTime().getTime() - machine;
	}

	test("counts from the middle of the round trip", async () => {
		expect(await read({ aheadMs: 5_000, roundTripMs: 800 })).toBe(5_000);
		machine += 60_000;
		expect(databaseTime().getTime()).toBe(machine + 5_000);
	});

	test("moves the time as far as its round trip leaves no doubt", async () => {
		await read({ aheadMs: 5_000, roundTripMs: 10 });
		expect(await read({ aheadMs: 5_300, roundTripMs: 800 })).toBe(5_000);
		expect(await read({ aheadMs: 5_300, roundTripMs: 100 })).toBe(5_250);
		expect(await read({ aheadMs: 5_300, roundTripMs: 0 })).toBe(5_300);
		expect(await read({ aheadMs: 5_000, roundTripMs: 100 })).toBe(5_050);
	});

	test("follows the database's clock wherever it is set", async () => {
		await read({ aheadMs: 0, roundTripMs: 10 });
		expect(await read({ aheadMs: DAY_MS, roundTripMs: 10 })).toBe(DAY_MS - 5);
		expect(await read({ aheadMs: -DAY_MS, roundTripMs: 10 })).toBe(-DAY_MS + 5);
	});
});
