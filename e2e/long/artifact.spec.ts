import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startAgent } from "../support/agent";
import { ApiClient } from "../support/api-client";
import { expectJobToWork, unpackArtifact } from "../support/artifact";
import { partOf, startProcess } from "../support/child-process";
import { proximityJob } from "../support/job-designs";
import { agentTarget, type RunningService, startService } from "../support/service";
import { expect, test } from "../support/test";

const execute = promisify(execFile);
/** Programs that a build would call are not found. */
const NO_PROGRAMS = { PATH: "/nowhere" };

/** Every file with its size and time: a start that builds would change some. */
async function filesOf(directory: string): Promise<string[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const described = files.map(async (path) => {
		const { size, mtimeMs } = await stat(path);
		return `${path} ${size} ${mtimeMs}`;
	});
	return (await Promise.all(described)).sort();
}

/** Runs the commands that an operator has beside the service. */
async function expectCommandsToWork(artifact: string, service: RunningService): Promise<void> {
	const call = async (...args: string[]) => {
		const env = { NODE_ENV: "production" as const, ...NO_PROGRAMS, ...service.storage };
		return (await execute(process.execPath, [join(artifact, "run.mjs"), ...args], { env })).stdout;
	};
	expect(await call("admin", "list-people")).toContain(service.seed.administrator.email);
	expect(await call("health", `${service.baseUrl}/api/health`)).toBe("");
	await expect(call("health", `${service.baseUrl}/nowhere`)).rejects.toThrow("it answered 404");
}

test("an artifact runs where it is unpacked: service, worker, agent, commands, and a job to its end", async ({
	page,
}) => {
	const directory = await mkdtemp(join(tmpdir(), "targeting-artifact-"));
	const ends = [() => rm(directory, { recursive: true, force: true, maxRetries: 5 })];
	try {
		const artifact = await unpackArtifact(directory);
		const before = await filesOf(artifact);
		const isOnPostgres = Boolean(process.env.TEST_POSTGRES_URL);
		const settings = { ...NO_PROGRAMS, ...(isOnPostgres ? { BUILD_WORKERS: "0" } : {}) };
		const service = await startService(isOnPostgres ? "postgres" : "embedded", "demo", { artifact, settings });
		ends.push(service.stop);
		const worker = startProcess({
			...{ name: "the worker", ...partOf(artifact, "worker") },
			env: {
				...service.storage,
				...NO_PROGRAMS,
				DATA_DIR: join(directory, "worker"),
				NEXTAUTH_SECRET_FILE: join(service.dataDir, "secret"),
			},
		});
		ends.push(worker.stop);
		await worker.waitFor(isOnPostgres ? /Build worker running/ : /serves one process, which builds by itself/);
		await page.goto(`${service.baseUrl}/signin`);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
		await expectCommandsToWork(artifact, service);

		const { target, key } = agentTarget(service.seed);
		const agent = await startAgent(service, key, { artifact });
		ends.push(agent.stop);
		const customer = new ApiClient(service, service.seed.designer.key);
		const partner = new ApiClient(service, service.seed.administrator.key);
		await expectJobToWork(proximityJob("Stores of the artifact"), { customer, partner, targetId: target.id, agent });
		expect(await filesOf(artifact), "what the artifact has, as it was unpacked").toEqual(before);
	} finally {
		for (const end of ends.reverse()) await end();
	}
});
