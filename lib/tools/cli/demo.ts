/**
 * `npm run demo`: the service on a demo world with an agent beside it, and a design that goes from
 * its geofences to the agent's answer. Ctrl-C ends all of it.
 */
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { lockDirectory } from "@/lib/tools/demo/lock-directory";
import { type Program, type ProgramOptions, startProgram } from "@/lib/tools/demo/program";
import { lookupAddress, tellStory } from "@/lib/tools/demo/tell-story";
import { PERSONAS } from "@/lib/tools/seed/cast";
import { CREDENTIALS, copyDemoWorld, DATA } from "@/lib/tools/seed/copy-demo-world";
import type { DemoWorld } from "@/lib/tools/seed/demo-world";

/** Below that of `npm start`, which it leaves alone. */
const DIRECTORY = join(process.env.DATA_DIR || ".data", "demo");
const RUN = join(DIRECTORY, "run");
/** Devices of the inventory: enough for every audience, and quickly made. */
const DEVICES = 4_000;
/** Ports, where they are free. */
const [SERVICE_PORT, AGENT_PORT] = [3000, 7070];

const programs: Program[] = [];
const interrupted = new AbortController();
let ending: Promise<void> | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));
try {
	await demonstrate();
} catch (error) {
	await end(1, error);
}

async function demonstrate(): Promise<void> {
	const lock = await lockDirectory(DIRECTORY);
	await rm(RUN, { recursive: true, force: true });
	const seeding = () => console.log("Making the demo world. The next runs of today take a copy of it.");
	const world = await copyDemoWorld(RUN, DEVICES, { seeding, signal: interrupted.signal });
	console.log("Starting the service and an agent.");
	const port = process.env.PORT || (await freePort(SERVICE_PORT, process.env.HOST || "0.0.0.0"));
	const service = start("The service", {
		command: ["start.mjs"],
		env: { DATA_DIR: join(RUN, DATA), PORT: port, STOP_NOTICE_SECONDS: "0" },
		log: join(RUN, "service.log"),
		lock,
	});
	const [, address = ""] = await service.waitFor(/listening on (https?:\/\/\S+)/);
	const agentPort = await freePort(AGENT_PORT, "127.0.0.1");
	const agent = start("The agent", {
		command: ["run.mjs", "agent", "--server", address, "--port", agentPort, "--cache", join(RUN, "agent")],
		env: { AGENT_KEY: world.agents.find(({ target_id }) => target_id === world.targets[0]?.id)?.key ?? "" },
		log: join(RUN, "agent.log"),
		lock,
	});
	const [, agentAddress = ""] = await agent.waitFor(/agent listening on (http:\/\/\S+)/);
	const untilOneEnds = Promise.race([service.ended, agent.ended]).then((problem) => {
		throw problem ?? new Error("The service or the agent has ended.");
	});
	console.log("\nA design goes from its geofences to an agent's answer, by the API.");
	console.log("Each step has the address that shows it, once you have signed in.\n");
	let steps = 0;
	const say = (step: string, page: string) => {
		steps += 1;
		console.log(`  ${steps}  ${step.padEnd(54)}  ${page}`);
	};
	await Promise.race([tellStory({ service: address, agent: agentAddress, world, say }), untilOneEnds]);
	console.log(summaryOf(world, address, agentAddress));
	await untilOneEnds;
}

function start(name: string, options: ProgramOptions): Program {
	const program = startProgram(name, options);
	programs.push(program);
	return program;
}

/** A port; `0`, for any free one, when another process has it. */
async function freePort(port: number, host: string): Promise<string> {
	const probe = createServer();
	const isFree = await new Promise<boolean>((answer) => {
		probe.once("error", () => answer(false)).listen(port, host, () => probe.close(() => answer(true)));
	});
	if (!isFree) console.log(`Another process has port ${port}, so the demo takes a free one.`);
	return isFree ? String(port) : "0";
}

function summaryOf(world: DemoWorld, service: string, agent: string): string {
	const people = (["designer", "administrator", "operator"] as const).map((role) => {
		const who = `${PERSONAS[role].first_name}, ${role}`;
		return `  ${who.padEnd(20)}  ${world[role].email.padEnd(28)}  ${world[role].password}`;
	});
	return `
Sign in at ${service}; the operator sees all of these pages.

${people.join("\n")}

Ask the agent of ${world.targets[0]?.name} at ${agent}

  curl '${lookupAddress(agent)}'

The runs of a day begin with the same world. API keys are in ${join(RUN, CREDENTIALS)}, logs in ${RUN}.
Ctrl-C ends the service and the agent.`;
}

/** Ends all programs, then this process. Ctrl-C comes twice: from the terminal, and passed on by npm. */
function end(code: number, error?: unknown): Promise<void> {
	ending ??= (async () => {
		interrupted.abort();
		const problems = [];
		for (const program of [...programs].reverse()) problems.push(await program.stop());
		// Why a program has ended says more than that it does not answer.
		const problem = problems.find((end) => end !== null) ?? error;
		if (code !== 0) console.error(problem instanceof Error ? problem.message : problem);
		process.exit(code);
	})();
	return ending;
}
