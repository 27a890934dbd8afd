/**
 * The agent's HTTP interface and the library beside a node:http server with a constant answer, in turns; lookups by
 * thread over one copy of large files; and the 99th percentile of lookups while large files are
 * loaded. A second process sends the load, so two cores are used.
 * npm run bench:agent -- [seconds per turn] [rounds] [circles, 0 for HTTP alone] [devices]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { answerFileJob, jobOfThisThread } from "@/lib/agent/file-thread";
import { runFileJob } from "@/lib/agent/run-file-job";
import { answeringOfThisThread, answerOnThread } from "@/lib/agent/threads/answering-thread";
import { benchLoading } from "./agent/bench-loading";
import { servedContents } from "./agent/contents";
import { benchHttp, lookUpPoint } from "./agent/http";
import { writeLargeFiles } from "./agent/large-files";
import { benchThreads, lookUpOnThread } from "./agent/threads";
import { print } from "./figures";
import { generateLoad, type Load, type Measured } from "./load";
import { withDirectory } from "./with-directory";

const THREADS = 2;
const SCRIPT = new URL(import.meta.url);

type Measure = (load: Load) => Promise<Measured>;

async function main(): Promise<void> {
	const [seconds = 1, rounds = 7, circles = 1_000_000, devices = 10_000_000] = process.argv.slice(2).map(Number);
	const milliseconds = seconds * 1000;
	const generator = fork(fileURLToPath(SCRIPT), ["--load"]);
	const measure: Measure = async (load) => {
		generator.send(load);
		return (await once(generator, "message"))[0] as Measured;
	};
	await withDirectory(async (directory) => {
		const contents = await servedContents(THREADS);
		await benchHttp({ contents, directory, measure, milliseconds, rounds, threads: THREADS, script: SCRIPT });
		if (circles === 0) return;
		const files = await writeLargeFiles(directory, circles, devices);
		const read = (job: typeof files.circles) => runFileJob(SCRIPT, job, new AbortController().signal);
		const both = [await read(files.circles), await read(files.devices)].filter((file) => file !== null);
		print(`lookups without HTTP in ${circles} circles and ${devices} ids, by thread`);
		await benchThreads(SCRIPT, both, files.ids, milliseconds);
		for (const threads of [1, THREADS]) {
			const load = { requests: lookUpPoint, connections: 4, milliseconds: 4 * milliseconds };
			await benchLoading(threads, SCRIPT, contents.snapshot, files, measure, load);
		}
	}).finally(() => generator.disconnect());
}

const fileJob = jobOfThisThread();
const answering = answeringOfThisThread();
if (fileJob) await answerFileJob(fileJob);
else if (answering) await answerOnThread(answering);
else if (process.argv[2] === "--load")
	process.on("message", (load: Load) => void generateLoad(load).then((measured) => process.send?.(measured)));
else if (!(await lookUpOnThread())) await main();
