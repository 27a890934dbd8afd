import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { runFileJob } from "@/lib/agent/run-file-job";
import { loadTargetingFile, openVerifiedTargetingFile } from "@/lib/formats/open";
import { writeProximityFilter } from "@/lib/formats/write-proximity";
import type { Load, Measured } from "./load";

const CIRCLES = 930_000;
const LOADS = 6;
const ROUNDS = 4;

/**
 * Measures the longest answer while the agent repeatedly loads a file of about 50 MB: on the thread
 * that serves lookups, and on a separate thread as in the agent; also while it loads nothing, for
 * comparison.
 * @param load lookups with low concurrency, so that they wait for the event loop and not for one
 *   another
 */
export async function benchLoading(measure: (load: Load) => Promise<Measured>, load: Load): Promise<void> {
	const directory = await mkdtemp(join(tmpdir(), "bench-loading-"));
	try {
		const path = join(directory, "file.tgt");
		const { size, sha256 } = await writeProximityFilter(path, META, circles());
		const never = new AbortController().signal;
		const job = { task: "read", path, kind: "proximity", size, sha256 } as const;
		const cases = {
			"nothing is loaded": () => Promise.resolve(),
			"loaded on the serving thread": async () => {
				await loadTargetingFile(path, { expectedSize: size, expectedSha256: sha256 });
			},
			"loaded on its own thread": async () => {
				const verified = await runFileJob(new URL(import.meta.url), job, never);
				if (verified) openVerifiedTargetingFile(verified);
			},
		};
		process.stdout.write(`while a file of ${(size / 1e6).toFixed(1)} MB is loaded ${LOADS} times\n`);
		for (let round = 1; round <= ROUNDS; round++)
			for (const [name, loadFile] of Object.entries(cases)) await measureCase(round, name, loadFile, measure, load);
	} finally {
		await rm(directory, { recursive: true });
	}
}

async function measureCase(
	round: number,
	name: string,
	loadFile: () => Promise<void>,
	measure: (load: Load) => Promise<Measured>,
	load: Load,
): Promise<void> {
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	const measured = measure(load);
	const startedAt = performance.now();
	for (let i = 0; i < LOADS; i++) await loadFile();
	const perLoad = (performance.now() - startedAt) / LOADS;
	const { requests, milliseconds, latencies } = await measured;
	const longest = latencies.at(-1) ?? 0;
	delay.disable();
	const at99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0;
	process.stdout.write(
		`round ${round}  ${name.padEnd(30)} longest answer ${longest.toFixed(1).padStart(6)} ms, 99% ${at99.toFixed(2)} ms,` +
			` longest event-loop delay ${(delay.max / 1e6).toFixed(1)} ms,` +
			` ${Math.round(requests / (milliseconds / 1000)).toLocaleString("en")} requests/s, ${perLoad.toFixed(0)} ms a load\n`,
	);
}

/** Circles of 100 to 2,000 m in 300 places, dozens of them overlapping. */
function* circles() {
	for (let i = 0; i < CIRCLES; i++) {
		const place = i % 300;
		const at = (i * 0.618_034) % 1;
		const latitude = -60 + (place % 40) * 3 + at / 2;
		const longitude = -170 + Math.floor(place / 40) * 40 + ((at * 977) % 1) / 2;
		yield { set: i % 20, circle: { latitude, longitude, radius: 100 + (i % 1900) } };
	}
}

const META = {
	design_id: "design",
	design_name: "Benchmark",
	build_id: "build",
	created_at: "2026-01-01T00:00:00.000Z",
	sets: Array.from({ length: 20 }, (_, i) => ({ set_id: `${i}`, set_name: `Set ${i}`, targeting_code: `set${i}` })),
	sources: [],
};
