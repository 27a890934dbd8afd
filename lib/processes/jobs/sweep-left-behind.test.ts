import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { PROCESS_JOBS, WEB_JOBS } from "./background-jobs";
import { sweepLeftBehind } from "./sweep-left-behind";

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.drop());

test("work files of a dead process are removed after a day, others stay", async () => {
	const work = await service.files.workDirectory();
	await mkdir(join(work, "inventory-dead"));
	for (const name of ["build-dead.tgt", "build-alive.tgt"]) await writeFile(join(work, name), "x");
	const [long, short] = [25, 23].map((hours) => new Date(Date.now() - hours * 3_600_000)) as [Date, Date];
	for (const name of ["inventory-dead", "build-dead.tgt"]) await utimes(join(work, name), long, long);
	await utimes(join(work, "build-alive.tgt"), short, short);
	// A job of web processes and of build processes.
	const job = PROCESS_JOBS.find((each) => each.run === sweepLeftBehind && WEB_JOBS.includes(each));
	expect(await job?.run(service, new AbortController().signal)).toBe(2);
	expect(await readdir(work)).toEqual(["build-alive.tgt"]);
});
