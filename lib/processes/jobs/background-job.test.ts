import { expect, test, vi } from "vitest";
import type { Service } from "@/lib/platform/service";
import { type BackgroundJob, startBackgroundJobs } from "./background-job";

test("many background jobs wait without a warning, and end when stopped", async () => {
	const done: number[] = [];
	const jobs = Array.from({ length: 20 }, (_, number): BackgroundJob => {
		const run = async () => done.push(number);
		return { name: `job ${number}`, everyMs: 3_600_000, run: () => run().then(() => 0) };
	});
	const warned = vi.fn();
	process.on("warning", warned);
	const started = startBackgroundJobs({} as Service, jobs);
	await expect.poll(() => done.length).toBe(20);
	await started.stop();
	// Node.js warns a turn later.
	await new Promise(setImmediate);
	process.off("warning", warned);
	expect(warned).not.toHaveBeenCalled();
});
