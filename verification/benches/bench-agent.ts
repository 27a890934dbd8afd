/**
 * The agent's HTTP interface beside a node:http server with a constant answer, in turns; lookups by
 * thread over one copy of large files; and the 99th percentile of lookups while large files are
 * loaded. A second process sends the load, so two cores are used.
 * npm run bench:agent -- [seconds per turn] [rounds] [circles] [devices]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { answerFileJob, jobOfThisThread } from "@/lib/agent/file-thread";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { createAgentServer } from "@/lib/agent/http/server";
import { LookupServer } from "@/lib/agent/lookup-server";
import { runFileJob } from "@/lib/agent/run-file-job";
import { answeringOfThisThread, answerOnThread } from "@/lib/agent/threads/answering-thread";
import { benchLoading } from "./agent/bench-loading";
import { nearCity, servedAgent, servedContents } from "./agent/contents";
import { writeLargeFiles } from "./agent/large-files";
import { benchThreads, lookUpOnThread } from "./agent/threads";
import { count, cpuMs, inTurns, median, print, ratio } from "./figures";
import { generateLoad, getRequest, type Load, type Measured, postRequest } from "./load";
import { hex, pick, random } from "./random";
import { withDirectory } from "./with-directory";

/** As long as the mean answer about a point. */
const CONSTANT = JSON.stringify([
	{
		designName: "Benchmark",
		designId: "00000000-0000-4000-8000-000000000000",
		targetingCode: "none",
		deploymentId: "00000000-0000-4000-8000-000000000000",
		setId: "set1",
	},
]);
const THREADS = 2;
const SCRIPT = new URL(import.meta.url);

const many = (request: () => string) => Array.from({ length: 2000 }, request);
const query = () => new URLSearchParams(Object.entries(nearCity()).map(([name, value]) => [name, `${value}`]));
const lookUpPoint = many(() => getRequest(`/geopulse/proximity/indices?${query()}`));

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
		await benchHttp(contents, measure, milliseconds, rounds);
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

/**
 * Compares servers of this process in short turns: requests in a second, and in a second of this
 * process's CPU time, beside those of the constant answer.
 */
async function benchHttp(
	{ snapshot, ids }: Awaited<ReturnType<typeof servedContents>>,
	measure: Measure,
	milliseconds: number,
	rounds: number,
): Promise<void> {
	const agent = createAgentServer(servedAgent(snapshot));
	const options = { keepAliveTimeout: 65_000, requestTimeout: 30_000 };
	const headers = { "Content-Type": "application/json; charset=utf-8", "Content-Length": CONSTANT.length };
	const constant = createServer(options, (_request, response) => void response.writeHead(200, headers).end(CONSTANT));
	const threads = new LookupServer(servedAgent(snapshot), 1000);
	await threads.start({ host: "127.0.0.1", port: 0, threads: THREADS }, SCRIPT);
	threads.publish(snapshot, []);
	const [url, constantUrl] = [await listen(agent, "127.0.0.1", 0), await listen(constant, "127.0.0.1", 0)];
	const device = () => (random() < 0.5 ? pick(ids) : hex(32));
	const lookUpDevice = many(() => getRequest(`/geopulse/audience/sets?user-id=${device()}`));
	const points = () => Array.from({ length: 100 }, nearCity);
	const lookUpPoints = many(() => postRequest("/geopulse/proximity/indices", points())).slice(0, 200);
	/** Name, lookups of a request, server, requests. */
	const contenders: readonly (readonly [string, number, string, readonly string[]])[] = [
		["constant answer", 0, constantUrl, lookUpPoint],
		["GET proximity", 1, url, lookUpPoint],
		["GET audience", 1, url, lookUpDevice],
		["POST 100 points", 100, url, lookUpPoints],
		[`GET proximity, ${THREADS} threads`, 1, threads.url, lookUpPoint],
	];
	const measured = await inTurns(contenders, { rounds, warming: 1 }, async ([, , on, requests]) => {
		const from = cpuMs();
		const { requests: done, perSecond, p99 } = await measure({ url: on, requests, connections: 64, milliseconds });
		return { rate: perSecond, perCpu: (done * 1_000) / (cpuMs() - from), p99 };
	});
	const of = (at: number, name: "rate" | "perCpu" | "p99") => measured[at]?.map((figures) => figures[name]) ?? [];
	const wide = (figure: number) => count(figure).padStart(9);
	for (const [at, [name, lookups]] of contenders.entries()) {
		const [rate, perCpu] = [of(at, "rate"), of(at, "perCpu")];
		print(
			`${name.padEnd(28)}${wide(median(rate))} requests/s (${ratio(rate, of(0, "rate")).toFixed(2)})` +
				` ${wide(median(perCpu))} per second of CPU time (${ratio(perCpu, of(0, "perCpu")).toFixed(2)})` +
				` ${wide(median(rate) * lookups)} lookups/s   99% ${median(of(at, "p99")).toFixed(2)} ms`,
		);
	}
	await Promise.all([closeServer(agent, 100), closeServer(constant, 100), threads.stop()]);
}

const fileJob = jobOfThisThread();
const answering = answeringOfThisThread();
if (fileJob) await answerFileJob(fileJob);
else if (answering) await answerOnThread(answering);
else if (process.argv[2] === "--load")
	process.on("message", (load: Load) => void generateLoad(load).then((measured) => process.send?.(measured)));
else if (!(await lookUpOnThread())) await main();
