import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FileJob } from "@/lib/agent/file-job";
import { LookupServer } from "@/lib/agent/lookup-server";
import { releaseMemory } from "@/lib/agent/release-memory";
import { runFileJob } from "@/lib/agent/run-file-job";
import { bytesOf, createSnapshot, type Snapshot } from "@/lib/agent/snapshot";
import { serve, servedAgent } from "./agent-contents";
import type { LargeFiles } from "./agent-large-files";
import type { Load, Measured } from "./load";

/**
 * The 99th percentile of lookups before, while and after a large file is loaded again and again,
 * each replacing the one before, as an agent does it: read, checked and opened on a thread of its
 * own, and handed to those that answer.
 * @param load lookups with low concurrency, so that they wait for the thread and not for one another
 */
export async function benchLoading(
	threads: number,
	script: URL,
	snapshot: Snapshot,
	{ circles, devices }: LargeFiles,
	measure: (load: Load) => Promise<Measured>,
	load: Omit<Load, "url">,
): Promise<void> {
	const agent = servedAgent(snapshot);
	const server = new LookupServer(agent, 1000);
	await server.start({ host: "127.0.0.1", port: 0, threads }, script);
	let served = snapshot;
	const publish = (next: Snapshot) => {
		const letGo = served.files.filter(({ file }) => !next.files.some((kept) => kept.file === file));
		served = next;
		agent.snapshot = next;
		server.publish(next, []);
		releaseMemory(bytesOf(letGo));
	};
	publish(snapshot);
	const sent = { ...load, url: server.url };
	await measure(sent);
	for (const job of [circles, devices]) {
		const before = await measure(sent);
		const during = await whileLoading(measure(sent), job, threads, (file) =>
			publish(createSnapshot([...snapshot.files, file])),
		);
		publish(snapshot);
		const after = await measure(sent);
		const usual = (at99(before) + at99(after)) / 2;
		process.stdout.write(
			`${threads === 1 ? "one thread" : `${threads} threads`}, ${sizeOf(job)} loaded ${during.loads} times` +
				` (${during.perLoad.toFixed(0)} ms each): 99% ${at99(before).toFixed(2)} ms before,` +
				` ${at99(during.measured).toFixed(2)} ms meanwhile, ${at99(after).toFixed(2)} ms after:` +
				` ${(at99(during.measured) - usual).toFixed(2)} ms more. Longest ${longest(before).toFixed(1)},` +
				` ${longest(during.measured).toFixed(1)}, ${longest(after).toFixed(1)} ms;` +
				` event loop ${during.delay.toFixed(1)} ms\n`,
		);
	}
	await server.stop();
}

const at99 = ({ latencies }: Measured) => latencies[Math.floor(latencies.length * 0.99)] ?? 0;
const longest = ({ latencies }: Measured) => latencies.at(-1) ?? 0;
const sizeOf = ({ size, kind }: FileJob) =>
	`${(size / 1e6).toFixed(1)} MB of ${kind === "proximity" ? "circles" : "ids"}`;

async function whileLoading(
	measuring: Promise<Measured>,
	job: FileJob<"proximity" | "audience">,
	threads: number,
	take: (file: ReturnType<typeof serve>) => void,
) {
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	const never = new AbortController().signal;
	let isMeasuring = true;
	void measuring.finally(() => {
		isMeasuring = false;
	});
	const startedAt = performance.now();
	let loads = 0;
	for (; isMeasuring; loads++) {
		const verified = await runFileJob(new URL(import.meta.url), job, never);
		if (verified) take(serve(verified, threads));
	}
	delay.disable();
	const perLoad = (performance.now() - startedAt) / loads;
	return { measured: await measuring, loads, perLoad, delay: delay.max / 1e6 };
}
