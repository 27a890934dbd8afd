/**
 * Requests per second of the agent's HTTP interface and of a node:http server with a constant
 * answer, in the same run, and the longest answer while a large file is loaded. A second process
 * sends the load, so two cores are used.
 * npm run bench:agent -- [seconds per round] [rounds]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { answerFileJob, jobOfThisThread } from "@/lib/agent/file-thread";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { createAgentServer } from "@/lib/agent/http/server";
import { hex, nearCity, pick, random, servedAgent, servedContents } from "./agent-contents";
import { benchLoading } from "./agent-loading";
import { generateLoad, getRequest, type Load, type Measured } from "./load";

const CONSTANT = '[{"designName":"Constant","designId":"0","targetingCode":"none","deploymentId":"0","setId":"0"}]';

const post = (path: string, body: string) =>
	`POST ${path} HTTP/1.1\r\nHost: agent\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const many = (request: () => string) => Array.from({ length: 2000 }, request);

async function main(): Promise<void> {
	const seconds = Number(process.argv[2] ?? 3);
	const rounds = Number(process.argv[3] ?? 3);
	const { snapshot, ids } = await servedContents();
	const agent = createAgentServer(servedAgent(snapshot));
	const constant = createServer((_request, response) => {
		response.writeHead(200, { "Content-Type": "application/json", "Content-Length": CONSTANT.length }).end(CONSTANT);
	});
	const [agentUrl, constantUrl] = [await listen(agent, "127.0.0.1", 0), await listen(constant, "127.0.0.1", 0)];
	const points = () => JSON.stringify(Array.from({ length: 100 }, nearCity));
	const query = () =>
		Object.entries(nearCity())
			.map(([name, value]) => `${name}=${value}`)
			.join("&");
	const device = () => (random() < 0.5 ? pick(ids) : hex(32));
	const lookUpPoint = many(() => getRequest(`/geopulse/proximity/indices?${query()}`));
	const lookUpDevice = many(() => getRequest(`/geopulse/audience/sets?user-id=${device()}`));
	const lookUpPoints = many(() => post("/geopulse/proximity/indices", points())).slice(0, 200);
	const milliseconds = seconds * 1000;
	const cases: { name: string; lookups: number; load: Load }[] = [
		{
			name: "constant answer",
			lookups: 0,
			load: { url: constantUrl, requests: many(() => getRequest("/")), connections: 64, milliseconds },
		},
		{
			name: "GET proximity",
			lookups: 1,
			load: { url: agentUrl, requests: lookUpPoint, connections: 64, milliseconds },
		},
		{
			name: "GET audience",
			lookups: 1,
			load: { url: agentUrl, requests: lookUpDevice, connections: 64, milliseconds },
		},
		{
			name: "POST 100 points",
			lookups: 100,
			load: { url: agentUrl, requests: lookUpPoints, connections: 64, milliseconds },
		},
		// The published latency is that without a queue of 64 requests.
		{
			name: "GET proximity, 8 connections",
			lookups: 1,
			load: { url: agentUrl, requests: lookUpPoint, connections: 8, milliseconds },
		},
	];
	const generator = fork(fileURLToPath(import.meta.url), ["--load"]);
	const measure = async (load: Load): Promise<Measured> => {
		generator.send(load);
		return (await once(generator, "message"))[0] as Measured;
	};
	for (const { load } of cases) await measure({ ...load, milliseconds: 1000 });
	for (let round = 1; round <= rounds; round++) {
		for (const { name, lookups, load } of cases) print(round, name, lookups, await measure(load));
	}
	await benchLoading(measure, { url: agentUrl, requests: lookUpPoint, connections: 2, milliseconds });
	generator.disconnect();
	await Promise.all([closeServer(agent, 100), closeServer(constant, 100)]);
}

function print(round: number, name: string, lookups: number, { requests, milliseconds, latencies }: Measured): void {
	const rate = requests / (milliseconds / 1000);
	const at = (share: number) => `${(latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2)} ms`;
	const average = latencies.reduce((sum, value) => sum + value, 0) / latencies.length;
	const count = (value: number) => Math.round(value).toLocaleString("en").padStart(9);
	process.stdout.write(
		`round ${round}  ${name.padEnd(28)}${count(rate)} requests/s ${count(rate * lookups)} lookups/s` +
			`   average ${average.toFixed(2)} ms, median ${at(0.5)}, 99% ${at(0.99)}\n`,
	);
}

const fileJob = jobOfThisThread();
if (fileJob) {
	await answerFileJob(fileJob);
} else if (process.argv[2] === "--load") {
	process.on("message", (load: Load) => void generateLoad(load).then((measured) => process.send?.(measured)));
} else {
	await main();
}
