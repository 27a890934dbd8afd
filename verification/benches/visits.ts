import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AudienceExpression } from "@/lib/contract/audience";
import { literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { type Api, ask, upload } from "./api";
import { withDirectory } from "./with-directory";

/** Segments of the visits, `s0` to `s39`; the first ones are larger. */
const SEGMENTS = 40;
const FURTHER = 5;
/** The inventory source of the benchmarks. */
export const SOURCE = "benchmark";
export const VISITS_PER_DEVICE = 10;

/** Audiences whose reach is estimated, with a different segment in each round, so that no earlier result helps. */
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
	{ what: "five conditions, visits counted within 30 days", parts: false, where: countedVisits },
	{ what: "the same with the reach of every part", parts: true, where: (round) => countedVisits(round + FURTHER) },
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

/** Audiences of a design: a segment, one that is visited often and lately, and one that is not, different for each. */
export function audiencesOf(sets: number): { sources: string[]; where: AudienceExpression }[] {
	return Array.from({ length: sets }, (_, number) => {
		const segment = (step: number) => `s${(number * 7 + step) % SEGMENTS}`;
		const lately = { segment: segment(11), min_visits: 2, within_days: 30 };
		const where = { any: [{ all: [{ segment: segment(0) }, { not: { segment: segment(3) } }] }, lately] };
		return { sources: [SOURCE], where };
	});
}

/** Writes a Parquet file of visits within 90 days, as many of each device. The same in every run. */
export async function writeVisits(path: string, devices: number, visits: number): Promise<void> {
	await withDuckDb({ tempDirectory: dirname(path), memoryLimitMb: 1_024 }, (db) =>
		db.run(`COPY (
			SELECT md5('device ' || (i % ${devices}))::UUID::VARCHAR AS device_id,
				's' || floor(${SEGMENTS} * pow((hash(i) % 1000000) / 1000000.0, 1.5))::INTEGER AS segment,
				TIMESTAMP '2026-01-01' + to_seconds((hash(i + 1) % 7776000)::BIGINT) AS seen_at
			FROM range(${visits}) AS visits (i)
		) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd)`),
	);
}

/**
 * Has a service take over visits as the inventory source {@link SOURCE}.
 * @param measure runs the upload, whose file has so many bytes
 */
export async function importVisits(
	api: Api,
	{ devices, visits }: { readonly devices: number; readonly visits: number },
	measure: (bytes: number, send: () => Promise<{ device_count: number; row_count: number }>) => Promise<void>,
): Promise<void> {
	await withDirectory(async (directory) => {
		const path = join(directory, "visits.parquet");
		await writeVisits(path, devices, visits);
		await ask(api, "POST", "/api/inventory-sources", { slug: SOURCE, name: "Benchmark" });
		const to = `/api/inventory-sources/${SOURCE}/imports`;
		await measure((await stat(path)).size, () =>
			upload(api, "POST", to, "application/vnd.apache.parquet", createReadStream(path)),
		);
	});
}
