import { createServer } from "node:http";
import { join } from "node:path";
import { openPlaces } from "@/clients/lookup/src/index";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { LookupServer } from "@/lib/agent/lookup-server";
import { count, cpuMs, inTurns, median, print, ratio } from "@/verification/benches/figures";
import { getRequest, type Load, type Measured, postBytes, postRequest } from "@/verification/benches/load";
import { hex, pick, random } from "@/verification/benches/random";
import { nearCity, servedAgent, type servedContents } from "./contents";

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
const BATCHES = [100, 1000];
const POINTS = "/geopulse/proximity/indices";
const DEVICES = "/geopulse/audience/sets";

export interface HttpBench {
	readonly contents: Awaited<ReturnType<typeof servedContents>>;
	readonly directory: string;
	readonly measure: (load: Load) => Promise<Measured>;
	readonly milliseconds: number;
	readonly rounds: number;
	readonly threads: number;
	readonly script: URL;
}

interface Figures {
	readonly rate: number;
	readonly perCpu: number;
	readonly p99: number;
}
/** Name, lookups of a request, and how it is measured. */
type Contender = readonly [name: string, lookups: number, measure: () => Promise<Figures>];

const many = <T>(make: () => T) => Array.from({ length: 2000 }, make);
const query = () => new URLSearchParams(Object.entries(nearCity()).map(([name, value]) => [name, `${value}`]));
const pointsOf = (length: number) => Array.from({ length }, nearCity);

/** Requests about points near the circles. */
export const lookUpPoint = many(() => getRequest(`${POINTS}?${query()}`));

/**
 * Compares ways to look up in this process's servers, and in itself, in short turns: requests in a second, and in a
 * second of this process's CPU time, beside those of a constant answer.
 */
export async function benchHttp(bench: HttpBench): Promise<void> {
	const { contents, directory, rounds } = bench;
	const headers = { "Content-Type": "application/json; charset=utf-8", "Content-Length": CONSTANT.length };
	const options = { keepAliveTimeout: 65_000, requestTimeout: 30_000 };
	const constant = createServer(options, (_request, response) => void response.writeHead(200, headers).end(CONSTANT));
	const constantUrl = await listen(constant, "127.0.0.1", 0);
	const [single, several] = [1, bench.threads].map(() => new LookupServer(servedAgent(contents.snapshot), 1000)) as [
		LookupServer,
		LookupServer,
	];
	const socket = join(directory, "lookups.sock");
	await single.start({ host: "127.0.0.1", port: 0, socket, threads: 1 }, bench.script);
	await several.start({ host: "127.0.0.1", port: 0, socket: null, threads: bench.threads }, bench.script);
	several.publish(contents.snapshot, []);
	const contenders = await contendersOf(bench, {
		constant: constantUrl,
		single: single.url,
		several: several.url,
		socket,
	});
	printFigures(contenders, await inTurns(contenders, { rounds, warming: 1 }, ([, , measure]) => measure()));
	await Promise.all([closeServer(constant, 100), single.stop(), several.stop()]);
}

async function contendersOf(
	{ contents, measure, milliseconds, threads }: HttpBench,
	urls: Readonly<Record<"constant" | "single" | "several" | "socket", string>>,
): Promise<Contender[]> {
	const http = async (url: string, requests: readonly string[], encoding: Pick<Load, "encoding"> = {}) => {
		const from = cpuMs();
		const {
			requests: done,
			perSecond,
			p99,
		} = await measure({ url, requests, connections: 64, milliseconds, ...encoding });
		return { rate: perSecond, perCpu: (done * 1_000) / (cpuMs() - from), p99 };
	};
	const device = () => (random() < 0.5 ? pick(contents.ids) : hex(32));
	const lookUpDevice = many(() => getRequest(`${DEVICES}?user-id=${device()}`));
	const places = await openPlaces(contents.snapshot.files[0]?.verified.bytes as Uint8Array);
	const one = many(nearCity);
	const inBatches = BATCHES.flatMap((length): Contender[] => {
		const batches = Array.from({ length: 100 }, () => pointsOf(length));
		const inJson = batches.map((points) => postRequest(POINTS, points));
		const inBytes = batches.map((points) => postBytes(POINTS, "application/vnd.targeting.batch", batchOf(points)));
		return [
			[`POST ${length} points`, length, () => http(urls.single, inJson)],
			[`POST ${length} points, binary`, length, () => http(urls.single, inBytes, { encoding: "latin1" })],
			[`library, ${length} points`, length, () => here(milliseconds, batches, (batch) => places.matchAll(batch))],
		];
	});
	return [
		["constant answer", 0, () => http(urls.constant, lookUpPoint)],
		["GET proximity", 1, () => http(urls.single, lookUpPoint)],
		["GET audience", 1, () => http(urls.single, lookUpDevice)],
		["GET proximity, Unix socket", 1, () => http(`unix:${urls.socket}`, lookUpPoint)],
		[`GET proximity, ${threads} threads`, 1, () => http(urls.several, lookUpPoint)],
		[
			"library, one point",
			1,
			() => here(milliseconds, one, ({ latitude, longitude }) => places.match(latitude, longitude)),
		],
		...inBatches,
	];
}

/** Looks up in this process. */
async function here<Item>(
	milliseconds: number,
	items: readonly Item[],
	look: (item: Item) => unknown,
): Promise<Figures> {
	const [from, startedAt] = [cpuMs(), performance.now()];
	let done = 0;
	for (; performance.now() < startedAt + milliseconds; done += items.length) for (const item of items) look(item);
	const took = performance.now() - startedAt;
	return { rate: (done * 1_000) / took, perCpu: (done * 1_000) / (cpuMs() - from), p99: took / done };
}

function printFigures(contenders: readonly Contender[], measured: readonly (readonly Figures[])[]): void {
	const of = (at: number, name: keyof Figures) => measured[at]?.map((figures) => figures[name]) ?? [];
	const wide = (figure: number) => count(figure).padStart(9);
	for (const [at, [name, lookups]] of contenders.entries()) {
		const [rate, perCpu] = [of(at, "rate"), of(at, "perCpu")];
		print(
			`${name.padEnd(28)}${wide(median(rate))} requests/s (${ratio(rate, of(0, "rate")).toFixed(2)})` +
				` ${wide(median(perCpu))} per second of CPU time (${ratio(perCpu, of(0, "perCpu")).toFixed(2)})` +
				` ${wide(median(rate) * lookups)} lookups/s   99% ${median(of(at, "p99")).toFixed(2)} ms`,
		);
	}
}

/** A binary batch (lib/agent/README.md, Binary batches). */
function batchOf(places: readonly ReturnType<typeof nearCity>[]): Buffer {
	const body = Buffer.alloc(16 + places.length * 16);
	body.write("TGB1");
	body.writeUInt32LE(1, 4);
	body.writeUInt32LE(places.length, 8);
	for (const [at, { latitude, longitude }] of places.entries()) {
		body.writeDoubleLE(latitude, 16 + at * 16);
		body.writeDoubleLE(longitude, 24 + at * 16);
	}
	return body;
}
