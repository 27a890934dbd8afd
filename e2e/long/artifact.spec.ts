import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildListRow } from "@/lib/contract/build";
import { deployment } from "@/lib/contract/deployment";
import { design } from "@/lib/contract/design";
import packageJson from "@/package.json" with { type: "json" };
import { type RunningAgent, startAgent } from "../support/agent";
import { ApiClient } from "../support/api-client";
import { partOf, startProcess } from "../support/child-process";
import { answersOf, expectedAnswers, proximityJob } from "../support/job-designs";
import { agentTarget, type RunningService, startService } from "../support/service";
import { expect, test } from "../support/test";

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const NAME = `targeting-service-${packageJson.version}`;
/** Programs that a build would call are not found. */
const NO_PROGRAMS = { PATH: "/nowhere" };

/** Makes the artifact as `npm run package` does, and unpacks it elsewhere. */
async function unpackArtifact(directory: string): Promise<string> {
	const make = ["lib/tools/cli/run.mjs", "package", "--level", "1", "--out", directory];
	const { stdout } = await execute(process.execPath, make, { cwd: ROOT });
	const path = stdout.trim();
	const sha256 = createHash("sha256").update(await readFile(path));
	const sum = sha256.digest("hex");
	expect(await readFile(`${path}.sha256`, "utf8")).toBe(`${sum}  ${NAME}-${process.platform}-${process.arch}.tgz\n`);
	expect(JSON.parse(await readFile(`${path}.provenance.json`, "utf8"))).toMatchObject({
		subject: [{ digest: { sha256: sum } }],
		predicate: { buildDefinition: { externalParameters: { version: packageJson.version } } },
	});
	await execute("tar", ["--extract", "--file", path, "--directory", directory]);
	const artifact = join(directory, NAME);
	// Nothing that runs names the directory of the sources.
	const naming = execute("grep", ["-rlF", ROOT, "--exclude-dir=node_modules", artifact]);
	expect(await naming.catch(({ code, stdout }) => ({ code, stdout }))).toEqual({ code: 1, stdout: "" });
	return artifact;
}

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

/** The main job: the worker builds, the agent answers. */
async function expectJobToWork(service: RunningService, targetId: string, agent: RunningAgent): Promise<void> {
	const job = proximityJob("Stores of the artifact");
	const customer = new ApiClient(service, service.seed.designer.key);
	const { id } = await job.save(customer);
	await customer.act(design, `/targeting/designs/${id}/request`, { reason: "artifact" });
	const builtAs = async () => {
		const [row] = await customer.list(buildListRow, "/targeting/builds", { q: job.name });
		return row?.last_build_id ?? null;
	};
	await expect.poll(builtAs).not.toBeNull();
	const asked = await customer.act(deployment, `/targeting/builds/${await builtAs()}/request`, { targetId });
	const partner = new ApiClient(service, service.seed.administrator.key);
	const decided = await partner.act(deployment, `/targeting/deployments/${asked.id}/activate`);
	expect(decided.status).toBe("activated");
	await expect.poll(() => answersOf(agent, job, id)).toEqual(expectedAnswers(job));
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
		await expectJobToWork(service, target.id, agent);
		expect(await filesOf(artifact), "what the artifact has, as it was unpacked").toEqual(before);
	} finally {
		for (const end of ends.reverse()) await end();
	}
});
