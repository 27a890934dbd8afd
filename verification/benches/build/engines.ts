import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evaluateAudiences } from "@/lib/engine/audience/evaluate";
import type { EvaluationSource } from "@/lib/engine/audience/members";
import { startTestEngine, type TestEngine } from "@/lib/tools/testing/audience-engine";
import { expressionOf } from "./audience";
import { VISITS_PER_DEVICE, writeSource } from "./estimates";

/** What an evaluation takes on each engine. */
export interface EngineFigures {
	readonly visits: number;
	readonly sets: number;
	/** Devices in any set. */
	readonly devices: number;
	/** Seconds of every round. */
	readonly duckDb: number[];
	readonly clickHouse: number[];
}

const ROUNDS = 3;
const MEMORY_MB = 4_096;
const SLUG = "benchmark";

/**
 * Evaluates audiences over visits of so many devices, as a build does, on DuckDB and on ClickHouse
 * in turns. DuckDB reads a file of this machine, ClickHouse reads it from an object store.
 * @throws Error when the engines do not find the same
 */
export async function measureEngines(devices: number, setCount: number, chdb: string): Promise<EngineFigures> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-engines-"));
	const engines = [await startTestEngine(directory, null), await startTestEngine(directory, chdb)];
	try {
		const path = await writeSource(directory, devices);
		const sets = Array.from({ length: setCount }, (_, number) => ({ sources: [SLUG], where: expressionOf(number) }));
		const times: number[][] = [[], []];
		const found = new Map<string, number>();
		const sources = await Promise.all(engines.map((engine) => engine.source(SLUG, [path])));
		for (let round = 0; round < ROUNDS; round += 1) {
			for (const [index, engine] of engines.entries()) {
				const began = performance.now();
				const { digest, deviceCount } = await evaluate(engine, sets, sources[index] as EvaluationSource, directory);
				times[index]?.push((performance.now() - began) / 1_000);
				found.set(digest, deviceCount);
			}
		}
		if (found.size !== 1) throw new Error("the engines do not find the same devices");
		const [duckDb = [], clickHouse = []] = times;
		const [deviceCount = 0] = found.values();
		return { visits: devices * VISITS_PER_DEVICE, sets: setCount, devices: deviceCount, duckDb, clickHouse };
	} finally {
		for (const engine of engines) await engine.stop();
		await rm(directory, { recursive: true, force: true });
	}
}

async function evaluate(
	{ engineUrl }: TestEngine,
	sets: Parameters<typeof evaluateAudiences>[0],
	source: EvaluationSource,
	tempDirectory: string,
) {
	const options = { engineUrl, optOutsPath: null, tempDirectory, memoryLimitMb: MEMORY_MB, threads: 2 };
	return evaluateAudiences(sets, [source], options, async ({ devices, deviceCount, combinations }) => {
		const hash = createHash("sha256").update(JSON.stringify(combinations));
		for await (const { ids, combination } of devices) hash.update(ids).update(combination);
		return { digest: hash.digest("hex"), deviceCount };
	});
}
