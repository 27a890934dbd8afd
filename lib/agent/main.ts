import { answerFileJob, jobOfThisThread } from "@/lib/agent/file-thread";
import { createLogger, describeError, type Logger } from "@/lib/agent/logger";
import { HELP, parseAgentOptions, UsageError } from "@/lib/agent/options";
import { startAgent } from "@/lib/agent/start-agent";
import { answeringOfThisThread, answerOnThread } from "@/lib/agent/threads/answering-thread";
import { traceAgent } from "@/lib/agent/trace-agent";
import { stopTracing } from "@/lib/tracing/tracing";

async function main(): Promise<void> {
	const options = parseAgentOptions(process.argv.slice(2), process.env);
	if (!options) {
		console.log(HELP);
		return;
	}
	const log = createLogger();
	await traceAgent(process.env, log);
	ignoreHangUp(log);
	const agent = await startAgent(options, new URL(import.meta.url), {}, log);
	agent.failed.catch(fail);
	console.log(`agent listening on ${agent.url}`);
	if (options.socket !== null) console.log(`agent listening on ${options.socket}`);
	const stop = (signal: NodeJS.Signals) => {
		log.info("stopping", { signal });
		agent
			.stop()
			.then(stopTracing)
			.then(
				() => process.exit(0),
				(error) => fail(error),
			);
	};
	process.once("SIGTERM", stop);
	process.once("SIGINT", stop);
}

/** SIGHUP is ignored: it comes from a closed terminal or from log rotation. */
function ignoreHangUp(log: Logger): void {
	process.on("SIGHUP", (signal) => log.info("ignoring SIGHUP: use SIGTERM or SIGINT to stop", { signal }));
	// Writing to a closed terminal fails.
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

function fail(error: unknown): never {
	if (error instanceof UsageError) {
		console.error(`agent: ${error.message}\nagent: --help lists the flags`);
		process.exit(2);
	}
	const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
	const hint = code === "EADDRINUSE" || code === "EACCES" || code === "EADDRNOTAVAIL" ? " (see --host, --port)" : "";
	console.error(`agent: ${describeError(error)}${hint}`);
	process.exit(1);
}

// Main program and threads share this bundle.
const job = jobOfThisThread();
const answering = answeringOfThisThread();
if (job) await answerFileJob(job);
else if (answering) await answerOnThread(answering);
else main().catch(fail);
