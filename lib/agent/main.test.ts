import { type ChildProcess, spawn } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { certificatePath, SERVICE_CERTIFICATE } from "@/lib/agent/testing/certificates";
import { ConnectProxy } from "@/lib/agent/testing/connect-proxy";
import { audienceFileOf, proximityFile } from "@/lib/agent/testing/targeting-files";
import { AGENT_KEY, TargetingServiceFixture } from "@/lib/agent/testing/targeting-service";

const root = fileURLToPath(new URL("../..", import.meta.url));
let directory = "";
let bundle = "";
const processes: ChildProcess[] = [];

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "agent-main-"));
	bundle = join(directory, "agent.mjs");
	await build({
		entryPoints: [join(root, "lib/agent/main.ts")],
		outfile: bundle,
		bundle: true,
		platform: "node",
		format: "esm",
		tsconfig: join(root, "tsconfig.json"),
		logLevel: "silent",
	});
});

afterEach(() => {
	for (const child of processes.splice(0)) child.kill("SIGKILL");
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Starts the bundle in a directory without node_modules: it must be self-contained. */
function run(argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
	const child = spawn(process.execPath, [bundle, ...argv], {
		cwd: directory,
		env: { PATH: process.env.PATH ?? "", NODE_ENV: "test", ...environment },
	});
	processes.push(child);
	const output = { stdout: "", stderr: "" };
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		output.stdout += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		output.stderr += text;
	});
	const url = async () => {
		const listening = () => /^agent listening on (http:\S+)$/m.exec(output.stdout)?.[1];
		while (!listening()) await once(child.stdout, "data");
		return listening() as string;
	};
	const ended = async () => ({ code: ((await once(child, "close")) as [number | null])[0], ...output });
	return { child, output, url, ended };
}

describe("the agent process", () => {
	test.each([
		[[], {}, "agent: --server is missing"],
		[["--server", "http://127.0.0.1:1"], {}, "agent: the agent key is missing"],
		[["--server", "http://127.0.0.1:1", "--key", "k"], {}, "agent: --key is not taken"],
		[
			["--server", "http://127.0.0.1:1"],
			{ AGENT_KEY: "k", OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
			"agent: OTEL_EXPORTER_OTLP_ENDPOINT must be an address",
		],
		[
			["--server", "http://127.0.0.1:1"],
			{ AGENT_KEY: "k", OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318", OTEL_TRACES_SAMPLER_ARG: "2" },
			"agent: OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1",
		],
		[["--server", "http://127.0.0.1:1", "--prot", "1"], { AGENT_KEY }, "agent: Unknown option '--prot'"],
		[["--server", "http://127.0.0.1:1"], { AGENT_KEY, AGENT_MEMORY: "lots" }, "agent: AGENT_MEMORY must be"],
		[["--server", "http://127.0.0.1:1", "--threads", "many"], { AGENT_KEY }, "agent: --threads must be a number"],
		[["--server", "https://h.test"], { AGENT_KEY, HTTPS_PROXY: "socks5://h" }, "agent: HTTPS_PROXY must be an address"],
		[["--server", "https://h.test"], { AGENT_KEY, AGENT_CA: "/none" }, "agent: AGENT_CA names /none, which cannot"],
	])("exits with status 2 for %j and %j", async (argv, environment, message) => {
		const { code, stderr, stdout } = await run(argv, environment).ended();
		expect(stderr).toContain(message);
		expect([code, stdout]).toEqual([2, ""]);
	});

	test("--help lists the flags", async () => {
		const { code, stdout } = await run(["--help"]).ended();
		expect(code).toBe(0);
		for (const flag of ["server", "key-file", "port", "host", "socket", "tags", "memory", "threads", "cache", "ca"])
			expect(stdout).toContain(`--${flag} `);
	});

	test("prints its address, serves, never prints the key and stops on SIGTERM", async () => {
		const service = await TargetingServiceFixture.start();
		try {
			const place = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
			service.activate(service.row(await proximityFile({ tower: [place] }), { deployment_id: "p" }));
			const cache = join(directory, "cache");
			const environment = { AGENT_SERVER: service.url, AGENT_KEY, AGENT_PORT: "0", AGENT_CACHE: cache };
			const socketPath = join(directory, "lookups.sock");
			const agent = run(["--socket", socketPath], environment);
			const url = await agent.url();
			while (!service.reports.at(-1)?.deployments.some(({ state }) => state === "loaded"))
				await once(service, "report");
			const answer = await fetch(`${url}/geopulse/proximity/indices?latitude=48.8584&longitude=2.2945`);
			expect(await answer.json()).toMatchObject([{ targetingCode: "tower", deploymentId: "p" }]);
			const path = "/geopulse/proximity/indices?latitude=48.8584&longitude=2.2945";
			const [there] = await once(get({ socketPath, path }), "response");
			expect(await text(there)).toContain('"targetingCode":"tower"');

			const second = await run([], environment).ended();
			expect(second.code).toBe(1);
			expect(second.stderr).toContain(`is in use by the agent with process id ${agent.child.pid}`);

			// A closed terminal sends SIGHUP, which must not end the agent.
			agent.child.kill("SIGHUP");
			while (!agent.output.stderr.includes("ignoring SIGHUP")) await once(agent.child.stderr, "data");
			expect((await fetch(`${url}/ready`)).status).toBe(200);

			agent.child.kill("SIGTERM");
			const { code, stdout, stderr } = await agent.ended();
			expect([code, stdout]).toEqual([0, `agent listening on ${url}\nagent listening on ${socketPath}\n`]);
			expect(stdout + stderr + (await readFile(join(cache, "desired.json"), "utf8"))).not.toContain(AGENT_KEY);
			for (const line of stderr.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("message");
		} finally {
			await service.stop();
		}
	});

	test("several threads answer from one copy of a file, let replaced ones go, and finish responses on SIGTERM", async () => {
		const service = await TargetingServiceFixture.start();
		try {
			// Two files are more than a thread lets go without collecting.
			const ids = randomFillSync(Buffer.alloc(16 * 3_500_000));
			const device = ids.subarray(0, 16).toString("hex");
			const cache = join(directory, "threads");
			const agent = run(["--threads", "2"], {
				AGENT_SERVER: service.url,
				AGENT_KEY,
				AGENT_PORT: "0",
				AGENT_CACHE: cache,
			});
			const url = await agent.url();
			const metric = async (name: string) =>
				Number(new RegExp(`^${name} (.+)$`, "m").exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
			let size = 0;
			const used: number[] = [];
			for (const code of ["one", "two", "three"]) {
				const row = service.row(await audienceFileOf(code, ids), {
					deployment_id: code,
					design_id: "design",
					type: "audience",
				});
				size = row.size;
				service.activate(row);
				const isLoaded = () => {
					const [first, ...others] = service.reports.at(-1)?.deployments ?? [];
					return first?.deployment_id === code && first.state === "loaded" && others.length === 0;
				};
				while (!isLoaded()) await once(service, "report");
				const answers = await Promise.all(
					Array.from({ length: 8 }, () => fetch(`${url}/geopulse/audience/sets?user-id=${device}`)),
				);
				for (const answer of answers) expect(await answer.json()).toMatchObject([{ targetingCode: code }]);
				used.push(await metric("process_resident_memory_bytes"));
			}
			// One file, once: not three that were replaced, and not one for each thread.
			await expect.poll(() => metric("process_resident_memory_bytes")).toBeLessThan((used[0] ?? 0) + 2 * size);
			expect(await metric("targeting_agent_threads")).toBe(2);

			agent.child.kill("SIGTERM");
			expect(await agent.ended()).toMatchObject({ code: 0, stdout: `agent listening on ${url}\n` });
		} finally {
			await service.stop();
		}
	});

	test("a proxy and a private authority are taken from the environment, and the proxy's password is not printed", async () => {
		const service = await TargetingServiceFixture.start(SERVICE_CERTIFICATE);
		const proxy = await ConnectProxy.start();
		try {
			proxy.credentials = "me:s3cret";
			const server = service.url.replace("127.0.0.1", "targeting.test");
			const argv = [
				"--server",
				server,
				"--port",
				"0",
				"--cache",
				join(directory, "proxied"),
				"--ca",
				certificatePath("authority"),
			];
			const HTTPS_PROXY = proxy.url.replace("//", "//me:s3cret@");
			const agent = run(argv, { AGENT_KEY, HTTPS_PROXY });
			await agent.url();
			while (service.reports.length === 0) await once(service, "report");
			agent.child.kill("SIGTERM");
			const { code, stdout, stderr } = await agent.ended();
			expect([code, proxy.tunnels[0]]).toEqual([0, new URL(server).host]);
			expect(stderr).toContain(`"proxy":"${proxy.url}"`);
			expect(stdout + stderr).not.toMatch(/s3cret|Basic/);
		} finally {
			await service.stop();
			await proxy.stop();
		}
	});

	test("an agent starts after another was killed", async () => {
		const argv = ["--server", "http://127.0.0.1:1", "--port", "0", "--cache", join(directory, "killed")];
		const first = run(argv, { AGENT_KEY });
		await first.url();
		first.child.kill("SIGKILL");
		await first.ended();
		const next = run(argv, { AGENT_KEY });
		expect((await fetch(`${await next.url()}/ready`)).status).toBe(503);
	});

	test("a port in use ends it with status 1", async () => {
		const argv = ["--server", "http://127.0.0.1:1"];
		const first = run([...argv, "--port", "0", "--cache", join(directory, "one")], { AGENT_KEY });
		const { port } = new URL(await first.url());
		const { code, stderr } = await run([...argv, "--port", port, "--cache", join(directory, "two")], {
			AGENT_KEY,
		}).ended();
		expect(code).toBe(1);
		expect(stderr).toMatch(/EADDRINUSE.*--port/);
	});

	test.each([
		["/proc/none/below", /ENOENT/],
		["/dev/null", /ENOTDIR/],
	])("an unusable cache directory, %s, ends it with status 1 and names its setting", async (cache, reason) => {
		const { code, stderr } = await run(["--server", "http://127.0.0.1:1", "--cache", cache], { AGENT_KEY }).ended();
		expect(stderr).toMatch(/^agent: the cache directory \S+ \(--cache or AGENT_CACHE\) is not usable: /);
		expect(stderr).toContain(`directory ${cache} `);
		expect(stderr).toMatch(reason);
		expect(code).toBe(1);
	});
});
