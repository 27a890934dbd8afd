import { Agent } from "@/lib/agent/agent";
import { openCacheDirectory } from "@/lib/agent/cache-directory";
import { createLogger, type Logger } from "@/lib/agent/logger";
import type { AgentOptions } from "@/lib/agent/options";
import { type AgentTiming, DEFAULT_TIMING } from "@/lib/agent/timing";

/**
 * Starts an agent in this process (docs/contract.md, Lookups); resolves when it listens. It then
 * follows its target, whether or not the service is reachable.
 * @param threadScript a bundle that reads files or answers when started as a thread, like `main.ts`
 * @throws when the cache directory is in use or not writable, or the address cannot be used
 */
export async function startAgent(
	options: AgentOptions,
	threadScript: URL,
	timing: Partial<AgentTiming> = {},
	log: Logger = createLogger(),
): Promise<Agent> {
	const cache = await openCacheDirectory(options.cacheDirectory, options.server, options.key);
	if (cache.problem !== null)
		log.warn("serving from the cache directory, which is not writable", {
			error: cache.problem,
		});
	const agent = new Agent(options, threadScript, { ...DEFAULT_TIMING, ...timing }, cache, log);
	try {
		await agent.start();
	} catch (error) {
		await cache.close();
		throw error;
	}
	return agent;
}
