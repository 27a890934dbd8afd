/**
 * What counting matches costs the agent: lookups in a second of CPU time, with and without counting,
 * side by side in one run. Both sides are the agent's own code; of one, the counting function is
 * replaced by an empty one when it is bundled. Rounds alternate, as a machine's speed drifts.
 * npm run bench:matches -- [rounds]
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { generateLoad, getRequest } from "./load";
import type { Done, Order } from "./matching-agent";

const SLICE_MS = 250;
const LOAD_MS = 1500;
const HTTP_CASES = ["GET point", "GET device", "POST 100 points", "POST 100 devices"] as const;

interface Ready {
	readonly url: string;
	readonly cases: readonly string[];
	readonly query: readonly string[];
	readonly device: readonly string[];
}

interface Side {
	readonly child: ChildProcess;
	readonly ready: Ready;
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
	const outfile = join(directory, `${name}.mjs`);
	const entryPoints = ["lib/tools/bench/matching-agent.ts"];
	await build({ entryPoints, outfile, plugins, bundle: true, platform: "node", format: "esm", logLevel: "error" });
	const child = fork(outfile);
	const [ready] = (await once(child, "message")) as [Ready];
	return { child, ready };
}

async function ask({ child }: Side, order: Order): Promise<Done> {
	child.send(order);
	return (await once(child, "message"))[0] as Done;
}

/** Lookups in a second of CPU time. */
async function direct(side: Side, name: string): Promise<number> {
	const { lookups, cpuMs } = await ask(side, { name, milliseconds: SLICE_MS });
	return (lookups / cpuMs) * 1000;
}

/** Requests in a second of the agent's CPU time, over HTTP. */
async function overHttp(side: Side, name: (typeof HTTP_CASES)[number]): Promise<number> {
	const { url, query, device } = side.ready;
	const batch = (path: string, items: readonly unknown[]) => {
		const body = JSON.stringify(items.slice(0, 100));
		return `POST ${path} HTTP/1.1\r\nHost: agent\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
	};
	const points = query.map((text) => {
		const parameters = new URLSearchParams(text);
		return { latitude: Number(parameters.get("latitude")), longitude: Number(parameters.get("longitude")) };
	});
	const [proximity, audience] = ["/geopulse/proximity/indices", "/geopulse/audience/sets"];
	const requests = {
		"GET point": query.map((text) => getRequest(`${proximity}?${text}`)),
		"GET device": device.map((text) => getRequest(`${audience}?${text}`)),
		"POST 100 points": [batch(proximity, points)],
		"POST 100 devices": [
			batch(
				audience,
				device.map((text) => text.replace("user-id=", "")),
			),
		],
	}[name];
	const before = await ask(side, "used");
	const measured = await generateLoad({ url, requests: repeated(requests), connections: 32, milliseconds: LOAD_MS });
	if (measured.refused > 0) throw new Error(`${measured.refused} requests of "${name}" were refused`);
	const after = await ask(side, "used");
	return (measured.requests / (after.cpuMs - before.cpuMs)) * 1000;
}

/** At least one request for each connection. */
function repeated(requests: readonly string[]): string[] {
	return Array.from({ length: Math.max(requests.length, 64) }, (_, index) => requests[index % requests.length] ?? "");
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function compare(
	name: string,
	rounds: number,
	sides: readonly [Side, Side],
	measure: (side: Side) => Promise<number>,
): Promise<void> {
	const [counting, without] = sides;
	for (const side of sides) await measure(side);
	const rates: [number, number][] = [];
	for (let round = 0; round < rounds; round++) {
		// Neither side is always the first one.
		const first = round % 2 === 0;
		const a = await measure(first ? counting : without);
		const b = await measure(first ? without : counting);
		rates.push(first ? [a, b] : [b, a]);
	}
	const [withIt, withoutIt] = [median(rates.map(([rate]) => rate)), median(rates.map(([, rate]) => rate))];
	const cost = (1 - median(rates.map(([own, other]) => own / other))) * 100;
	const shown = (rate: number) => Math.round(rate).toLocaleString("en").padStart(11);
	process.stdout.write(
		`${name.padEnd(24)} counting ${shown(withIt)}/s   without ${shown(withoutIt)}/s   cost ${cost.toFixed(1)} %\n`,
	);
}

const rounds = Number(process.argv[2] ?? 21);
const directory = await mkdtemp(join(tmpdir(), "bench-matches-"));
const started: Side[] = [];
try {
	const sides: [Side, Side] = [
		await start(directory, "counting", []),
		await start(directory, "without", [withoutCounting]),
	];
	started.push(...sides);
	process.stdout.write(`per second of CPU time, medians of ${rounds} rounds on each side in turn\n`);
	for (const name of sides[0].ready.cases) await compare(name, rounds, sides, (side) => direct(side, name));
	for (const name of HTTP_CASES) await compare(name, Math.ceil(rounds / 2), sides, (side) => overHttp(side, name));
} finally {
	for (const { child } of started) child.kill();
	await rm(directory, { recursive: true });
}
