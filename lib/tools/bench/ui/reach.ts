import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AudienceExpression } from "@/lib/contract/audience";
import { literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { type Api, ask } from "./api";

/** How long the estimate of an audience takes. */
export interface ReachFigures {
	readonly devices: number;
	readonly visits: number;
	/** Seconds that taking over the source's data took, as Parquet through HTTP. */
	readonly importSeconds: number;
	readonly estimates: readonly EstimateTimes[];
}

export interface EstimateTimes {
	readonly what: string;
	/** Devices that the last one reached. */
	readonly reach: number;
	/** Milliseconds from the request to the answer, the first one first. */
	readonly times: readonly number[];
}

const SLUG = "benchmark";
const SEGMENTS = 40;
const VISITS_PER_DEVICE = 10;
const ROUNDS = 5;

/** Round by round another segment: nothing that was counted before helps. */
const AUDIENCES: readonly { what: string; parts: boolean; where: (round: number) => AudienceExpression }[] = [
	{
		what: "two segments, one of them not",
		parts: false,
		where: (round) => ({ all: [{ segment: `s${round}` }, { not: { segment: `s${round + 10}` } }] }),
	},
	{
		what: "five conditions, visits counted within 30 days",
		parts: false,
		where: countedVisits,
	},
	{ what: "the same with the reach of every part", parts: true, where: (round) => countedVisits(round + ROUNDS) },
];

function countedVisits(round: number): AudienceExpression {
	return {
		all: [
			{ segment: `s${round}`, min_visits: 2, within_days: 30 },
			{ any: [{ segment: `s${round + 7}` }, { segment: `s${round + 12}` }, { segment: `s${round + 21}` }] },
			{ not: { segment: `s${round + 3}` } },
		],
	};
}

/** Uploads an inventory source of so many devices, and has audiences over it estimated one after the other. */
export async function measureReach(api: Api, devices: number): Promise<ReachFigures> {
	await ask(api, "POST", "/api/inventory-sources", { slug: SLUG, name: "Benchmark" });
	const file = await visitsFile(devices);
	const began = performance.now();
	const answer = await fetch(`${api.url}/api/inventory-sources/${SLUG}/imports`, {
		method: "POST",
		headers: { authorization: `Bearer ${api.key}`, "content-type": "application/vnd.apache.parquet" },
		body: file,
	});
	const taken = (await answer.json()) as { response?: { data: { row_count: number; device_count: number } } };
	if (taken.response === undefined) throw new Error(`The inventory was refused: ${JSON.stringify(taken)}`);
	const importSeconds = (performance.now() - began) / 1_000;
	const { id } = await ask<{ id: string }>(api, "POST", "/api/designs", {
		name: "Audience of the benchmark",
		type: "audience",
		sets: [],
	});
	const estimates: EstimateTimes[] = [];
	for (const { what, parts, where } of AUDIENCES) {
		const times: number[] = [];
		let reach = 0;
		for (let round = 0; round < ROUNDS; round += 1) {
			const audience = { sources: [SLUG], where: where(round) };
			const asked = performance.now();
			const estimate = await ask<{ item_count: number }>(api, "POST", `/api/designs/${id}/estimate`, {
				sets: [{ set_name: "Audience", audience }],
				parts,
			});
			times.push(performance.now() - asked);
			reach = estimate.item_count;
		}
		estimates.push({ what, reach, times });
	}
	const { device_count, row_count } = taken.response.data;
	return { devices: device_count, visits: row_count, importSeconds, estimates };
}

/** Ten visits of every device within 90 days, in segments of which the first are larger: the same ones each time. */
async function visitsFile(devices: number): Promise<Uint8Array<ArrayBuffer>> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-visits-"));
	try {
		const path = join(directory, "visits.parquet");
		await withDuckDb({ tempDirectory: directory, memoryLimitMb: 1_024 }, (db) =>
			db.run(`COPY (
				SELECT md5('device ' || (i % ${devices}))::UUID::VARCHAR AS device_id,
					's' || floor(${SEGMENTS} * pow((hash(i) % 1000000) / 1000000.0, 1.5))::INTEGER AS segment,
					TIMESTAMP '2026-01-01' + to_seconds((hash(i + 1) % 7776000)::BIGINT) AS seen_at
				FROM range(${devices * VISITS_PER_DEVICE}) AS visits (i)
			) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd)`),
		);
		return new Uint8Array(await readFile(path));
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
