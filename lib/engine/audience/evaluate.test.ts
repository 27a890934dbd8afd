import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Audience, type AudienceExpression, measureAudienceExpression } from "@/lib/contract/audience";
import { DEVICE_ID_BYTES, type DeviceIdKind } from "@/lib/formats/meta";
import { optOutBytes } from "@/lib/formats/testing";
import { startTestEngine, type TestEngine } from "@/lib/tools/testing/audience-engine";
import type { EvaluationOptions } from "./audience-engine";
import { literal, withDuckDb } from "./duckdb";
import { estimateReach } from "./estimate-reach";
import { AudienceRefusedError, type EvaluationSource, evaluateAudiences } from "./evaluate";
import { findListedDevices, forgetReplacedLists, listDevices } from "./listed-devices";

interface Row {
	device: number;
	segment: string;
	/** minutes since the start */
	minute: number;
}

let directory: string;
let options: EvaluationOptions & { optOutsPath: string | null };
let engine: TestEngine;
let files = 0;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "audience-"));
	engine = await startTestEngine(directory);
	const { engineUrl } = engine;
	options = { engineUrl, optOutsPath: null, tempDirectory: directory, memoryLimitMb: 256, threads: 2 };
});
afterAll(async () => {
	await engine.stop();
	await rm(directory, { recursive: true, force: true });
});

const BEGINNING = Date.UTC(2024, 0, 1);
const DAY_MINUTES = 24 * 60;

/** The top bit is set for every other device, because DuckDB stores it flipped. */
const uuidOf = (device: number) => (device % 2 ? "f" : "0") + device.toString(16).padStart(31, "0");
const sha1Of = (device: number) =>
	`${(device % 256).toString(16).padStart(2, "0")}${(device + 1).toString(16).padStart(38, "a")}`;

const sha256Of = (device: number) => sha1Of(device).padEnd(64, "5e");
const idOf = (kind: DeviceIdKind, device: number) => ({ uuid: uuidOf, sha1: sha1Of, sha256: sha256Of })[kind](device);

/** Writes distinct rows like an import. */
async function writeSource(slug: string, rows: Row[], kind: DeviceIdKind = "uuid"): Promise<EvaluationSource> {
	files += 1;
	const parquetPath = join(directory, `source 'n' ${files}.parquet`);
	await withDuckDb(options, async (db) => {
		await db.run("CREATE TABLE t (device_id VARCHAR, segment VARCHAR, seen_at TIMESTAMP)");
		for (let start = 0; start < rows.length; start += 1000) {
			const values = rows.slice(start, start + 1000).map(({ device, segment, minute }) => {
				const id = idOf(kind, device);
				return `('${id}', ${literal(segment)}, TIMESTAMP '${new Date(BEGINNING + minute * 60_000).toISOString().slice(0, 19)}')`;
			});
			await db.run(`INSERT INTO t VALUES ${values.join(", ")}`);
		}
		const id = kind === "uuid" ? "device_id::UUID" : "unhex(device_id)";
		await db.run(
			`COPY (SELECT DISTINCT ${id} AS device_id, segment, seen_at FROM t) TO ${literal(parquetPath)} (FORMAT parquet)`,
		);
	});
	return engine.source(slug, [parquetPath]);
}

/** The sets of each device, by its id in hex. */
async function evaluate(sets: Audience[], sources: EvaluationSource[], optOutsPath: string | null = null) {
	return evaluateAudiences(sets, sources, { ...options, optOutsPath }, async (evaluation) => {
		const members = new Map<string, number[]>();
		const width = DEVICE_ID_BYTES[evaluation.deviceIdKind];
		const order: string[] = [];
		for await (const { ids, combination } of evaluation.devices) {
			for (const [index, number] of combination.entries()) {
				const id = Buffer.from(ids.subarray(index * width, (index + 1) * width)).toString("hex");
				order.push(id);
				members.set(id, evaluation.combinations[number] as number[]);
			}
		}
		expect(order).toEqual([...order].sort());
		expect(members.size).toBe(order.length);
		expect(evaluation.deviceCount).toBe(order.length);
		return { members, reach: evaluation.reach, combinations: evaluation.combinations };
	});
}

/** The literal definition: count each device's visits in the segment within the window. */
function bruteForce(sets: Audience[], data: Record<string, Row[]>): Map<string, number[]> {
	const members = new Map<string, number[]>();
	for (const [set, { sources, where }] of sets.entries()) {
		const rows = [...new Set(sources)].flatMap((slug) => {
			const own = data[slug] as Row[];
			const newest = Math.max(...own.map((row) => row.minute));
			return own.map((row) => ({ ...row, age: newest - row.minute }));
		});
		for (const device of new Set(rows.map((row) => row.device))) {
			const own = rows.filter((row) => row.device === device);
			const holds = (expression: AudienceExpression): boolean => {
				if ("all" in expression) return expression.all.every(holds);
				if ("any" in expression) return expression.any.some(holds);
				if ("not" in expression) return !holds(expression.not);
				const { segment, min_visits = 1, within_days = Number.POSITIVE_INFINITY } = expression;
				const visits = own.filter((row) => row.segment === segment && row.age <= within_days * DAY_MINUTES);
				return new Set(visits.map((row) => row.minute)).size >= min_visits;
			};
			if (holds(where)) members.set(uuidOf(device), [...(members.get(uuidOf(device)) ?? []), set]);
		}
	}
	return members;
}

const SEGMENTS = ["gym", "coffee's", "run\\ners", "Ünïcode 😀", "never seen", 'a"b', ""];
const condition = fc.record(
	{
		segment: fc.constantFrom(...SEGMENTS),
		min_visits: fc.integer({ min: 1, max: 4 }),
		within_days: fc.integer({ min: 1, max: 12 }),
	},
	{ requiredKeys: ["segment"] },
);
const { expression } = fc.letrec<{ expression: AudienceExpression }>((tie) => ({
	expression: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		condition,
		fc.record({ all: fc.array(tie("expression"), { minLength: 1, maxLength: 4 }) }),
		fc.record({ any: fc.array(tie("expression"), { minLength: 1, maxLength: 4 }) }),
		fc.record({ not: tie("expression") }),
	),
}));
const rows = fc.uniqueArray(
	fc.record({
		device: fc.integer({ min: 1, max: 8 }),
		segment: fc.constantFrom(...SEGMENTS.filter((segment) => segment !== "never seen")),
		// Days plus or minus a few minutes, to test the borders of windows.
		minute: fc
			.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: -1, max: 1 }))
			.map(([day, minute]) => day * DAY_MINUTES + minute),
	}),
	{ minLength: 1, maxLength: 60, selector: (row) => JSON.stringify(row) },
);

const KINDS = ["uuid", "sha1", "sha256"] as const;

/** A source with a list of every seventh device, and sets that all others are in. */
async function withOptOuts(kind: DeviceIdKind) {
	const data = Array.from({ length: 5_000 }, (_, device) => ({ device: device + 1, segment: "a", minute: 1 }));
	const source = await writeSource("one", data, kind);
	const out = data.filter(({ device }) => device % 7 === 0).map(({ device }) => idOf(kind, device));
	const path = join(directory, `opt-outs-${kind}-${files}.tgt`);
	await writeFile(path, await optOutBytes([...out, idOf(kind, 9_999)]));
	const sets: Audience[] = [
		{ sources: ["one"], where: { segment: "a" } },
		{ sources: ["one"], where: { not: { segment: "b" } } },
	];
	// Some devices have the same hashed id.
	const kept = new Set(data.map(({ device }) => idOf(kind, device)).filter((id) => !out.includes(id))).size;
	return { sets, sources: [source], out, kept, path };
}

describe("evaluation", () => {
	test("agrees with the definition for any expressions, sources and rows", async () => {
		const sources = fc.constantFrom<string[]>(["one"], ["two"], ["one", "two"], ["two", "one", "one"]);
		await fc.assert(
			fc.asyncProperty(
				rows,
				rows,
				fc.array(fc.record({ sources, where: expression }), { minLength: 1, maxLength: 6 }),
				async (one, two, sets) => {
					const files = [await writeSource("one", one), await writeSource("two", two)];
					const { members, reach } = await evaluate(sets, files);
					const expected = bruteForce(sets, { one, two });
					expect(Object.fromEntries(members)).toEqual(Object.fromEntries(expected));
					const counts = sets.map(
						(_set, index) => [...expected.values()].filter((each) => each.includes(index)).length,
					);
					expect(reach).toEqual(counts);
				},
			),
			{ numRuns: Number(process.env.EVALUATION_RUNS ?? 25) },
		);
	});

	test("more sets and conditions than 64 bits, and more windows than fit into one pass", async () => {
		const data = Array.from({ length: 500 }, (_, index) => ({
			device: 1 + ((index * 7) % 40),
			segment: `s${index % 150}`,
			minute: (index * 97) % (80 * DAY_MINUTES),
		}));
		const sets: Audience[] = Array.from({ length: 140 }, (_, index) => ({
			sources: ["one"],
			where: {
				any: [
					{ segment: `s${index}`, within_days: 1 + (index % 70) },
					{ all: [{ segment: `s${(index + 3) % 150}` }, { not: { segment: `s${(index + 5) % 150}`, min_visits: 2 } }] },
				],
			},
		}));
		const { members } = await evaluate(sets, [await writeSource("one", data)]);
		expect(Object.fromEntries(members)).toEqual(Object.fromEntries(bruteForce(sets, { one: data })));
	});

	test("the deepest and longest expressions that the contract allows", async () => {
		const data = [
			{ device: 1, segment: "a", minute: 0 },
			{ device: 2, segment: "b", minute: 0 },
		];
		let deep: AudienceExpression = { segment: "a" };
		for (let level = 1; level < 20; level += 1) deep = { not: deep };
		const wide: AudienceExpression = {
			any: Array.from({ length: 500 }, (_, index) => ({ segment: `b${index || ""}` })),
		};
		expect(measureAudienceExpression(deep).depth).toBe(20);
		const sets = [deep, wide].map((where) => ({ sources: ["one"], where }));
		const { reach } = await evaluate(sets, [await writeSource("one", data)]);
		expect(reach).toEqual([1, 1]);
	});

	test.each(["sha1", "sha256"] as const)("hashed ids: %s", async (kind) => {
		const data = [3, 200, 7].map((device) => ({ device, segment: "a", minute: device }));
		const { members } = await evaluate(
			[{ sources: ["one"], where: { segment: "a" } }],
			[await writeSource("one", data, kind)],
		);
		expect([...members.keys()]).toEqual([3, 7, 200].map((device) => idOf(kind, device)));
	});

	test("several chunks of devices", async () => {
		const data = Array.from({ length: 5_000 }, (_, device) => ({ device: device + 1, segment: "a", minute: 1 }));
		const { members } = await evaluate(
			[{ sources: ["one"], where: { segment: "a" } }],
			[await writeSource("one", data)],
		);
		expect(members.size).toBe(5_000);
	});

	test.each(KINDS)("devices that have opted out are in no set: %s", async (kind) => {
		const { sets, sources, out, kept, path } = await withOptOuts(kind);
		const { members, reach } = await evaluate(sets, sources, path);
		expect(reach).toEqual([kept, kept]);
		expect(out.filter((id) => members.has(id))).toEqual([]);
		expect(await estimateReach(sets, sources, { ...options, optOutsPath: path, parts: false })).toMatchObject({
			reach,
			deviceCount: members.size,
			hashedDevices: kept + new Set(out).size,
		});
	});

	test("no matching devices", async () => {
		const source = await writeSource("one", [{ device: 1, segment: "a", minute: 0 }]);
		const empty = await writeSource("two", []);
		const sets: Audience[] = [
			{ sources: ["one"], where: { segment: "x'); DROP TABLE t; --" } },
			{ sources: ["two"], where: { not: { segment: "a", within_days: 3 } } },
			{ sources: ["one"], where: { segment: "a\0" } },
		];
		expect(await evaluate(sets, [source, empty])).toMatchObject({ reach: [0, 0, 0], combinations: [] });
	});

	test("rejects sources that are missing or of different kinds", async () => {
		const row = { device: 1, segment: "a", minute: 0 };
		const [uuids, hashes] = [await writeSource("one", [row]), await writeSource("two", [row], "sha1")];
		const sets = (...sources: string[]): Audience[] => [{ sources, where: { segment: "a" } }];
		await expect(evaluate(sets("three"), [uuids])).rejects.toThrow("no inventory source three");
		await expect(evaluate(sets("one", "two"), [uuids, hashes])).rejects.toThrow(AudienceRefusedError);
		const longer = await writeSource("three", [row], "sha256");
		await expect(evaluate(sets("two", "three"), [longer, hashes])).rejects.toThrow("(SHA-1 and SHA-256)");
		expect((await evaluate(sets("one"), [uuids, hashes])).reach).toEqual([1]);
	});

	test("stops by its signal, before and during a query", async () => {
		const source = await writeSource("one", [{ device: 1, segment: "a", minute: 0 }]);
		const sets: Audience[] = [{ sources: ["one"], where: { segment: "a" } }];
		const stopped = { ...options, signal: AbortSignal.abort() };
		await expect(evaluateAudiences(sets, [source], stopped, async () => "done")).rejects.toThrow("abort");
		const stop = new AbortController();
		const endless = withDuckDb({ ...options, signal: stop.signal }, (db) => {
			const running = db.run(
				"SELECT count(*) FROM range(3000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3",
			);
			stop.abort();
			return running;
		});
		await expect(endless).rejects.toThrow(/interrupt/i);
	});

	test("leaves no files in its directory", async () => {
		expect((await readdir(directory)).filter((name) => name.startsWith("duckdb-"))).toEqual([]);
	});
});

describe.skipIf(process.env.CHDB_DIRECTORY !== undefined)("devices of files on this machine that opted out", () => {
	test.each(KINDS)("listed devices are in no set, and are not hashed: %s", async (kind) => {
		const { sets, sources, kept, path } = await withOptOuts(kind);
		const before = await evaluate(sets, sources, path);
		await listDevices(sources, path, options);
		const estimate = await estimateReach(sets, sources, { ...options, optOutsPath: path, parts: false });
		expect(estimate).toMatchObject({ reach: [kept, kept], hashedDevices: 0 });
		const { members, reach } = before;
		expect(await evaluate(sets, sources, path)).toMatchObject({ reach, members });
	});

	test("which devices of a source are listed holds for its very parts and the very list", async () => {
		const [first, second] = await Promise.all(
			[1, 2].map((device) =>
				writeSource("one", [
					{ device, segment: "a", minute: 0 },
					{ device: device + 10, segment: "a", minute: 0 },
				]),
			),
		);
		const [one, two] = [join(directory, "one.tgt"), join(directory, "two.tgt")];
		await writeFile(one, await optOutBytes([1, 2].map((device) => idOf("uuid", device))));
		await writeFile(two, await optOutBytes([11, 12].map((device) => idOf("uuid", device))));
		const both = { slug: "one", parquetPaths: [...(first?.parquetPaths ?? []), ...(second?.parquetPaths ?? [])] };
		const other = await writeSource("two", [{ device: 12, segment: "a", minute: 0 }]);
		const sets: Audience[] = [
			{ sources: ["one"], where: { segment: "a" } },
			{ sources: ["two", "one"], where: { segment: "a" } },
		];
		const estimate = async (optOutsPath: string) => {
			const { reach, hashedDevices } = await estimateReach(sets, [both, other], {
				...options,
				optOutsPath,
				parts: false,
			});
			return [reach, hashedDevices];
		};
		await listDevices([first as EvaluationSource, other], one, options);
		// Of one part it is not known yet.
		expect(await estimate(one)).toEqual([[2, 2], 4]);
		await Promise.all([1, 2].map(() => listDevices([both, other], one, options)));
		expect(await estimate(one)).toEqual([[2, 2], 0]);
		expect(await estimate(two)).toEqual([[2, 2], 4]);
		// What was written before a failure stays: the smaller part.
		const broken = join(directory, "broken.parquet");
		await writeFile(broken, Buffer.alloc(100_000));
		const half = { slug: "one", parquetPaths: [broken, ...(first?.parquetPaths ?? [])] };
		await expect(listDevices([half], two, options)).rejects.toThrow("broken.parquet");
		expect(await findListedDevices([first as EvaluationSource], two, directory)).not.toBeNull();
		expect(await findListedDevices([second as EvaluationSource], two, directory)).toBeNull();
		await listDevices([both, other], two, options);
		const { members } = await evaluate(sets, [both, other], two);
		expect([...members.keys()].sort()).toEqual([1, 2].map((device) => idOf("uuid", device)).sort());
		// Those of a replaced list go once nothing uses them.
		expect(await forgetReplacedLists(async () => two, directory, 3_600_000)).toBe(0);
		expect(await forgetReplacedLists(async () => two, directory, 0)).toBeGreaterThanOrEqual(3);
		expect([await estimate(one), await estimate(two)]).toEqual([
			[[2, 2], 4],
			[[2, 2], 0],
		]);
		expect(await forgetReplacedLists(async () => null, directory, 0)).toBe(3);
		expect(await estimate(two)).toEqual([[2, 2], 4]);
		expect((await readdir(directory)).filter((name) => name.startsWith("opted-out-"))).toEqual([]);
	});
});
