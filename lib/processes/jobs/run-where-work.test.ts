import { expect, test } from "vitest";
import { Prisma } from "@/lib/generated/prisma/client";
import { createTestService } from "@/lib/tools/testing/service";
import { WEB_JOBS } from "./background-jobs";
import { type AskedJob, runWhereWork } from "./run-where-work";

const TIMES = { askEveryMs: 1, anywayMs: 3_600_000 };

/** A job that counts its runs, and whether two of them overlapped. */
function countingJob(hasWork: Prisma.Sql) {
	const seen = { runs: 0, under: 0, overlapped: false };
	const run = async () => {
		seen.runs += 1;
		seen.under += 1;
		seen.overlapped ||= seen.under > 1;
		await new Promise(setImmediate);
		seen.under -= 1;
	};
	return { seen, job: { everyMs: 1, hasWork: () => hasWork, run } satisfies AskedJob };
}

test("one statement finds the jobs with work, and where it fails all run", async () => {
	const service = await createTestService();
	const [idle, busy] = [
		countingJob(Prisma.sql`FALSE`),
		countingJob(Prisma.sql`EXISTS (SELECT FROM service_facts) OR TRUE`),
	];
	const stopping = new AbortController();
	const running = runWhereWork(service, [idle.job, busy.job], stopping.signal, TIMES);
	await expect.poll(() => busy.seen.runs).toBeGreaterThan(20);
	stopping.abort();
	await running;
	// Without work it has run once, as every job does at first.
	expect([idle.seen.runs, busy.seen.overlapped]).toEqual([1, false]);

	const [broken, another] = [countingJob(Prisma.sql`missing_column`), countingJob(Prisma.sql`FALSE`)];
	const ending = new AbortController();
	const failing = runWhereWork(service, [broken.job, another.job], ending.signal, TIMES);
	await expect.poll(() => Math.min(broken.seen.runs, another.seen.runs)).toBeGreaterThan(2);
	ending.abort();
	await failing;
	await service.drop();
});

test("an empty database has no work for any job", async () => {
	const service = await createTestService();
	const questions = WEB_JOBS.flatMap(({ hasWork }) => (hasWork === undefined ? [] : [hasWork(service)]));
	const [row] = await service.prisma.$rows<{ work: boolean[] }>(
		Prisma.sql`SELECT ARRAY[${Prisma.join(questions)}] AS work`,
	);
	expect(row?.work).toEqual(questions.map(() => false));
	expect(questions.length).toBeGreaterThan(10);
	await service.drop();
});
