import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Release } from "@/verification/fleets/release";

/** An agent as a process of its own. */
export interface AgentProcess {
	/** The targeting codes at the first place of a large design (geofences-csv.ts). */
	codes(): Promise<string[]>;
	/** Whether it has taken up all that is desired. */
	isReady(): Promise<boolean>;
	/** What it has said so far. */
	readonly said: readonly string[];
	kill(): Promise<void>;
}

const PLACE = "latitude=-60&longitude=-170";
/** Killed with this process. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of running) child.kill("SIGKILL");
});

/** Starts an agent, and resolves once it listens. */
export async function startAgentProcess(release: Release, settings: Record<string, string>): Promise<AgentProcess> {
	const { PATH = "", HOME = "" } = process.env;
	const child = spawn(process.execPath, ["dist/agent.mjs"], {
		cwd: release.directory,
		env: { PATH, HOME, NODE_ENV: "production", AGENT_PORT: "0", ...settings },
		stdio: ["ignore", "pipe", "pipe"],
	});
	running.add(child);
	const ended = once(child, "close").then(() => running.delete(child));
	const said: string[] = [];
	const url = await new Promise<string>((resolve, reject) => {
		const hear = (line: string) => {
			said.push(line);
			const [, address] = /^agent listening on (http:\S+)$/.exec(line) ?? [];
			if (address !== undefined) resolve(address);
		};
		for (const stream of [child.stdout, child.stderr]) createInterface(stream).on("line", hear);
		void ended.then(() => reject(new Error(`the agent ended at its start: ${said.join("\n")}`)));
	});
	return {
		said,
		codes: async () => {
			const response = await fetch(`${url}/geopulse/proximity/indices?${PLACE}`);
			const rows = (await response.json()) as { targetingCode: string }[];
			return rows.map(({ targetingCode }) => targetingCode);
		},
		isReady: async () => (await fetch(`${url}/ready`)).status === 200,
		kill: async () => {
			child.kill("SIGKILL");
			await ended;
		},
	};
}
