import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endDuckDbUses, literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { UnavailableError } from "@/lib/rules/errors";
import { inspect, stopInspections } from "./inspect";
import type { ReachJob } from "./jobs";

let directory: string;
let job: ReachJob;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "stop-inspections-"));
	const parquetPath = join(directory, "visits.parquet");
	const options = { tempDirectory: directory, memoryLimitMb: 512 };
	await withDuckDb(options, (db) =>
		db.run(`COPY (SELECT md5((i % 300000)::VARCHAR)::UUID AS device_id, 's' || i % 40 AS segment,
			TIMESTAMP '2026-01-01' + to_seconds(i) AS seen_at FROM range(3000000) AS visits (i))
			TO ${literal(parquetPath)} (FORMAT parquet)`),
	);
	const all = Array.from({ length: 40 }, (_, number) => ({ segment: `s${number}`, min_visits: 2, within_days: 30 }));
	job = {
		task: "reach",
		audiences: [{ sources: ["panel"], where: { any: all } }],
		parts: true,
		engineUrl: null,
		optOutsPath: null,
		sources: [{ slug: "panel", parquetPaths: [parquetPath] }],
		...options,
	};
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const usesOfDuckDb = async () => (await readdir(directory)).filter((name) => name.startsWith("duckdb-"));

test("a service that stops ends estimates under way, those that wait too, and can start again", async () => {
	const running = Array.from({ length: 4 }, (_, number) =>
		inspect(job, { caller: `user ${number}` }).catch((error: unknown) => error),
	);
	// At least one is under way; two wait for a thread.
	await expect.poll(usesOfDuckDb).not.toEqual([]);
	await stopInspections();
	for (const outcome of await Promise.all(running)) expect(outcome).toBeInstanceOf(UnavailableError);
	const { reach } = await inspect(
		{ ...job, parts: false, audiences: [{ sources: ["panel"], where: { segment: "s1" } }] },
		{ caller: "user" },
	);
	expect(reach[0]).toBeGreaterThan(0);
});

test("a query of the thread itself is interrupted, and waited for", async () => {
	const options = { tempDirectory: directory, memoryLimitMb: 128 };
	const endless = withDuckDb(options, (db) =>
		db.rows("SELECT count(*) FROM range(1000000) AS a, range(1000000) AS b WHERE a.range % 7 = b.range % 5"),
	);
	const outcome = endless.catch((error: unknown) => String(error));
	const used = process.cpuUsage();
	// Until the query is what keeps the processor busy.
	await expect.poll(() => process.cpuUsage(used).user).toBeGreaterThan(200_000);
	await endDuckDbUses();
	expect(await outcome).toMatch(/interrupt|stopping/i);
});
