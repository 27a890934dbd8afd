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
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { endWithThisProcess } from "@/verification/child-process";
import { count, cpuMs, inTurns, median, print, ratio } from "./figures";
import { generateLoad, getRequest, postRequest } from "./load";
import { withDirectory } from "./with-directory";

type Lookups = typeof import("./matches/matching-lookups");

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
		const entryPoints = [`verification/benches/matches/${entry}.ts`];
		await build({ entryPoints, outfile, plugins, bundle: true, platform: "node", format: "esm", logLevel: "error" });
		return outfile;
	};
	const agent = fork(await bundle("matching-agent"));
	endWithThisProcess(agent);
	const [url] = (await once(agent, "message")) as [string];
	return { lookups: await import(await bundle("matching-lookups")), agent, url };
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

function httpCases({ pointQueries, deviceQueries, pointBatches, deviceBatches }: Lookups) {
	const [proximity, audience] = ["/geopulse/proximity/indices", "/geopulse/audience/sets"];
	// At least one for each connection.
	const twice = <T>(items: readonly T[]) => [...items, ...items];
	return {
		"GET point": pointQueries.map((query) => getRequest(`${proximity}?${query}`)),
		"GET device": deviceQueries.map((query) => getRequest(`${audience}?${query}`)),
		"POST 100 points": twice(pointBatches).map((batch) => postRequest(proximity, batch)),
		"POST 100 devices": twice(deviceBatches).map((batch) => postRequest(audience, batch)),
	};
}

/** Compares counting with none, and with none once more. */
async function compare(
	name: string,
	sides: readonly Side[],
	rounds: number,
	measure: (side: Side) => Promise<number>,
): Promise<void> {
	const [counting = [], without = [], control = []] = await inTurns(sides, { rounds, warming: 10 }, measure);
	const shown = (side: readonly number[]) => count(median(side)).padStart(10);
	const slower = (side: readonly number[]) => ((1 - ratio(side, without)) * 100).toFixed(1);
	print(
		`${name.padEnd(22)} counting ${shown(counting)}/s  without ${shown(without)}/s  cost ${slower(counting)}%  same code ${slower(control)}%`,
	);
}

await withDirectory(async (directory) => {
	const rounds = Number(process.argv[2] ?? 200);
	const first = await start(directory, "counting", []);
	const sides = [first];
	for (const name of ["without", "control"]) sides.push(await start(directory, name, [withoutCounting]));
	print(`per second of CPU time, medians of ${rounds} rounds (by HTTP a tenth of them)`);
	for (const name of Object.keys(first.lookups.PASSES))
		await compare(name, sides, rounds, (side) => direct(side, name));
	for (const [name, requests] of Object.entries(httpCases(first.lookups)))
		await compare(name, sides, Math.ceil(rounds / 10), (side) => overHttp(side, requests));
	const counted = sides.map((side) => count(side.lookups.counted()));
	print(`counted ${counted[0]} matches, without counting ${counted[1]} and ${counted[2]}`);
	for (const { agent } of sides) agent.kill();
});
