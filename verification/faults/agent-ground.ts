import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { type AgentProcess, startAgentProcess } from "./agent-process";
import type { FleetGround } from "./fleet-ground";
import { createLargeDesign } from "./large-design";
import type { Ends } from "./open-ground";
import { until } from "./until";

/** An agent that follows the service of a ground, with a design whose builds are deployed to it. */
export interface AgentGround {
	/** The agent that runs now. */
	readonly agent: () => AgentProcess;
	/** Kills the agent and starts it again; resolves once it is ready. */
	restart(): Promise<void>;
	/** Builds the design with a targeting code and activates the build. */
	deploy(code: string): Promise<void>;
	/** Files in the agent's directory, also those of downloads in progress. */
	files(): Promise<number>;
}

const GEOFENCES = 20_000;

/**
 * Starts an agent beside the first web process of the ground, which has a worker, and deploys a
 * first build with the code `CODE-0`.
 * @param cache the agent's directory
 */
export async function openAgentGround(ground: FleetGround, cache: string, ends: Ends): Promise<AgentGround> {
	const { fleet, release, service, world } = ground;
	const url = fleet.processes.find(({ kind }) => kind === "web")?.url ?? "";
	const { key } = await createAgentKey(service, world.administrator, world.target.id, { label: "fault" });
	const start = () => startAgentProcess(release, { AGENT_SERVER: url, AGENT_KEY: key ?? "", AGENT_CACHE: cache });
	const design = await createLargeDesign(ground, GEOFENCES);
	const deploy = async (code: string) => {
		await design.rename(`${code}-rename`, code);
		await design.request(`${code}-build`);
		const build = await design.settled();
		await design.activate(code, build.id);
	};
	let agent = await start();
	ends.push(() => agent.kill());
	await deploy("CODE-0");
	await until("the agent has loaded", async () => (await agent.codes()).join() === "CODE-0");
	return {
		agent: () => agent,
		deploy,
		restart: async () => {
			await agent.kill();
			agent = await start();
			await until("the agent is ready", () => agent.isReady());
		},
		files: async () => (await readdir(join(cache, "files"))).length,
	};
}
