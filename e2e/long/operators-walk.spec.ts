import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { caller } from "@/lib/contract/caller";
import { type DesignDetail, designDetail } from "@/lib/contract/design";
import { issuedAgentKey, targetDetail } from "@/lib/contract/target";
import { projectPath } from "@/lib/platform/project-path";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import { findServer } from "@/lib/tools/testing/find-server.mjs";
import { makeMemoryGroup } from "@/lib/tools/testing/memory-group";
import { startProxy } from "@/lib/tools/testing/proxies";
import { type RunningAgent, startAgent } from "../support/agent";
import { ApiClient } from "../support/api-client";
import { expectJobToWork, unpackArtifact } from "../support/artifact";
import { partOf, type RunningProcess, startProcess } from "../support/child-process";
import { freePort } from "../support/free-port";
import { answersOf, expectedAnswers, proximityJob } from "../support/job-designs";
import { createPostgresDatabase } from "../support/postgres";
import { expect, test } from "../support/test";

/** Of the service, and again of the commands beside it; the agent is on another machine. */
const MEMORY_MB = 512;
const CERTIFICATE = projectPath("lib", "processes", "server", "testing", "localhost-cert.pem");
const nginx = findServer("nginx");

// The proxy's certificate is its own.
test.use({ ignoreHTTPSErrors: true });
test.skip(nginx === null, "nginx is not installed");

const ends: (() => unknown)[] = [];
test.afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end();
});

/** What an operator does on the machine of the service, at one address throughout. */
async function openMachine() {
	const directory = await mkdtemp(join(tmpdir(), "targeting-walk-"));
	ends.push(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
	const machines = { service: await makeMemoryGroup(MEMORY_MB), admin: await makeMemoryGroup(MEMORY_MB) };
	for (const machine of Object.values(machines)) if (machine !== null) ends.push(machine.remove);
	const port = await freePort();
	const common = { HOST: "127.0.0.1", PORT: String(port), TRUSTED_PROXIES: "127.0.0.1" };
	const run = (artifact: string, part: keyof typeof machines, args: readonly string[], env: Record<string, string>) =>
		startProcess({
			...{ name: part, ...partOf(artifact, part), args: [part, ...args] },
			env: { ...common, BACKUP_PASSPHRASE: "five words that nobody guesses", ...env },
			members: machines[part]?.members,
		});
	return {
		directory,
		port,
		machines,
		run,
		/** Starts the service, and waits until it listens. */
		start: async (artifact: string, env: Record<string, string>): Promise<RunningProcess> => {
			const service = run(artifact, "service", [], env);
			ends.push(service.stop);
			await service.waitFor(/listening on/);
			return service;
		},
		/** Runs a command of `admin` to its end; gives what it printed. */
		admin: async (artifact: string, env: Record<string, string>, ...args: string[]): Promise<string> => {
			const command = run(artifact, "admin", args, env);
			expect(await command.ended(), command.output()).toBe(0);
			return command.output();
		},
		/** Settings of an empty place: PostgreSQL, where the run has one. */
		place: async (name: string): Promise<Record<string, string>> => {
			const DATA_DIR = join(directory, name);
			if (!process.env.TEST_POSTGRES_URL) return { DATA_DIR };
			const { url, drop } = await createPostgresDatabase();
			ends.push(drop);
			return { DATA_DIR, DATABASE_URL: url };
		},
	};
}

/** The same version with one migration more. */
async function makeLater(artifact: string): Promise<string> {
	const later = `${artifact}-later`;
	await promisify(execFile)("cp", ["-al", artifact, later]);
	const migration = join(later, "prisma", "migrations", "29990101000000_later");
	await mkdir(migration);
	await writeFile(join(migration, "migration.sql"), "CREATE TABLE later (id integer)");
	return later;
}

const createDesign = (operator: ApiClient, name: string): Promise<DesignDetail> => {
	const sets = [{ set_name: "Stores", targeting_code: "STORES" }];
	return operator.send(designDetail, "POST", "/api/designs", JSON.stringify({ name, type: "proximity", sets }));
};
const nameOf = async (operator: ApiClient, id: string) =>
	(await operator.get(designDetail, `/targeting/designs/${id}?detail=true`)).name;

/** Writes while something is done; gives the number of writes, all of which were acknowledged. */
async function writeDuring(operator: ApiClient, act: () => Promise<unknown>): Promise<number> {
	let [isActing, written] = [true, 0];
	const write = async () => {
		for (; isActing; written += 1) await createDesign(operator, `Written ${written}`);
	};
	const writing = write();
	await act();
	isActing = false;
	await writing;
	return written;
}

test("install, proxy, main job, backup under writes, destroy, restore elsewhere, upgrade and way back", async ({
	page,
}) => {
	const { directory, port, machines, run, start, admin, place } = await openMachine();
	const url = `http://127.0.0.1:${port}`;
	const artifact = await unpackArtifact(directory);

	const first = { DATA_DIR: join(directory, "first") };
	const installed = await start(artifact, first);
	const [, email = "", file = ""] = await installed.waitFor(/Sign in at \S+ as (\S+) with the password in (.+)/);
	const session = await openSession(url, email, (await readFile(file, "utf8")).trim());
	const operator = new ApiClient({ baseUrl: url }, await session.issueKey(["manage", "administer"]));

	const proxy = await startProxy("nginx", nginx ?? "", [port]);
	ends.push(proxy.stop);
	const outside = `https://localhost:${proxy.port}`;
	await page.goto(`${outside}/signin`);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");

	const { org_slug } = await operator.get(caller, "/api/caller");
	const screens = { name: "Mitte", slug: "mitte", accepted_organizations: [org_slug] };
	const target = await operator.send(targetDetail, "POST", "/api/targets", JSON.stringify(screens));
	const keys = `/api/targets/${target.id}/agent-keys`;
	const { key } = await operator.send(issuedAgentKey, "POST", keys, JSON.stringify({ label: "Walk" }));
	const agent = await startAgent({ baseUrl: outside }, key ?? "", { env: { NODE_EXTRA_CA_CERTS: CERTIFICATE } });
	ends.push(agent.stop);
	const job = proximityJob("Stores of the first machine");
	const cast = { customer: operator, partner: operator, targetId: target.id, agent };
	const id = await expectJobToWork(job, cast);
	const expectAnswers = (of: RunningAgent) => expect.poll(() => answersOf(of, job, id)).toEqual(expectedAnswers(job));

	const saved = await createDesign(operator, "Before the backup");
	const archives = join(directory, "archives");
	expect(await writeDuring(operator, () => admin(artifact, first, "backup", archives))).toBeGreaterThan(0);

	await installed.kill();
	await rm(first.DATA_DIR, { recursive: true, maxRetries: 5 });
	await expectAnswers(agent);
	const second = await place("second");
	await admin(artifact, second, "restore", archives);
	const restored = await start(artifact, second);
	expect(await nameOf(operator, saved.id)).toBe("Before the backup");
	expect(await admin(artifact, second, "verify-audit")).toContain("The audit log is whole.");
	await expectJobToWork(proximityJob("Stores of the second machine"), cast);
	await expectAnswers(agent);

	await restored.stop();
	const beforeUpgrade = join(directory, "before-upgrade");
	await admin(artifact, second, "export", beforeUpgrade);
	const later = await makeLater(artifact);
	const upgraded = await start(later, second);
	expect(upgraded.output()).toMatch(/migrations_applied\W+1\b/);
	expect(await nameOf(operator, saved.id)).toBe("Before the backup");
	const lost = await createDesign(operator, "After the upgrade");
	await upgraded.stop();

	const refused = run(artifact, "service", [], second);
	expect(await refused.ended()).not.toBe(0);
	expect(refused.output()).toContain("29990101000000_later, which this version does not know");
	const third = await place("third");
	await admin(artifact, third, "import", beforeUpgrade);
	await start(artifact, third);
	expect(await nameOf(operator, saved.id)).toBe("Before the backup");
	await expect(nameOf(operator, lost.id)).rejects.toThrow("404");
	await expectJobToWork(proximityJob("Stores after the way back"), cast);
	await expectAnswers(agent);

	for (const [part, machine] of Object.entries(machines)) {
		if (machine === null) continue;
		expect(await machine.ended(), `${part}: ended for want of memory`).toBe(0);
		process.stdout.write(`${part}: at most ${await machine.peak()} MB of ${MEMORY_MB}\n`);
	}
});
