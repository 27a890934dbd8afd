import { createHash } from "node:crypto";
import { evaluateAudiences } from "@/lib/engine/audience/evaluate";
import { startTestEngine } from "@/lib/tools/testing/audience-engine";
import { count, inTurns, printTable, seconds, timed } from "@/verification/benches/figures";
import { audiencesOf, SOURCE, VISITS_PER_DEVICE } from "@/verification/benches/visits";
import { writeSource } from "./estimates";

const ROUNDS = 3;
const MEMORY_MB = 4_096;

/**
 * Evaluates audiences over visits of so many devices, as a build does, on DuckDB and on ClickHouse
 * in turns. DuckDB reads a file of this machine, ClickHouse reads it from an object store.
 * @throws Error when the engines do not find the same
 */
export async function printEngines(directory: string, devices: number, setCount: number, chdb: string): Promise<void> {
	const engines = [await startTestEngine(directory, null), await startTestEngine(directory, chdb)];
	try {
		const path = await writeSource(directory, devices);
		const sets = audiencesOf(setCount);
		const sides = await Promise.all(
			engines.map(async ({ engineUrl, source }) => ({ engineUrl, source: await source(SOURCE, [path]) })),
		);
		const found = new Map<string, number>();
		const rounds = await inTurns(sides, { rounds: ROUNDS }, async ({ engineUrl, source }) => {
			const options = { engineUrl, optOutsPath: null, tempDirectory: directory, memoryLimitMb: MEMORY_MB, threads: 2 };
			const { took } = await timed(() =>
				evaluateAudiences(sets, [source], options, async ({ devices, deviceCount, combinations }) => {
					const hash = createHash("sha256").update(JSON.stringify(combinations));
					for await (const { ids, combination } of devices) hash.update(ids).update(combination);
					found.set(hash.digest("hex"), deviceCount);
				}),
			);
			return seconds(took);
		});
		if (found.size !== 1) throw new Error("the engines do not find the same devices");
		const reach = count([...found.values()][0] ?? 0);
		printTable(
			[`${setCount} sets over ${count(devices * VISITS_PER_DEVICE)} visits`, "devices in any set", "each round"],
			["DuckDB", "ClickHouse"].map((name, side) => [name, reach, rounds[side]?.join(", ") ?? ""]),
		);
	} finally {
		for (const engine of engines) await engine.stop();
	}
}
