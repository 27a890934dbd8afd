import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { PROCESS_JOBS, WEB_JOBS } from "@/lib/processes/jobs/background-jobs";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { clockAheadMs } from "./watch-clock";

const APART = "the clocks of this process and of the database are apart";

/** As processes that build alone and web processes do it. */
async function look(service: Pick<Service, "prisma" | "now">) {
	const own = PROCESS_JOBS.find((each) => /database's time/.test(each.name) && WEB_JOBS.includes(each));
	expect(await own?.run(service as Service, new AbortController().signal)).toBe(0);
}

let said: unknown[];
beforeEach(() => {
	said = [];
	vi.spyOn(log, "warn").mockImplementation((fields: unknown, words?: string) => void said.push([fields, words]));
});
afterEach(() => vi.restoreAllMocks());

describe.each(testDatabaseKinds())("the clock of a process beside that of %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	const beside = (aheadMs: number) => ({ prisma: service.prisma, now: () => new Date(Date.now() + aheadMs) });

	test("is told once when they are apart, either way, and once when they agree again", {
		timeout: 120_000,
	}, async () => {
		for (const [ahead, seconds] of [
			[60_000, expect.closeTo(60, -1)],
			[-3_600_000, expect.closeTo(-3_600, -1)],
		] as const) {
			for (const aheadMs of [0, 4_000, ahead, ahead, 0, 0]) {
				// A busy machine may take so long to answer that nothing is compared.
				await vi.waitFor(
					async () => {
						await look(beside(aheadMs));
						expect(Math.abs((clockAheadMs() ?? Number.NaN) - aheadMs)).toBeLessThan(600);
					},
					{ timeout: 20_000 },
				);
			}
			expect(said.splice(0)).toEqual([
				[{ seconds_ahead: seconds }, expect.stringContaining(APART)],
				[{ seconds_ahead: expect.closeTo(0, -1) }, expect.stringContaining("agree again")],
			]);
		}
	});
});

describe("a comparison of clocks", () => {
	/** A database that is asked for so long, and reads its clock when half of that is over. */
	function asked({ roundTripMs, aheadMs }: { roundTripMs: number; aheadMs: number }) {
		let time = 1_000_000;
		vi.spyOn(performance, "now").mockImplementation(() => time);
		const $queryRaw = async () => {
			const clock = time + roundTripMs / 2;
			time += roundTripMs;
			return [{ clock }];
		};
		return { prisma: { $queryRaw } as unknown as Service["prisma"], now: () => new Date(time + aheadMs) };
	}

	test("takes half of the round trip for the way there, and what may be the way for no difference", async () => {
		await look(asked({ roundTripMs: 800, aheadMs: 0 }));
		expect(clockAheadMs()).toBe(0);
		await look(asked({ roundTripMs: 800, aheadMs: 5_300 }));
		expect([clockAheadMs(), said]).toEqual([5_300, []]);
		await look(asked({ roundTripMs: 800, aheadMs: 5_500 }));
		await look(asked({ roundTripMs: 800, aheadMs: 4_700 }));
		expect(said.splice(0)).toEqual([[{ seconds_ahead: 5.5 }, expect.stringContaining(APART)]]);
		await look(asked({ roundTripMs: 10, aheadMs: 4_700 }));
		expect(said).toEqual([[{ seconds_ahead: 4.7 }, expect.stringContaining("agree again")]]);
	});

	test("that took long is no comparison", async () => {
		await look(asked({ roundTripMs: 10, aheadMs: 20 }));
		await look(asked({ roundTripMs: 30_000, aheadMs: 60_000 }));
		expect([clockAheadMs(), said]).toEqual([20, []]);
	});
});
