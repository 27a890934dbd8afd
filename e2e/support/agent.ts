import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { partOf, startProcess } from "./child-process";

const BUNDLE = join(import.meta.dirname, "../../dist/agent.mjs");

const match = z.strictObject({
	designName: z.string(),
	designId: z.guid(),
	targetingCode: z.string(),
	deploymentId: z.guid(),
	setId: z.guid(),
});
const matches = z.array(match);
/** A matching set in the answer to a lookup (docs/contract.md, Lookups). */
export type Match = z.infer<typeof match>;

/** The on-premises agent of a target, in a separate process and directory. */
export interface RunningAgent {
	/** Finds sets by a point, in degrees. */
	lookup(latitude: number, longitude: number): Promise<Match[]>;
	/** Finds sets by a device. */
	audience(deviceId: string): Promise<Match[]>;
	/** Whether every file of the target is loaded, or refused with a reason. */
	isReady(): Promise<boolean>;
	/** Reads `GET /zz/status`. */
	status(): Promise<unknown>;
	output(): string;
	/** Sends a signal that does not end it: `SIGSTOP`, `SIGCONT`. */
	send(signal: NodeJS.Signals): void;
	stop(): Promise<void>;
}

/** Options of an agent (docs/contract.md, Lookups). */
export interface AgentOptions {
	/** The agent loads only deployments with one of these tags. */
	tags?: readonly string[];
	/** Memory limit in bytes. */
	memory?: number;
	/** Another URL of the service. */
	server?: string;
	/** The directory of an unpacked artifact, to run from that. */
	artifact?: string;
	/** Added to its environment. */
	env?: Record<string, string>;
}

/**
 * Starts an agent outside of the project, with nothing but its single file, or from an artifact;
 * resolves once it answers.
 */
export async function startAgent(
	service: { baseUrl: string },
	key: string,
	{ tags = [], memory, server = service.baseUrl, artifact, env = {} }: AgentOptions = {},
): Promise<RunningAgent> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-agent-"));
	const alone = join(directory, "agent.mjs");
	if (artifact === undefined) await copyFile(BUNDLE, alone);
	const program = artifact === undefined ? { script: alone, args: [], cwd: directory } : partOf(artifact, "agent");
	const agent = startProcess({
		name: "the agent",
		...program,
		args: [
			...program.args,
			...["--server", server, "--port", "0", "--cache", join(directory, "cache")],
			...(tags.length === 0 ? [] : ["--tags", tags.join(",")]),
			...(memory === undefined ? [] : ["--memory", String(memory)]),
		],
		env: { ...env, AGENT_KEY: key },
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
			send: agent.send,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
