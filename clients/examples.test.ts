import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceForClients } from "@/clients/testing/service-for-clients";
import type { ExampleCall } from "@/lib/http/openapi/samples/example-call";
import { EXAMPLE_CALLS, EXAMPLE_FILES, expectedCall, KEY, sampleOf, startRecorder, UPLOADED } from "./testing/examples";

const run = promisify(execFile);
let directory = "";
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "examples-"));
	for (const file of EXAMPLE_FILES) await writeFile(join(directory, file), UPLOADED);
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs a command of a shell, and gives what it wrote. */
async function inShell(script: string, env: Record<string, string> = {}): Promise<string> {
	const options = { cwd: directory, env: { NODE_ENV: "test", PATH: process.env.PATH, ...env }, maxBuffer: 16_777_216 };
	return (await run("sh", ["-ec", script], options as never)).stdout.toString();
}

/** Modules that the programs import; of Node's they see files of the test's directory alone. */
const MODULES: Record<string, () => Promise<object>> = {
	"targeting-client": () => import("./typescript/src/index"),
	"node:fs": async () => {
		const { openAsBlob } = await import("node:fs");
		return { openAsBlob: (file: string) => openAsBlob(join(directory, file)) };
	},
	"node:fs/promises": async () => ({
		writeFile: (file: string, data: never) => writeFile(join(directory, file), data),
	}),
};
type Program = (...given: readonly unknown[]) => Promise<void>;
const AsyncFunction = (async () => undefined).constructor as new (...text: readonly string[]) => Program;

/** Runs a program in this process, and gives what it printed last. */
async function asProgram(source: string, env: Record<string, string>): Promise<unknown> {
	const printed: unknown[] = [];
	const program = source.replaceAll(/^import (\{.*\}) from (".*");$/gm, "const $1 = await load($2);");
	const load = (name: string) => MODULES[name]?.();
	const main = new AsyncFunction("load", "process", "console", program);
	await main(load, { env }, { log: (value: unknown) => printed.push(value) });
	return printed.at(-1);
}

describe("the examples of every operation send the call that they describe", () => {
	let recorder: Awaited<ReturnType<typeof startRecorder>>;
	beforeAll(async () => {
		recorder = await startRecorder();
	});
	afterAll(() => recorder.stop());

	const expectAll = (isClient: boolean) => {
		expect(EXAMPLE_CALLS.length).toBeGreaterThan(190);
		for (const [place, call] of EXAMPLE_CALLS.entries()) {
			expect([call.operationId, recorder.lastOf(place)]).toEqual([call.operationId, expectedCall(call, isClient)]);
		}
	};

	test("curl", async () => {
		const lines = EXAMPLE_CALLS.flatMap((call, place) => [
			`TARGETING_URL=${recorder.urlOf(place)}`,
			`${sampleOf(call, "curl")} --silent --show-error`,
		]);
		await inShell(lines.join("\n"), { TARGETING_KEY: KEY });
		expectAll(false);
	});

	test("TypeScript", async () => {
		for (const [place, call] of EXAMPLE_CALLS.entries()) {
			const env = { TARGETING_URL: recorder.urlOf(place), TARGETING_KEY: KEY };
			const running = asProgram(sampleOf(call, "TypeScript"), env);
			// The recorder's stream of events ends, which the service's does not.
			if (call.operationId === "followChanges") await expect(running).rejects.toThrow("the stream of events ended");
			else await running;
		}
		expectAll(true);
	});
});

describe("the contract's examples do what they describe on the service", () => {
	let service: Awaited<ReturnType<typeof startServiceForClients>>;
	beforeAll(async () => {
		service = await startServiceForClients();
	});
	afterAll(() => service.stop());

	type Tool = "curl" | "TypeScript";
	interface Row {
		id: string;
		uid: string;
		name: string;
		last_build_id: string;
		status: string;
		tags: string;
	}
	/** Calls an operation with other values than those of its example, and gives the object or the rows. */
	const caller =
		(tool: Tool) =>
		async (who: keyof typeof service.keys, operationId: string, values: object = {}) => {
			const call = EXAMPLE_CALLS.find((each) => each.operationId === operationId);
			if (call === undefined) throw new Error(`no operation ${operationId}`);
			const source = sampleOf(withValues(call, values), tool);
			const env = { TARGETING_URL: service.url, TARGETING_KEY: service.keys[who] };
			if (tool === "TypeScript") {
				const printed = (await asProgram(source, env)) as { rows?: Row[] } | undefined;
				return (printed?.rows ?? printed) as Row & Row[];
			}
			const answer = JSON.parse(await inShell(`${source} --silent --fail-with-body`, env));
			return (answer.response ?? answer).data as Row & Row[];
		};

	function withValues(call: ExampleCall, values: object): ExampleCall {
		const taken = <T extends object>(fields: T): T =>
			Object.fromEntries(Object.entries({ ...fields, ...values }).filter(([name]) => name in fields)) as T;
		const body = "fields" in call.body ? { ...call.body, fields: taken(call.body.fields) } : call.body;
		return { ...call, pathValues: taken(call.pathValues), query: taken(call.query), body };
	}

	test.each<Tool>(["curl", "TypeScript"])("%s", async (tool) => {
		const calling = caller(tool);
		const design = await calling("designer", "createDesign");
		const of = { design_id: design.id };
		expect((await calling("designer", "listDesigns")).map(({ id }) => id)).toContain(design.id);
		expect(await calling("designer", "getDesign", of)).toMatchObject({ name: "Coffee shops Berlin" });
		await calling("designer", "requestBuild", of);
		const built = async () => (await calling("designer", "listBuilds")).filter(({ id }) => id === design.id);
		await expect.poll(built).toHaveLength(1);
		const [build] = await built();
		const request = { build_id: build?.last_build_id, targetId: service.world.target.id };

		const requested = await calling("designer", "requestDeployment", request);
		const one = { deployment_id: requested.id };
		expect((await calling("administrator", "listDeployments")).map(({ id }) => id)).toContain(requested.id);
		expect(await calling("administrator", "tagDeployment", one)).toMatchObject({ tags: "eu-west,large" });
		expect(await calling("administrator", "activateDeployment", one)).toMatchObject({ status: "activated" });
		expect(await calling("administrator", "deactivateDeployment", one)).toMatchObject({ status: "deactivated" });
		await calling("administrator", "deleteDeployment", one);
		for (const [who, act] of [
			["designer", "cancelDeploymentRequest"],
			["administrator", "rejectRequestedDeployment"],
		] as const) {
			const { id } = await calling("designer", "requestDeployment", request);
			await calling(who, act, { deployment_id: id });
		}
		const left = await calling("administrator", "listDeployments");
		expect(left.filter(({ status }) => status === "requested" || status === "activated")).toEqual([]);

		const grant = await calling("tokens", "getAccessToken");
		expect(await calling("tokens", "refreshAccessToken", { user_id: grant.uid })).toMatchObject({ uid: grant.uid });
	});
});
