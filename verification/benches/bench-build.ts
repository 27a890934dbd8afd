/**
 * `npm run bench:build`: what large imports and builds take, the server's peak memory, and the times
 * of somebody else's reads meanwhile. On a nearly empty service, one for each part. And what a list
 * of opt-outs costs an agent, and estimates.
 */
import { ensureChdb } from "@/lib/tools/cli/testing/machine.mjs";
import { measureAudience } from "./build/audience";
import { measureBorder } from "./build/border";
import { measureCircles } from "./build/circles";
import { type EngineFigures, measureEngines } from "./build/engines";
import { type ListingFigures, measureEstimates } from "./build/estimates";
import type { Measured, StepFigures } from "./build/measure-step";
import { measureOptOuts, type OptOutFigures } from "./build/opt-outs";
import { measureWorkbook } from "./build/workbook";
import { isCount, readOptions } from "./read-options";
import { printTable } from "./tables";
import { NEARLY_EMPTY, withBenchService } from "./with-bench-service";

/** A part a file of `build/`. */
const PARTS: Record<string, () => Promise<void>> = {
	circles: () => onService((api) => measureCircles(api, Number(values.circles))),
	audience: () =>
		onService((api) =>
			measureAudience(api, {
				visits: Number(values.visits),
				devices: Number(values.devices),
				sets: Number(values.sets),
			}),
		),
	workbook: () => onService((api) => measureWorkbook(api, Number(values.rows))),
	border: () => onService((api) => measureBorder(api, Number(values.positions))),
	"opt-outs": async () => printOptOuts(await measureOptOuts(Number(values["opt-outs"]))),
	estimates: async () =>
		printEstimates(await measureEstimates(Number(values["estimate-devices"]), Number(values["estimate-opt-outs"]))),
	engines: async () =>
		printEngines(await measureEngines(Number(values["engine-devices"]), Number(values.sets), await ensureChdb())),
};
const ALL = Object.keys(PARTS).join(",");

const values = readOptions(
	`npm run bench:build -- [--database postgres|embedded] [--only ${ALL}] [--circles 1000000] [--visits 50000000] [--devices 10000000] [--sets 50] [--build-memory 6000] [--rows 100000] [--positions 250000] [--opt-outs 10000000] [--estimate-devices 1000000] [--estimate-opt-outs 1000000] [--engine-devices 5000000]`,
	{
		database: { type: "string", default: "postgres" },
		only: { type: "string", default: ALL },
		circles: { type: "string", default: "1000000" },
		visits: { type: "string", default: "50000000" },
		devices: { type: "string", default: "10000000" },
		sets: { type: "string", default: "50" },
		"build-memory": { type: "string", default: "6000" },
		rows: { type: "string", default: "100000" },
		positions: { type: "string", default: "250000" },
		"opt-outs": { type: "string", default: "10000000" },
		"estimate-devices": { type: "string", default: "1000000" },
		"estimate-opt-outs": { type: "string", default: "1000000" },
		"engine-devices": { type: "string", default: "5000000" },
	},
	({ database, only, ...sizes }) => {
		const unknown = partsOf(only).find((part) => !Object.hasOwn(PARTS, part));
		if (unknown !== undefined) return `There is no part '${unknown}'.`;
		const wrong = Object.entries(sizes).find(([, size]) => !isCount(size));
		if (wrong !== undefined) return `--${wrong[0]} is a whole number.`;
		return ["postgres", "embedded"].includes(database) ? undefined : "--database is postgres or embedded.";
	},
);
const kind = values.database === "embedded" ? "embedded" : "postgres";

for (const part of partsOf(values.only)) await PARTS[part]?.();
process.exit(0);

function onService(measure: (api: Measured) => Promise<StepFigures[]>): Promise<void> {
	const settings = { BUILD_MEMORY_MB: values["build-memory"] };
	return withBenchService(kind, NEARLY_EMPTY, { pinned: false, settings }, async ({ url, pid }, key) => {
		printSteps(await measure({ url, pid, key }));
	});
}

function partsOf(only: string): string[] {
	return only.split(",").map((part) => part.trim());
}

function count(number: number): string {
	return Math.round(number).toLocaleString("en-US");
}

function printOptOuts({ ids, bytes, opened, without, withList, cost }: OptOutFigures): void {
	printTable(
		["lookups of devices", "list in memory", "opened in", "lookups/s without", "with", "cost"],
		[
			[
				`${count(ids)} opt-outs`,
				`${count(bytes / 1e6)} MB`,
				`${count(opened)} ms`,
				count(without),
				count(withList),
				`${(cost * 100).toFixed(1)} %`,
			],
		],
	);
}

function printEstimates({ devices, ids, listed, estimates }: ListingFigures): void {
	printTable(
		[
			`estimates over ${count(devices)} devices, ${count(ids)} opt-outs`,
			"reach",
			"without",
			"with",
			"cost",
			"at first",
		],
		estimates.map(({ what, devices: reach, without, withList, cost, hashed }) => {
			const share = `${(cost * 100).toFixed(0)} %`;
			return [what, count(reach), `${count(without)} ms`, `${count(withList)} ms`, share, `${count(hashed)} ms`];
		}),
	);
	process.stdout.write(`Which devices are listed was known after ${listed.toFixed(1)} s, once.\n`);
}

function printEngines({ visits, sets, devices, duckDb, clickHouse }: EngineFigures): void {
	const rounds = (seconds: number[]) => seconds.map((each) => `${each.toFixed(1)} s`).join(", ");
	printTable(
		[`${sets} sets over ${count(visits)} visits`, "devices in any set", "each round"],
		[
			["DuckDB", count(devices), rounds(duckDb)],
			["ClickHouse", count(devices), rounds(clickHouse)],
		],
	);
}

function printSteps(steps: readonly StepFigures[]): void {
	printTable(
		[kind, "made", "duration", "peak memory", "reads meanwhile", "median", "p99", "longest"],
		steps.map(({ what, made, seconds, peakMegabytes, reads }) => {
			const share = (part: number) => `${count(reads[Math.floor(reads.length * part)] ?? 0)} ms`;
			const memory = peakMegabytes === null ? "unknown" : `${count(peakMegabytes)} MB`;
			const longest = `${count(reads.at(-1) ?? 0)} ms`;
			return [what, made, `${seconds.toFixed(1)} s`, memory, count(reads.length), share(0.5), share(0.99), longest];
		}),
	);
}
