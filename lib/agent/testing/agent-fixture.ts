import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Agent } from "@/lib/agent/agent";
import type { LogFields } from "@/lib/agent/logger";
import type { AgentOptions } from "@/lib/agent/options";
import { startAgent } from "@/lib/agent/start-agent";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import type { Certificate } from "@/lib/agent/testing/certificates";
import { AGENT_KEY, TargetingServiceFixture } from "@/lib/agent/testing/targeting-service";
import type { AgentTiming } from "@/lib/agent/timing";

/** Short pauses, and timeouts long enough for a slow machine. */
const QUICK: Partial<AgentTiming> = {
	pollIdleMs: 600_000,
	reportIdleMs: 600_000,
	downloadIdleMs: 600_000,
	lastReportMs: 600_000,
	reportIntervalMs: 200,
	reportCoalesceMs: 5,
	retryBaseMs: 10,
	retryMaxMs: 40,
	stopMs: 1000,
};

export interface LogLine {
	level: string;
	message: string;
	fields: LogFields;
}

/** A service, a cache directory and the agents on them; `stop` ends everything. */
export class AgentFixture {
	readonly service: TargetingServiceFixture;
	readonly cacheDirectory: string;
	readonly log: LogLine[] = [];
	readonly #agents: Agent[] = [];
	#isOwn = true;

	private constructor(service: TargetingServiceFixture, cacheDirectory: string) {
		this.service = service;
		this.cacheDirectory = cacheDirectory;
	}

	/**
	 * @param cacheDirectory an existing directory; by default a temporary one
	 * @param certificate of a service by HTTPS
	 */
	static async create(cacheDirectory?: string, certificate?: Certificate): Promise<AgentFixture> {
		const directory = cacheDirectory ?? (await mkdtemp(join(tmpdir(), "agent-test-")));
		const fixture = new AgentFixture(await TargetingServiceFixture.start(certificate), directory);
		fixture.#isOwn = cacheDirectory === undefined;
		return fixture;
	}

	/** @param threadScript the script of file threads; by default the agent's bundle */
	async startAgent(
		options: Partial<AgentOptions> = {},
		timing: Partial<AgentTiming> = {},
		threadScript?: URL,
	): Promise<Agent> {
		const write =
			(level: string) =>
			(message: string, fields: LogFields = {}) => {
				this.log.push({ level, message, fields });
			};
		const agent = await startAgent(
			{
				server: this.service.url,
				key: AGENT_KEY,
				port: 0,
				host: "127.0.0.1",
				socket: null,
				tags: [],
				memoryLimit: 1e9,
				threads: 1,
				proxy: null,
				storeProxy: () => null,
				signedDownloads: true,
				authorities: [],
				cacheDirectory: this.cacheDirectory,
				...options,
			},
			threadScript ?? (await agentBundle()),
			{ ...QUICK, ...timing },
			{ info: write("info"), warn: write("warn"), error: write("error") },
		);
		this.#agents.push(agent);
		return agent;
	}

	async stop(): Promise<void> {
		await Promise.all(this.#agents.map((agent) => agent.stop()));
		await this.service.stop();
		if (this.#isOwn) await rm(this.cacheDirectory, { recursive: true, force: true });
	}
}

/** The parsed body of a response with status 200. */
export async function ask(agent: Agent, path: string, init: RequestInit = {}): Promise<unknown> {
	const response = await fetch(`${agent.url}${path}`, init);
	if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
	return response.json();
}

/** The targeting codes of the sets that contain the point. */
export async function codesAt(agent: Agent, latitude: number, longitude: number): Promise<string[]> {
	const rows = await ask(agent, `/geopulse/proximity/indices?latitude=${latitude}&longitude=${longitude}`);
	return (rows as { targetingCode: string }[]).map(({ targetingCode }) => targetingCode);
}
