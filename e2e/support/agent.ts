import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { startProcess } from "./child-process";

const BUNDLE = join(import.meta.dirname, "../../dist/agent.mjs");

const match = z.strictObject({
	designName: z.string(),
	designId: z.guid(),
	targetingCode: z.string(),
	deploymentId: z.guid(),
	setId: z.guid(),
});
const matches = z.array(match);
/** What a lookup answers for each set that matches (docs/contract.md, Lookups). */
export type Match = z.infer<typeof match>;

/** The on-premises agent of a target, in a process and directory of its own. */
export interface RunningAgent {
	/** Sets whose geofences hold the place, in degrees. */
	lookup(latitude: number, longitude: number): Promise<Match[]>;
	/** Sets that hold the device. */
	audience(deviceId: string): Promise<Match[]>;
	/** Whether everything that its target should have is loaded, or refused with a reason. */
	isReady(): Promise<boolean>;
	/** What `GET /zz/status` answers. */
	status(): Promise<unknown>;
	output(): string;
	stop(): Promise<void>;
}

/** How an agent is set up (docs/contract.md, Lookups). */
export interface AgentOptions {
	/** It loads only what carries one of them. */
	tags?: readonly string[];
	/** Bytes that it may load. */
	memory?: number;
	/** The address of the service, where that is not its own. */
	server?: string;
}

/** Starts an agent, outside the project, so that it can have nothing but its one file; it answers once this resolves. */
export async function startAgent(
	service: { baseUrl: string },
	key: string,
	{ tags = [], memory, server = service.baseUrl }: AgentOptions = {},
): Promise<RunningAgent> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-agent-"));
	const script = join(directory, "agent.mjs");
	await copyFile(BUNDLE, script);
	const agent = startProcess({
		name: "the agent",
		script,
		cwd: directory,
		args: [
			...["--server", server, "--port", "0", "--cache", join(directory, "cache")],
			...(tags.length === 0 ? [] : ["--tags", tags.join(",")]),
			...(memory === undefined ? [] : ["--memory", String(memory)]),
		],
		env: { AGENT_KEY: key },
	});
	const stop = async () => {
		await agent.stop();
		await rm(directory, { recursive: true, force: true, maxRetries: 5 });
	};
	try {
		const [, address = ""] = await agent.waitFor(/agent listening on (http:\/\/\S+)/);
		const ask = async (path: string, parameters: Record<string, string> = {}): Promise<unknown> => {
			const response = await fetch(`${address}${path}?${new URLSearchParams(parameters)}`);
			if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
			return response.json();
		};
		return {
			lookup: async (latitude, longitude) =>
				matches.parse(
					await ask("/geopulse/proximity/indices", { latitude: String(latitude), longitude: String(longitude) }),
				),
			audience: async (deviceId) => matches.parse(await ask("/geopulse/audience/sets", { "user-id": deviceId })),
			isReady: async () => (await fetch(`${address}/ready`)).status === 200,
			status: () => ask("/zz/status"),
			output: agent.output,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
