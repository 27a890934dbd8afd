/**
 * The agent's HTTP interface beside a node:http server with a constant answer, in turns; lookups by
 * thread over one copy of large files; and the 99th percentile of lookups while large files are
 * loaded. A second process sends the load, so two cores are used.
 * npm run bench:agent -- [seconds per turn] [rounds] [circles] [devices]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { answerFileJob, jobOfThisThread } from "@/lib/agent/file-thread";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { createAgentServer } from "@/lib/agent/http/server";
import { LookupServer } from "@/lib/agent/lookup-server";
import { runFileJob } from "@/lib/agent/run-file-job";
import { answeringOfThisThread, answerOnThread } from "@/lib/agent/threads/answering-thread";
import type { VerifiedTargetingFile } from "@/lib/formats/open";
import { hex, nearCity, pick, random, servedAgent, servedContents } from "./agent-contents";
import { type Contender, compareHttp } from "./agent-http";
import { type LargeFiles, writeLargeFiles } from "./agent-large-files";
import { benchLoading } from "./agent-loading";
import { benchThreads, lookUpOnThread } from "./agent-threads";
import { generateLoad, getRequest, type Load, type Measured } from "./load";

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

const post = (path: string, body: string) =>
	`POST ${path} HTTP/1.1\r\nHost: agent\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const many = (request: () => string) => Array.from({ length: 2000 }, request);
const query = () =>
	Object.entries(nearCity())
		.map(([name, value]) => `${name}=${value}`)
		.join("&");
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
	const directory = await mkdtemp(join(tmpdir(), "bench-agent-"));
	try {
		const contents = await servedContents(THREADS);
		await benchHttp(contents, measure, milliseconds, rounds);
		const files = await writeLargeFiles(directory, circles, devices);
		process.stdout.write(`lookups without HTTP in ${circles} circles and ${devices} ids, by thread\n`);
		await benchThreads(SCRIPT, await readBoth(files), files.ids, milliseconds);
		for (const threads of [1, THREADS]) {
			const load = { requests: lookUpPoint, connections: 4, milliseconds: 4 * milliseconds };
			await benchLoading(threads, SCRIPT, contents.snapshot, files, measure, load);
		}
	} finally {
		generator.disconnect();
		await rm(directory, { recursive: true });
	}
}

async function readBoth({ circles, devices }: LargeFiles): Promise<VerifiedTargetingFile[]> {
	const read = (job: LargeFiles["circles"]) => runFileJob(SCRIPT, job, new AbortController().signal);
	return [await read(circles), await read(devices)].filter((file) => file !== null);
}

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
	const points = () => JSON.stringify(Array.from({ length: 100 }, nearCity));
	const lookUpPoints = many(() => post("/geopulse/proximity/indices", points())).slice(0, 200);
	const of = (name: string, lookups: number, on: string, requests: readonly string[]): Contender => ({
		name,
		lookups,
		load: { url: on, requests, connections: 64, milliseconds },
	});
	await compareHttp(
		rounds,
		[
			of("constant answer", 0, constantUrl, lookUpPoint),
			of("GET proximity", 1, url, lookUpPoint),
			of("GET audience", 1, url, lookUpDevice),
			of("POST 100 points", 100, url, lookUpPoints),
			of(`GET proximity, ${THREADS} threads`, 1, threads.url, lookUpPoint),
		],
		measure,
	);
	const byThread = threads.counters.slice(1).map(({ requests }) => requests.toLocaleString("en"));
	process.stdout.write(`requests by thread: ${byThread.join(" and ")}\n`);
	await Promise.all([closeServer(agent, 100), closeServer(constant, 100), threads.stop()]);
}

const fileJob = jobOfThisThread();
const answering = answeringOfThisThread();
if (fileJob) await answerFileJob(fileJob);
else if (answering) await answerOnThread(answering);
else if (process.argv[2] === "--load")
	process.on("message", (load: Load) => void generateLoad(load).then((measured) => process.send?.(measured)));
else if (!(await lookUpOnThread())) await main();
