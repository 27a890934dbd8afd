/**
 * `npm run bench:build`: what large imports and builds take, the server's peak memory, and the times
 * of somebody else's reads meanwhile. On a nearly empty service, one for each part.
 */
import { measureAudience } from "./build/audience";
import { measureCircles } from "./build/circles";
import type { Measured, StepFigures } from "./build/measure-step";
import { isCount, readOptions } from "./read-options";
import { printTable } from "./tables";
import { NEARLY_EMPTY, withBenchService } from "./with-bench-service";

/** A part a file of `build/`. */
const PARTS: Record<string, (api: Measured) => Promise<StepFigures[]>> = {
	circles: (api) => measureCircles(api, Number(values.circles)),
	audience: (api) =>
		measureAudience(api, {
			visits: Number(values.visits),
			devices: Number(values.devices),
			sets: Number(values.sets),
		}),
};
const ALL = Object.keys(PARTS).join(",");

const values = readOptions(
	`npm run bench:build -- [--database postgres|embedded] [--only ${ALL}] [--circles 1000000] [--visits 50000000] [--devices 10000000] [--sets 50]`,
	{
		database: { type: "string", default: "postgres" },
		only: { type: "string", default: ALL },
		circles: { type: "string", default: "1000000" },
		visits: { type: "string", default: "50000000" },
		devices: { type: "string", default: "10000000" },
		sets: { type: "string", default: "50" },
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

for (const part of partsOf(values.only)) {
	await withBenchService(kind, NEARLY_EMPTY, { pinned: false }, async ({ url, pid }, key) => {
		const steps = await PARTS[part]?.({ url, pid, key });
		printSteps(steps ?? []);
	});
}
process.exit(0);

function partsOf(only: string): string[] {
	return only.split(",").map((part) => part.trim());
}

function printSteps(steps: readonly StepFigures[]): void {
	const count = (number: number) => Math.round(number).toLocaleString("en-US");
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
