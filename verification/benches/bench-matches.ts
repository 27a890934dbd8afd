/**
 * What counting matches costs the agent: lookups in a second of CPU time, with and without counting,
 * side by side in one run. Both sides are the agent's own code; of one, the counting function is
 * replaced by an empty one when it is bundled. Rounds alternate, as a machine's speed drifts, and
 * the cost is the median of the rounds' own ratios. A second copy without counting shows by how much
 * two copies of the same code differ, which the compiler of each optimizes by itself.
 * npm run bench:matches -- [rounds]
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { generateLoad, getRequest } from "./load";

type Lookups = typeof import("./matching-lookups");

const SLICE_MS = 20;
const LOAD_MS = 400;
const CONNECTIONS = 32;

/** One side: its module in this process, and its agent in a process of its own. */
interface Side {
	readonly lookups: Lookups;
	readonly agent: ChildProcess;
	readonly url: string;
}

/** Replaces counting by nothing. */
const withoutCounting: Plugin = {
	name: "without counting",
	setup: ({ onLoad }) =>
		onLoad({ filter: /[\\/]agent[\\/]count-match\.ts$/ }, () => ({
			contents: "export function countMatch() {}",
			loader: "ts",
		})),
};

async function start(directory: string, name: string, plugins: Plugin[]): Promise<Side> {
	const bundle = async (entry: string) => {
		const outfile = join(directory, `${name}-${entry}.mjs`);
		const entryPoints = [`verification/benches/${entry}.ts`];
		await build({ entryPoints, outfile, plugins, bundle: true, platform: "node", format: "esm", logLevel: "error" });
		return outfile;
	};
	const agent = fork(await bundle("matching-agent"));
	const [url] = (await once(agent, "message")) as [string];
	return { lookups: await import(await bundle("matching-lookups")), agent, url };
}

function cpuMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/** Lookups in a second of CPU time, without HTTP. */
async function direct({ lookups: { PASSES, PASS } }: Side, name: string): Promise<number> {
	const from = cpuMs();
	let lookups = 0;
	for (let used = 0; used < SLICE_MS; used = cpuMs() - from) {
		PASSES[name]?.();
		lookups += PASS;
	}
	return (lookups / (cpuMs() - from)) * 1000;
}

async function usedBy({ agent }: Side): Promise<number> {
	agent.send("used");
	return (await once(agent, "message"))[0] as number;
}

/** Requests in a second of the agent's CPU time. */
async function overHttp(side: Side, requests: readonly string[]): Promise<number> {
	const before = await usedBy(side);
	const load = { url: side.url, requests, connections: CONNECTIONS, milliseconds: LOAD_MS };
	const measured = await generateLoad(load);
	if (measured.refused > 0) throw new Error(`${measured.refused} requests were refused`);
	return (measured.requests / ((await usedBy(side)) - before)) * 1000;
}

function post(path: string, items: readonly unknown[]): string {
	const body = JSON.stringify(items);
	return `POST ${path} HTTP/1.1\r\nHost: agent\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function httpCases({ pointQueries, deviceQueries, pointBatches, deviceBatches }: Lookups) {
	const [proximity, audience] = ["/geopulse/proximity/indices", "/geopulse/audience/sets"];
	// At least one for each connection.
	const twice = <T>(items: readonly T[]) => [...items, ...items];
	return {
		"GET point": pointQueries.map((query) => getRequest(`${proximity}?${query}`)),
		"GET device": deviceQueries.map((query) => getRequest(`${audience}?${query}`)),
		"POST 100 points": twice(pointBatches).map((batch) => post(proximity, batch)),
		"POST 100 devices": twice(deviceBatches).map((batch) => post(audience, batch)),
	};
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Counting, without, and without once more. */
type Sides = readonly [Side, Side, Side];

async function compare(
	name: string,
	rounds: number,
	sides: Sides,
	measure: (side: Side) => Promise<number>,
): Promise<void> {
	for (let warm = 0; warm < 10; warm++) for (const side of sides) await measure(side);
	const rates: number[][] = sides.map(() => []);
	for (let round = 0; round < rounds; round++) {
		// Each side is the first one as often as the others.
		for (let turn = 0; turn < sides.length; turn++) {
			const side = (round + turn) % sides.length;
			rates[side]?.push(await measure(sides[side] as Side));
		}
	}
	const [counting = [], without = [], control = []] = rates;
	const shown = (side: readonly number[]) => Math.round(median(side)).toLocaleString("en").padStart(10);
	const slower = (side: readonly number[]) =>
		((1 - median(side.map((rate, round) => rate / (without[round] ?? rate)))) * 100).toFixed(1);
	process.stdout.write(
		`${name.padEnd(22)} counting ${shown(counting)}/s  without ${shown(without)}/s  cost ${slower(counting)} %  same code ${slower(control)} %\n`,
	);
}

const rounds = Number(process.argv[2] ?? 200);
const directory = await mkdtemp(join(tmpdir(), "bench-matches-"));
const sides: Sides = [
	await start(directory, "counting", []),
	await start(directory, "without", [withoutCounting]),
	await start(directory, "control", [withoutCounting]),
];
try {
	process.stdout.write(`per second of CPU time, medians of ${rounds} rounds (by HTTP a tenth of them)\n`);
	for (const name of Object.keys(sides[0].lookups.PASSES))
		await compare(name, rounds, sides, (side) => direct(side, name));
	for (const [name, requests] of Object.entries(httpCases(sides[0].lookups)))
		await compare(name, Math.ceil(rounds / 10), sides, (side) => overHttp(side, requests));
	const counted = sides.map(({ lookups }) => lookups.counted().toLocaleString("en"));
	process.stdout.write(`counted ${counted[0]} matches, without counting ${counted[1]} and ${counted[2]}\n`);
} finally {
	for (const { agent } of sides) agent.kill();
	await rm(directory, { recursive: true });
}
