import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AudienceExpression } from "@/lib/contract/audience";
import { writeVisits } from "@/verification/benches/write-visits";
import { type Api, ask } from "./api";

/** Times of an audience's estimates. */
export interface ReachFigures {
	readonly devices: number;
	readonly visits: number;
	/** Seconds of importing the source's data, as Parquet over HTTP. */
	readonly importSeconds: number;
	readonly estimates: readonly EstimateTimes[];
}

export interface EstimateTimes {
	readonly what: string;
	/** Devices of the last estimate. */
	readonly reach: number;
	/** Milliseconds from request to answer, in order. */
	readonly times: readonly number[];
}

const SLUG = "benchmark";
const VISITS_PER_DEVICE = 10;
const ROUNDS = 5;

/** A different segment in each round, so that no earlier result helps. */
export const AUDIENCES: readonly {
	readonly what: string;
	readonly parts: boolean;
	readonly where: (round: number) => AudienceExpression;
}[] = [
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

/**
 * Imports an inventory source of so many devices, and estimates audiences over it one after the
 * other.
 */
export async function measureReach(api: Api, devices: number): Promise<ReachFigures> {
	await ask(api, "POST", "/api/inventory-sources", { slug: SLUG, name: "Benchmark" });
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-visits-"));
	const path = join(directory, "visits.parquet");
	await writeVisits(path, { devices, visits: devices * VISITS_PER_DEVICE });
	const file = new Uint8Array(await readFile(path));
	await rm(directory, { recursive: true, force: true });
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
