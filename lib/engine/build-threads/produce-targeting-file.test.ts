import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { encodeGeofenceChunks } from "@/lib/engine/geofences/chunks";
import { type AudienceSet, loadTargetingFile, type ProximityFilter } from "@/lib/formats/open";
import { normalizeFeatures } from "@/lib/rules/geofences/parse";
import { accepted, circle, square, squareRing } from "@/lib/rules/geofences/testing";
import { produceInThread, type ThreadOptions } from "./produce-in-thread";
import type { AudienceProduction, BuildOutcome, BuildProgress, BuildResult, ProximityProduction } from "./production";

let directory: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "production-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const META = {
	design_id: "3f0c2d8e-0000-4000-8000-000000000001",
	design_name: "Coffee",
	build_id: "3f0c2d8e-0000-4000-8000-000000000002",
	created_at: "2025-01-02T03:04:05.000Z",
};
const setOf = (index: number, name = `Set ${index}`) => ({
	set_id: `3f0c2d8e-0000-4000-8000-00000000010${index}`,
	set_name: name,
	targeting_code: `code-${index}`,
});

/** Stored chunks of sets, as from the database; counts how far ahead they are read. */
function chunkSourceOf(...sets: unknown[][]) {
	const state = { open: 0, read: 0 };
	return {
		state,
		chunkSource: async function* (set: number) {
			state.open += 1;
			try {
				for await (const { content } of encodeGeofenceChunks(accepted([...normalizeFeatures(sets[set] ?? [])]))) {
					state.read += 1;
					yield content;
				}
			} finally {
				state.open -= 1;
			}
		},
	};
}

function resultOf(outcome: BuildOutcome): BuildResult {
	if (!("result" in outcome)) throw new Error(JSON.stringify(outcome));
	return outcome.result;
}

describe("proximity filter", () => {
	const input = (count: number, overrides: Partial<ProximityProduction> = {}): ProximityProduction => ({
		kind: "proximity",
		meta: META,
		sets: Array.from({ length: count }, (_, index) => setOf(index)),
		outputPath: join(directory, "out.tgt"),
		maxBytes: 100_000_000,
		...overrides,
	});

	test("is produced from the chunks of all sets and answers as its geofences say", async () => {
		const cafés = Array.from({ length: 2_300 }, (_, index) =>
			circle((index % 50) / 10, Math.floor(index / 50) / 10, { radius: 200 }),
		);
		const areas = [
			square(0.5, 0.5, 1),
			{
				type: "Feature",
				properties: {},
				geometry: { type: "MultiPolygon", coordinates: [[squareRing(3, 3, 1)], [squareRing(9, 9, 1)]] },
			},
		];
		const { chunkSource, state } = chunkSourceOf(cafés, areas);
		const progress: BuildProgress[] = [];
		const production = input(2);
		production.sets[0] = { ...setOf(0), geofence_count: 2_300 };
		const result = resultOf(
			await produceInThread(production, { chunkSource, onProgress: (each) => progress.push(each) }),
		);
		expect(result).toMatchObject({
			formatVersion: "1.0",
			counts: { fences: 2_302, circles: 2_300 },
			perSet: [
				{ set_id: setOf(0).set_id, itemCount: 2_300 },
				{ set_id: setOf(1).set_id, itemCount: 2 },
			],
		});
		expect(state).toEqual({ open: 0, read: 4 });
		const file = (await loadTargetingFile(production.outputPath, { expectedSha256: result.sha256 })) as ProximityFilter;
		expect(file.bytes).toBe(result.size);
		expect(file.meta).toMatchObject({ kind: "proximity", ...META, sources: [], sets: [setOf(0), setOf(1)] });
		expect(file.match(1.001, 1.001)).toEqual([0, 1]);
		expect(file.match(1.05, 1.05)).toEqual([1]);
		expect(file.match(4.5, 4.9)).toEqual([0]);
		expect(file.match(9.5, 9.5)).toEqual([1]);
		expect(file.match(45, 45)).toEqual([]);
		expect(progress.map((each) => each.phase)).toEqual(expect.arrayContaining(["reading", "writing", "verifying"]));
		const percents = progress.map((each) => each.percent);
		expect(percents).toEqual([...percents].sort((a, b) => a - b));
	});

	test("is refused when a set is empty, or the file too large; nothing is left", async () => {
		const full = [circle(1, 1)];
		expect(await produceInThread(input(2), chunkSourceOf(full, []))).toEqual({
			refused: "The set 'Set 1' has no geofences.",
		});
		expect(await produceInThread(input(1, { maxBytes: 100 }), chunkSourceOf(full))).toEqual({
			refused: expect.stringMatching(/^The targeting file has 0\.00\d MB, and at most 0 MB are allowed\.$/),
		});
		expect(await readdir(directory)).toEqual([]);
	});

	test("fails on a chunk that is damaged", async () => {
		const chunkSource = async function* () {
			yield Uint8Array.of(1, 2, 3);
		};
		expect(await produceInThread(input(1), { chunkSource })).toEqual({ failed: expect.stringContaining("header") });
	});

	test("ends with the error of the chunk source", async () => {
		const chunkSource = async function* () {
			yield* await Promise.reject<Uint8Array[]>(new Error("connection lost"));
		};
		await expect(produceInThread(input(1), { chunkSource })).rejects.toThrow("connection lost");
		expect(await readdir(directory)).toEqual([]);
	});

	test("stops when it is told to, in the middle", async () => {
		const stop = new AbortController();
		const { state, chunkSource } = chunkSourceOf(Array.from({ length: 20_000 }, (_, index) => circle(index / 1000, 1)));
		const options: ThreadOptions = {
			chunkSource,
			signal: stop.signal,
			onProgress: () => stop.abort(new Error("enough")),
		};
		await expect(produceInThread(input(1), options)).rejects.toThrow("enough");
		expect(state.open).toBe(0);
		expect(state.read).toBeLessThan(20);
		expect(await readdir(directory)).toEqual([]);
		await expect(produceInThread(input(1), options)).rejects.toThrow("enough");
	});

	test("fails where it cannot write", async () => {
		const outputPath = join(directory, "absent", "out.tgt");
		expect(await produceInThread(input(1, { outputPath }), chunkSourceOf([circle(1, 1)]))).toEqual({
			failed: expect.stringContaining("ENOENT"),
		});
	});
});

describe("audience set", () => {
	const idOf = (device: number) => `00000000-0000-4000-8000-${device.toString(16).padStart(12, "0")}`;

	/** Every device visits `all`; every second one also visits `even`, as often as its number. */
	async function inventory(devices: number): Promise<string> {
		const path = join(directory, "inventory.parquet");
		await withDuckDb({ tempDirectory: directory, memoryLimitMb: 256 }, (db) =>
			db.run(`COPY (
				SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(device), 12, '0'))::UUID AS device_id, segment, seen_at FROM (
					SELECT device, 'all' AS segment, TIMESTAMP '2025-01-01' AS seen_at FROM range(1, ${devices + 1}) t(device)
					UNION ALL SELECT device, 'even', TIMESTAMP '2025-01-01' + to_hours(visit) FROM range(2, ${devices + 1}, 2) t(device),
						range(0, 3) v(visit) WHERE visit < device
				)) TO ${literal(path)} (FORMAT parquet)`),
		);
		return path;
	}

	const input = async (overrides: Partial<AudienceProduction> = {}): Promise<AudienceProduction> => ({
		kind: "audience",
		meta: META,
		sets: [
			{ ...setOf(0), audience: { sources: ["acme"], where: { segment: "all" } } },
			{ ...setOf(1), audience: { sources: ["acme"], where: { segment: "even", min_visits: 3 } } },
			{ ...setOf(2), audience: { sources: ["acme"], where: { not: { segment: "even" } } } },
		],
		sources: [{ slug: "acme", parquetPaths: [await inventory(5_000)] }],
		outputPath: join(directory, "out.tgt"),
		maxBytes: 100_000_000,
		leastReach: 0,
		optOutsPath: null,
		tempDirectory: directory,
		memoryLimitMb: 256,
		engineUrl: null,
		...overrides,
	});

	test("is produced from inventory data and answers for every device", async () => {
		const production = await input();
		const progress: string[] = [];
		const result = resultOf(await produceInThread(production, { onProgress: (each) => progress.push(each.phase) }));
		expect(result.perSet.map((set) => set.itemCount)).toEqual([5_000, 2_499, 2_500]);
		expect(result.counts).toEqual({ devices: 5_000, combinations: 3 });
		const file = (await loadTargetingFile(production.outputPath, { expectedSha256: result.sha256 })) as AudienceSet;
		expect(file.meta).toMatchObject({ kind: "audience", ...META, sources: ["acme"], device_id_kind: "uuid" });
		for (let device = 1; device <= 5_000; device += 1) {
			expect(file.match(idOf(device))).toEqual(device % 2 ? [0, 2] : device === 2 ? [0] : [0, 1]);
		}
		expect(file.match(idOf(5_001))).toEqual([]);
		expect(progress).toEqual(expect.arrayContaining(["evaluating", "writing", "verifying"]));
	});

	test("is the same file for the same input", async () => {
		const production = await input();
		const first = resultOf(await produceInThread(production));
		expect(resultOf(await produceInThread({ ...production, outputPath: join(directory, "again.tgt") }))).toEqual(first);
	});

	test("is refused when a set reaches nobody, or a source is unknown", async () => {
		const production = await input();
		production.sets[1] = { ...setOf(1), audience: { sources: ["acme"], where: { segment: "evne" } } };
		expect(await produceInThread(production)).toEqual({
			refused: "The set 'Set 1' reaches no device: check the segments and windows of the expression.",
		});
		production.sets[1] = { ...setOf(1), audience: { sources: ["other"], where: { segment: "all" } } };
		expect(await produceInThread(production)).toEqual({
			refused: expect.stringContaining("no inventory source other"),
		});
	});

	test("is refused when a set is below the least reach, without the number of its devices", async () => {
		expect(await produceInThread(await input({ leastReach: 2_500 }))).toEqual({
			refused:
				"The set 'Set 1' reaches fewer than 2,500 devices, the least reach of the owner's organization: widen the expression.",
		});
		resultOf(await produceInThread(await input({ leastReach: 2_499 })));
	});

	test("fails when the data of a source cannot be read", async () => {
		const production = await input({ sources: [{ slug: "acme", parquetPaths: [join(directory, "absent.parquet")] }] });
		expect(await produceInThread(production)).toEqual({ failed: expect.stringContaining("absent.parquet") });
	});

	test("stops in the middle of an evaluation", async () => {
		const production = await input();
		const stop = new AbortController();
		const stopped = produceInThread(production, {
			signal: stop.signal,
			onProgress: () => stop.abort(new Error("enough")),
		});
		await expect(stopped).rejects.toThrow("enough");
		expect(await readdir(directory)).toEqual(["inventory.parquet"]);
	});
});
