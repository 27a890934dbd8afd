import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchCircles } from "./lookup/circles";
import { benchIds } from "./lookup/ids";

/**
 * Lookups per second without HTTP: a proximity filter beside flatbush with haversine tests, SQLite
 * and PostGIS, and an audience set beside a map; one by one and in batches, in interleaved rounds.
 * `npm run bench:lookup -- [fences] [devices]` (default 100000, 1000000).
 */
const fenceCount = Number(process.argv[2] ?? 100_000);
const deviceCount = Number(process.argv[3] ?? 1_000_000);

const directory = await mkdtemp(join(tmpdir(), "bench-lookup-"));
try {
	if (fenceCount > 0) await benchCircles(directory, fenceCount);
	if (deviceCount > 0) await benchIds(directory, deviceCount);
} finally {
	await rm(directory, { recursive: true });
}
