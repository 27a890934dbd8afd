/**
 * `npm run bench:api`: requests per second and p99 of the API at 100,000 designs and 200,000
 * deployments, on PostgreSQL (a server for this run) and on the embedded database, beside a
 * node:http server that runs the same SQL; also the time of lists with totals beside that at 2,000
 * rows. Server and load have one core each.
 */
import { fileURLToPath } from "node:url";
import { FULL_SCALE, SMALL_SCALE } from "@/lib/tools/testing/scale/scale-sizes";
import { printTotals } from "./api/print-totals";
import { type BenchCase, recordCases } from "./api/record-cases";
import { type ReferenceOrder, serveReference } from "./api/serve-reference";
import { median, print, printTable } from "./figures";
import { generateLoad, type Measured } from "./load";
import { LOAD_CORE, pinTo, type ServerProcess, startBuiltService, startScript } from "./processes";
import { KINDS, type Kind, readOptions } from "./read-options";
import { settingsOf, type Where, withDatabases } from "./service";
import { withDirectory } from "./with-directory";

/** Warm-up of each server, about as long as its answers become faster by compilation. */
const WARMING_MS = 3_000;
const SIDES = ["service", "reference"] as const;
type Side = (typeof SIDES)[number];
/** Results of a case, by round. */
type Rounds = Record<Side, Measured[]>;

if (process.argv[2] === "--reference") {
	process.once("message", async (order: ReferenceOrder) => process.send?.(await serveReference(order)));
} else {
	await main();
}

async function main(): Promise<void> {
	const options = { seconds: 2, rounds: 3, connections: 32, database: KINDS, only: "" };
	const { database, only, ...values } = readOptions("bench:api", options);
	if (!(await pinTo(LOAD_CORE, process.pid)))
		print("There is no taskset here: server and load share the cores as the system likes.");
	for (const kind of database) {
		await withDatabases(kind, { full: FULL_SCALE, small: SMALL_SCALE }, async ({ full, small }) => {
			await withDirectory((directory) => measureCases(kind, full, directory, { ...values, only: only.toLowerCase() }));
			if ("totals".includes(only)) await printTotals(small, full);
		});
	}
	process.exit(0);
}

interface Options {
	readonly seconds: number;
	readonly rounds: number;
	readonly connections: number;
	readonly only: string;
}

/** Loads the built service and the reference server with the same requests, in turn. */
async function measureCases(
	kind: Kind,
	where: Where,
	directory: string,
	{ seconds, rounds, connections, only }: Options,
): Promise<void> {
	const settings = settingsOf(where, directory);
	const { cases, recording } = await recordCases(where, settings, connections);
	const asked = cases.filter(({ name }) => name.toLowerCase().includes(only));
	const results = new Map(asked.map((bench) => [bench, { service: [], reference: [] } as Rounds]));
	const start: Record<Side, () => Promise<ServerProcess>> = {
		service: () => startBuiltService(settings),
		reference: () => startScript(fileURLToPath(import.meta.url), ["--reference"], { database: where, recording }),
	};
	const running = new Map<Side, ServerProcess>();
	const stop = async (side: Side) => {
		await running.get(side)?.stop();
		running.delete(side);
	};
	const load = async (side: Side, bench: BenchCase) => {
		const { url } = running.get(side) ?? (running.set(side, await start[side]()).get(side) as ServerProcess);
		const sequences = bench.isSequence ? { sequences: bench[side] } : {};
		const requests = { url, requests: bench[side].flat(), ...sequences, connections };
		await generateLoad({ ...requests, milliseconds: WARMING_MS });
		results.get(bench)?.[side].push(await generateLoad({ ...requests, milliseconds: seconds * 1_000 }));
	};
	// Writing cases come last, so that the others find the recorded state.
	for (const writing of [false, true]) {
		const benches = asked.filter(({ isSequence }) => isSequence === writing);
		// The embedded database allows one process only, which keeps it for all cases of a round.
		const turns = kind === "embedded" && benches.length > 0 ? [benches] : benches.map((bench) => [bench]);
		for (let round = 0; round < rounds; round += 1) {
			for (const turn of turns) {
				for (const side of SIDES) {
					for (const bench of turn) await load(side, bench);
					if (kind === "embedded") await stop(side);
				}
			}
		}
	}
	for (const side of SIDES) await stop(side);
	printRates(kind, results);
}

function printRates(kind: string, results: ReadonlyMap<BenchCase, Rounds>): void {
	const rate = (rounds: readonly Measured[]) => median(rounds.map(({ perSecond }) => perSecond));
	const p99 = (rounds: readonly Measured[]) => `${median(rounds.map((round) => round.p99)).toFixed(1)} ms`;
	printTable(
		[kind, "req/s", "p99", "reference req/s", "p99", "share", "refused"],
		[...results].map(([{ name }, { service, reference }]) => [
			name,
			rate(service).toFixed(0),
			p99(service),
			rate(reference).toFixed(0),
			p99(reference),
			(rate(service) / rate(reference)).toFixed(2),
			`${[...service, ...reference].reduce((sum, { refused }) => sum + refused, 0)}`,
		]),
	);
}
