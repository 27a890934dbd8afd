import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServiceForClients } from "@/clients/testing/service-for-clients";
import { ConnectionError, UnavailableError } from "@/clients/typescript/src/index";
import { projectPath } from "@/lib/platform/project-path";
import { exitCodeOf } from "./src/exit";

let service: Awaited<ReturnType<typeof startServiceForClients>>;
let bundle: string;
let home: string;
beforeAll(async () => {
	const bundler = projectPath("lib", "tools", "cli", "building", "bundle.mjs");
	const { ensureBundle } = (await import(/* @vite-ignore */ bundler)) as {
		ensureBundle(name: string): Promise<string>;
	};
	bundle = await ensureBundle("targeting");
	home = await mkdtemp(join(tmpdir(), "targeting-cli-"));
	service = await startServiceForClients();
});
afterAll(async () => {
	await service.stop();
	await rm(home, { recursive: true });
});

interface Ended {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}
type Env = Readonly<Record<string, string>>;
const asAdministrator = () => ({ TARGETING_URL: service.url, TARGETING_KEY: service.keys.administrator });

/** Begins a command as its user's shell does: what `login` kept is in `home`. */
function begin(args: readonly string[], { env = {}, input = "" }: { env?: Env; input?: string } = {}) {
	const child = spawn(process.execPath, [bundle, ...args], {
		env: { PATH: process.env.PATH, NODE_ENV: "test", XDG_CONFIG_HOME: home, ...env },
		stdio: "pipe",
	});
	child.stdin.end(input);
	const ended = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]).then(
		([[code], stdout, stderr]): Ended => ({ code, stdout, stderr }),
	);
	return { child, ended };
}
const run = (args: readonly string[], options: Parameters<typeof begin>[1] = {}) => begin(args, options).ended;
const json = async <T>(args: readonly string[], env: Env = {}): Promise<T> => {
	const { code, stdout, stderr } = await run([...args, ...(args[0] === "api" ? [] : ["--json"])], { env });
	expect([code, stderr]).toEqual([0, expect.any(String)]);
	return JSON.parse(stdout);
};

test("from login to a deployment that answers, in four commands", () =>
	service.withAgent(async () => {
		const wrong = await run(["login", "--url", service.url], { input: "tsk_wrong\n" });
		expect(wrong).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^error: .+\n$/) });
		expect(await run(["designs"])).toMatchObject({ code: 2, stderr: expect.stringContaining("run `targeting login`") });
		const login = await run(["login", "--url", `${service.url}/`], { input: `${service.keys.designer}\n` });
		expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining(`Signed in to ${service.url}.`) });
		expect((await stat(join(home, "targeting", "credentials.json"))).mode & 0o777).toBe(0o600);

		const file = join(home, "Coffee shops.csv");
		await writeFile(file, "latitude,longitude,radius,name\n-33.86,151.2,80,Quay\n91,0,80,Nowhere\n");
		const imported = await run(["import", file]);
		expect(imported).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("Imported 1 geofence into 'Coffee shops'"),
		});
		expect(imported.stderr).toMatch(/LINE +REFUSED BECAUSE\n3 +.+\n1 row refused\.\n/);
		const built = await run(["build", "coffee shops", "--wait"]);
		expect(built).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(/^Built 'Coffee shops': [\d.]+ k?B, build /),
		});
		const deploy = begin(["deploy", "Coffee shops", "--to", service.world.target.slug, "--wait"]);
		const [line] = await once(deploy.child.stderr, "data");
		expect(String(line)).toContain("Requested for north-eu");
		const approved = await run(["approve", "Coffee shops", "--message", "Enjoy."], { env: asAdministrator() });
		expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining("Activated: 'Coffee shops' on ") });
		expect(await deploy.ended).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("Live: 'Coffee shops' answers on"),
		});

		expect((await run(["test-point", "Coffee shops", "-33.86", "151.2"])).stdout).toMatch(/Coffee shops .* 1 +Quay\n$/);
		expect((await run(["test-point", "Coffee shops", "0", "0"])).stdout).toContain("No set of 'Coffee shops' contains");
		expect((await run(["matches", "Coffee shops"])).stdout).toContain("0 in all");
		expect((await run(["designs"])).stdout).toMatch(/^NAME +TYPE .*\nCoffee shops +proximity /);
		expect((await run(["tail", "--once", "--lines", "5"])).stdout).toContain("activate");
	}));

test("a request is rejected, a set is filled, and any operation is called", async () => {
	const env = { TARGETING_URL: service.url, TARGETING_KEY: service.keys.designer };
	const body = JSON.stringify({ name: "Museums", type: "proximity", sets: [{ set_name: "All" }] });
	const made = await json<{ response: { data: { id: string } } }>(["api", "POST", "/api/designs", "--json", body], env);
	const { id } = made.response.data;
	const file = join(home, "museums.geojson");
	const point = (latitude: number) => ({ type: "Point", coordinates: [13.4, latitude] });
	await writeFile(file, JSON.stringify({ type: "Feature", properties: { radius: 90 }, geometry: point(91) }));
	const { code, stderr } = await run(["import", file, "--name", "Refused"], { env });
	expect([code, stderr]).toEqual([1, expect.stringMatching(/LINE +REFUSED BECAUSE\n1 +.*\n1 row refused\.\nerror: /)]);
	expect(await run(["designs", "Refused"], { env })).toMatchObject({ stdout: "No designs found.\n" });
	await writeFile(file, JSON.stringify({ type: "Feature", properties: { radius: 90 }, geometry: point(52.52) }));
	expect(await json(["import", file, "--design", "Museums"], env)).toMatchObject({
		accepted_row_count: 1,
		design_id: id,
	});
	const set = await json<{ response: { data: { sets: { set_id: string }[] } } }>(
		["api", "get", `/targeting/designs/${id}`],
		env,
	);
	const path = `/api/designs/${id}/sets/${set.response.data.sets[0]?.set_id}/geofences`;
	expect(await json(["api", "PUT", path, "--query", "mode=add", "--file", file], env)).toMatchObject({
		response: { data: { kept_count: 1 } },
	});
	const requested = ["api", "POST", `/targeting/designs/${id}/request`, "--form", "reason=More = better"];
	expect(await json(requested, env)).toMatchObject({ response: { data: { id } } });
	expect(await run(["build", "Museums"], { env })).toMatchObject({
		code: 1,
		stderr: expect.stringContaining("error: "),
	});

	expect(await run(["import", join(home, "none.csv")], { env })).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("there is no such file"),
	});
	const keyless = await run(["designs", "--key", "tsk_x"], { env });
	expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining("a key is never an argument") });
	expect(await run(["deploy", id], { env })).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("--to is missing\nusage: targeting deploy"),
	});
	const refused = await run(["api", "GET", "/api/account", "--query", "KEY=tsk_x"], { env });
	expect(refused.code).toBe(2);
	const unseen = await run(["reject", "Nothing", "--reason", "No", "--json"], { env: asAdministrator() });
	expect([unseen.code, JSON.parse(unseen.stderr)]).toMatchObject([2, { error: { type: "UsageError" } }]);
	expect([new ConnectionError("none"), new UnavailableError({} as never)].map(exitCodeOf)).toEqual([3, 3]);
});

test("completion scripts are read by their shells", async () => {
	const { stdout: bash } = await run(["completion", "bash"]);
	const words = `${bash}\nCOMP_WORDS=(targeting deploy --t); COMP_CWORD=2; _targeting; echo "\${COMPREPLY[@]}"`;
	expect(await shell("bash", ["-c", words])).toBe("--to\n");
	for (const name of ["bash", "zsh", "fish"]) {
		const { stdout, code } = await run(["completion", name]);
		expect([code, stdout]).toEqual([0, expect.stringContaining("test-point")]);
		const script = join(home, `completion.${name}`);
		await writeFile(script, stdout);
		expect(await shell(name, ["-n", script])).toBe("");
	}
});

/** What a shell writes; nothing of one that is not installed. */
async function shell(name: string, args: readonly string[]): Promise<string> {
	try {
		const { stdout, stderr } = await promisify(execFile)(name, args);
		return stdout + stderr;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
		throw error;
	}
}
