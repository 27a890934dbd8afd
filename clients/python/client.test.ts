import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startServiceForClients } from "@/clients/testing/service-for-clients";
import { projectPath } from "@/lib/platform/project-path";

const run = promisify(execFile);
/** Debian's. */
const PYTHON = "/usr/bin/python3";

test("the wheel runs the main job, and its errors name what is wrong", async () => {
	const service = await startServiceForClients();
	const directory = await mkdtemp(join(tmpdir(), "python-client-"));
	try {
		const { stdout } = await run(PYTHON, [projectPath("clients", "python", "wheel_backend.py"), directory]);
		const table = join(directory, "stores.csv");
		await writeFile(table, "latitude,longitude,radius,name\n48.2,16.37,80,Vienna\n91,0,80,Nowhere\n");
		const { now, ...message } = await service.receiveMessage();
		const input = {
			url: service.url,
			keys: service.keys,
			target: service.world.target.slug,
			table,
			message: { ...message, now: now / 1000 },
		};
		await service.withAgent(async () => {
			// A wheel is importable as it is.
			const env = {
				NODE_ENV: "test" as const,
				PATH: process.env.PATH,
				PYTHONPATH: join(directory, stdout.trim()),
				PYTHONDONTWRITEBYTECODE: "1",
			};
			const job = run(PYTHON, ["-W", "error", projectPath("clients", "python", "main_job.py")], { env });
			job.child.stdin?.end(JSON.stringify(input));
			expect((await job).stdout).toBe("done\n");
		});
	} finally {
		await rm(directory, { recursive: true });
		await service.stop();
	}
});
