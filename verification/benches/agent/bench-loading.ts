import type { FileJob } from "@/lib/agent/file-job";
import { LookupServer } from "@/lib/agent/lookup-server";
import { releaseMemory } from "@/lib/agent/release-memory";
import { runFileJob } from "@/lib/agent/run-file-job";
import { bytesOf, createSnapshot, type Snapshot } from "@/lib/agent/snapshot";
import { print } from "@/verification/benches/figures";
import type { Load, Measured } from "@/verification/benches/load";
import { serve, servedAgent } from "./contents";
import type { LargeFiles } from "./large-files";

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
	await server.start({ host: "127.0.0.1", port: 0, socket: null, threads }, script);
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
		const during = await whileLoading(measure(sent), script, job, threads, (file) =>
			publish(createSnapshot([...snapshot.files, file])),
		);
		publish(snapshot);
		const turns = [before, during.measured, await measure(sent)] as const;
		const [at99 = "", meanwhile = "", after = ""] = turns.map(({ p99 }) => `${p99.toFixed(2)} ms`);
		const more = during.measured.p99 - (turns[0].p99 + turns[2].p99) / 2;
		const size = `${(job.size / 1e6).toFixed(1)} MB of ${job.kind === "proximity" ? "circles" : "ids"}`;
		print(
			`${threads === 1 ? "one thread" : `${threads} threads`}, ${size} loaded ${during.loads} times` +
				` (${during.perLoad.toFixed(0)} ms each): 99% ${at99} before, ${meanwhile} meanwhile, ${after} after:` +
				` ${more.toFixed(2)} ms more`,
		);
	}
	await server.stop();
}

async function whileLoading(
	measuring: Promise<Measured>,
	script: URL,
	job: FileJob<"proximity" | "audience">,
	threads: number,
	take: (file: ReturnType<typeof serve>) => void,
) {
	const never = new AbortController().signal;
	let isMeasuring = true;
	void measuring.finally(() => (isMeasuring = false));
	const startedAt = performance.now();
	let loads = 0;
	for (; isMeasuring; loads++) {
		const verified = await runFileJob(script, job, never);
		if (verified) take(serve(verified, threads));
	}
	const perLoad = (performance.now() - startedAt) / loads;
	return { measured: await measuring, loads, perLoad };
}
