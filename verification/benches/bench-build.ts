/**
 * `npm run bench:build`: what large imports and builds take, the server's peak memory, and the times
 * of somebody else's reads meanwhile. On a nearly empty service, one for each part. And what a list
 * of opt-outs costs an agent, estimates, and points of interest.
 */
import { ensureChdb } from "@/lib/tools/cli/testing/machine.mjs";
import { printEstimates } from "./build/estimates";
import { printEngines } from "./build/print-engines";
import { printOptOuts } from "./build/print-opt-outs";
import { printPois } from "./build/print-pois";
import { measureStep, STEPS, STEPS_HEAD } from "./build/steps";
import { printTable } from "./figures";
import { type Kind, readOptions } from "./read-options";
import { NEARLY_EMPTY, withBenchService } from "./service";
import { withDirectory } from "./with-directory";

/** The parts without a service, in a directory of their own. */
const ALONE: Readonly<Record<string, (directory: string) => Promise<void>>> = {
	"opt-outs": (directory) => printOptOuts(directory, values["opt-outs"]),
	estimates: (directory) => printEstimates(directory, values["estimate-devices"], values["estimate-opt-outs"]),
	pois: (directory) => printPois(directory, values.pois),
	engines: async (directory) => printEngines(directory, values["engine-devices"], values.sets, await ensureChdb()),
};
const { database, only, ...values } = readOptions("bench:build", {
	database: "postgres" as Kind,
	only: [...Object.keys(STEPS), ...Object.keys(ALONE)],
	circles: 1_000_000,
	visits: 50_000_000,
	devices: 10_000_000,
	sets: 50,
	"build-memory": 6_000,
	rows: 100_000,
	positions: 250_000,
	"opt-outs": 10_000_000,
	"estimate-devices": 1_000_000,
	"estimate-opt-outs": 1_000_000,
	pois: 5_000_000,
	"engine-devices": 5_000_000,
});

for (const part of only) {
	const [steps, alone] = [STEPS[part], ALONE[part]];
	if (steps !== undefined) {
		const settings = { BUILD_MEMORY_MB: String(values["build-memory"]) };
		await withBenchService(database as Kind, NEARLY_EMPTY, { settings }, async (api) => {
			const rows: string[][] = [];
			await steps(api, async (what, work) => void rows.push(await measureStep(api, what, work)), values);
			printTable([database, ...STEPS_HEAD], rows);
		});
	}
	if (alone !== undefined) await withDirectory(alone);
}
process.exit(0);
