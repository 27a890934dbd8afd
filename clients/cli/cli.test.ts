import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServiceForClients } from "@/clients/testing/service-for-clients";
import { ConnectionError, UnavailableError } from "@/clients/typescript/src/index";
import { projectPath } from "@/lib/platform/project-path";
import { type Command, parseCall, type Session } from "./src/command";
import { COMMANDS } from "./src/commands";
import { completionScript } from "./src/completion-script";
import { addressOf, credentialsFile, findCredentials, forgetCredentials, keepCredentials } from "./src/credentials";
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
		const wrong = await run(["login", "--url", service.url, "--json"], { input: "tsk_wrong\n" });
		expect([wrong.code, JSON.parse(wrong.stderr)]).toMatchObject([1, { error: { type: "Auth", status: 401 } }]);
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
		expect((await run(["matches", "Coffee shops"])).stdout).toContain("0 in all");
		expect((await run(["designs"])).stdout).toMatch(/^NAME +TYPE .*\nCoffee shops +proximity /);
		expect((await run(["tail", "--once", "--lines", "5"])).stdout).toContain("activate");
	}));

test("a refused file leaves nothing, a set is filled, and any operation is called", async () => {
	const env = { TARGETING_URL: service.url, TARGETING_KEY: service.keys.designer };
	const body = JSON.stringify({ name: "Museums", type: "proximity", sets: [{ set_name: "All" }] });
	const made = await json<{ response: { data: { id: string; sets: { set_id: string }[] } } }>(
		["api", "post", "/api/designs", "--json", body],
		env,
	);
	const { id, sets } = made.response.data;
	const [set] = sets;
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
	const path = `/api/designs/${id}/sets/${set?.set_id}/geofences`;
	expect(await json(["api", "PUT", path, "--query", "mode=add", "--file", file], env)).toMatchObject({
		response: { data: { kept_count: 1 } },
	});
	const requested = ["api", "POST", `/targeting/designs/${id}/request`, "--form", "reason=More = better"];
	expect(await json(requested, env)).toMatchObject({ response: { data: { id } } });
	expect([new ConnectionError("none"), new UnavailableError({} as never)].map(exitCodeOf)).toEqual([3, 3]);
});

test("the set-up is written as a file, compared with it and brought to it", async () => {
	const env = { TARGETING_URL: service.url, TARGETING_KEY: service.keys.operator };
	const file = join(home, "state.yaml");
	const { stdout: state } = await run(["export"], { env });
	expect(state).toMatch(
		/^# yaml-language-server: \$schema=state\.schema\.json\nversion: 1\norganizations:\n {2}- slug: /,
	);
	const same = await run(["apply", "-f", "-", "--prune"], { env, input: state });
	expect(same).toMatchObject({ code: 0, stdout: "The service has this state: nothing to change.\n" });
	const hook = "webhooks:\n  - { description: Builds, organization: null, url: { env: HOOK } }";
	await writeFile(file, state.replace("required_approvals: 1", "required_approvals: 2").replace("webhooks: []", hook));
	const dry = await run(["apply", "-f", file, "--dry-run"], { env: { ...env, HOOK: "https://hooks.example/s3cr3t" } });
	expect(dry.code).toBe(4);
	expect(dry.stdout).toMatch(
		/^@@ change target north-eu-\w+\n- {2}required_approvals: 1\n\+ {2}required_approvals: 2\n\+\+ create webhook Builds\n/,
	);
	expect(dry.stdout).toContain("+  url: (secret)\n2 changes: 1 created, 1 changed. A dry run: nothing was changed.\n");
	const unset = await run(["apply", "-f", file], { env });
	const place = state.split("\n").indexOf("webhooks: []") + 2;
	expect(unset).toMatchObject({ code: 1, stdout: "" });
	expect(unset.stderr).toContain(
		`state.yaml:${place}:53: webhooks[0].url: the service has no value, and the variable HOOK was not set\n`,
	);
	const done = await run(["apply", "-f", file], { env: { ...env, HOOK: "https://hooks.example/s3cr3t" } });
	expect(done).toMatchObject({
		code: 0,
		stdout: expect.stringMatching(/SHOWN ONCE +OF +VALUE\nsecret +webhook Builds +whsec_/),
	});
	expect(await run(["apply", "-f", "-"], { env, input: state })).toMatchObject({
		code: 1,
		stderr: expect.stringContaining("-- remove webhook Builds\nerror: the state lacks the webhook 'Builds', and prune"),
	});
	const wrong = [
		[
			"version: 1\ntargets:\n  - { slug: x, nmae: X }",
			"standard input:3:5: targets[0].name\nerror: 'state.targets[0].name': is missing\n",
		],
		["version: [", "standard input:1:11: "],
		["version: 2", "standard input:1:10: version\nerror: 'state.version': must be 1"],
	];
	for (const [input = "", place] of wrong) {
		const { code, stderr } = await run(["apply", "-f", "-", "--dry-run"], { env, input });
		expect([code > 0, stderr]).toEqual([true, expect.stringContaining(place ?? "")]);
	}
});

test("what cannot be meant is refused before anything is sent", async () => {
	const commandOf = (name: string) => COMMANDS.find((command) => command.name === name) as Command;
	const parsed = (name: string, ...args: string[]) => parseCall(commandOf(name), args);
	expect(parsed("test-point", "Shops", "-33.8", "-.5", "--json")).toMatchObject({ args: ["Shops", "-33.8", "-.5"] });
	expect(() => parsed("designs", "--key", "tsk_x")).toThrow("a key is never an argument");
	expect(() => parsed("designs", "--kex")).toThrow(
		"unknown option '--kex'\nusage: targeting designs [WORDS] [--limit N]",
	);
	expect(() => parsed("deploy", "Shops")).toThrow("--to is missing\nusage: targeting deploy BUILD|DESIGN --to TARGET");
	expect(() => parsed("approve")).toThrow("DEPLOYMENT|DESIGN is missing");
	expect(() => parsed("approve", "one", "two")).toThrow("'two' is one argument too many");
	expect(() => parsed("completion", "csh")).toThrow("'csh' must be one of bash, zsh, fish");
	const refusedBy = (name: string, ...args: string[]) =>
		commandOf(name).run({ ...parsed(name, ...args), session: {} as Session });
	await expect(refusedBy("import", "none.csv")).rejects.toThrow("none.csv cannot be read: there is no such file");
	await expect(refusedBy("api", "GET", "/api/account", "--query", "KEY=tsk_x")).rejects.toThrow("a key is never");
	await expect(refusedBy("api", "GET", "api/account")).rejects.toThrow(
		"PATH must be a path such as /targeting/designs",
	);
	await expect(refusedBy("test-point", "Shops", "91", "0")).rejects.toThrow("LATITUDE must be degrees from -90 to 90");
	expect(() => addressOf("http://targeting.example.com", {})).toThrow("must begin with https://");
	expect(addressOf("http://127.0.0.1:3000/base/", {})).toBe("http://127.0.0.1:3000/base");
});

test("a key goes to the address that it was kept for alone", async () => {
	const env = { XDG_CONFIG_HOME: join(home, "other") };
	await keepCredentials({ url: "https://one.example.com", key: "tsk_one" }, env);
	expect(await findCredentials(env)).toEqual({ url: "https://one.example.com", key: "tsk_one" });
	const elsewhere = { ...env, TARGETING_URL: "https://two.example.com" };
	await expect(findCredentials(elsewhere)).rejects.toThrow("no key for https://two.example.com is known");
	expect(await findCredentials({ ...elsewhere, TARGETING_KEY: "tsk_two" })).toMatchObject({ key: "tsk_two" });
	await chmod(credentialsFile(env), 0o644);
	await expect(findCredentials(env)).rejects.toThrow("may be read by others");
	expect([await forgetCredentials(env), await forgetCredentials(env)]).toEqual([true, false]);
	await expect(findCredentials(env)).rejects.toThrow("no service is known");
});

test("completion scripts are read by their shells", async () => {
	const scriptFor = (name: string) => completionScript(name as "bash", COMMANDS);
	const words = `COMP_WORDS=(targeting deploy --t); COMP_CWORD=2; _targeting; echo "\${COMPREPLY[@]}"`;
	expect(await shell("bash", ["-c", `${scriptFor("bash")}\n${words}`])).toBe("--to\n");
	for (const name of ["bash", "zsh", "fish"]) {
		const script = join(home, `completion.${name}`);
		await writeFile(script, scriptFor(name));
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

test("tools of the Model Context Protocol read and propose, and the audit log names them", async () => {
	const client = new Client({ name: "test", version: "1.0.0" });
	const env = { NODE_ENV: "test", TARGETING_URL: service.url, TARGETING_KEY: service.keys.designer };
	await client.connect(new StdioClientTransport({ command: process.execPath, args: [bundle, "mcp"], env }));
	const call = async (name: string, input: object) => {
		const { content, isError } = await client.callTool({ name, arguments: { ...input } });
		const [{ text: answer }] = content as [{ text: string }];
		return isError ? answer : JSON.parse(answer);
	};
	try {
		const { tools } = await client.listTools();
		expect(
			tools.map(({ name }) => name).filter((name) => /approve|activate|reject|cancel|delete|tag/.test(name)),
		).toEqual([]);
		const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
		expect(writing.map(({ name }) => name)).toEqual([
			"create_design",
			"request_build",
			"request_deployment",
			"comment",
		]);

		const geofences = [
			{ place: "Berlin", radius: 2_000 },
			{ name: "Quay", latitude: -33.86, longitude: 151.2, radius: 80 },
			{
				polygon: [
					[10, 50],
					[11, 50],
					[11, 51],
				],
			},
		];
		const made = await call("create_design", { name: "Agents", sets: [{ name: "Places", geofences }] });
		expect(made.places.Berlin).toContain("Germany");
		const point = { design: "Agents", latitude: -33.86, longitude: 151.2 };
		expect(await call("test_point", point)).toMatchObject({ sets: [{ geofence_count: 1, set_name: "Places" }] });
		expect(
			await call("create_design", {
				name: "None",
				sets: [{ name: "Set", geofences: [{ place: "Xyzzyx", radius: 5 }] }],
			}),
		).toContain("no place is called 'Xyzzyx'");
		expect(await call("request_build", { design: "Agents", reason: "A trial" })).toMatchObject({ status: "done" });
		const { id } = await call("request_deployment", { build: "Agents", target: service.world.target.slug });
		await call("comment", { deployment: id, text: "Please by Monday." });
		expect(await call("get_deployment", { deployment: "Agents" })).toMatchObject({
			deployment: { id, status: "requested" },
			comments: [{ text: "Please by Monday." }],
		});
		expect(await call("get_checks", { deployment: id })).toMatchObject({ deployment_id: id });
		expect(await call("get_matches", { deployment: id })).toMatchObject({ by: "day" });
		expect(await call("list_deployments", { status: "requested", search: "agents" })).toMatchObject({ total: 1 });
		for (const name of ["list_designs", "list_targets"]) expect((await call(name, {})).total).toBeGreaterThan(0);
		expect(await call("list_builds", { design: "Agents" })).toHaveLength(1);
		expect(await call("get_design", { design: "Agents" })).toMatchObject({ name: "Agents" });

		const reject = ["reject", "Agents", "--to", service.world.target.slug, "--reason", "Too wide", "--json"];
		expect(JSON.parse((await run(reject, { env: asAdministrator() })).stdout)).toMatchObject({ status: "rejected" });

		const query = `design_id=${made.design.id}`;
		const audit = await json<{ response: { data: { action: string; detail: { program?: string } | null }[] } }>(
			["api", "GET", "/api/audit", "--query", query],
			asAdministrator(),
		);
		const programs = audit.response.data.map(({ action, detail }) => [action, detail?.program]);
		expect(programs).toContainEqual(["request", "targeting-mcp/1.0.0"]);
		expect(programs).toContainEqual(["reject", "targeting-cli/1.0.0"]);
	} finally {
		await client.close();
	}
});
